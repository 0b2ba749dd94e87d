import Desktop
import GLibKit
import Glibc
import GtkKit
import News

// The order matters: the environment before there is a second thread, the main actor's loop before its first job.
let options = Options(Array(CommandLine.arguments.dropFirst()))
if let unknown = options.unknown {
    let message = "broadsheet: unknown option \(unknown); see broadsheet --help\n"
    write(STDERR_FILENO, message, message.utf8.count)
    exit(2)
}
if let printed = options.printed {
    print(printed)
    exit(0)
}

keepFreeMemorySmall()
let launchEnvironment = chooseRenderer()
// The key is taken out of the environment: no program that is started from here gets it.
let timesKey = getenv("NYT_API_KEY").map { String(cString: $0) }
unsetenv("NYT_API_KEY")
startTranslating(localeDirectory: Folders.locale)
attachMainActor()

let application = Application(options: options, timesKey: timesKey, launchEnvironment: launchEnvironment)
exit(application.run())
