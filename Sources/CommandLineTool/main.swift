import Desktop
import Glibc
import News

let help = """
    Usage: broadsheet-cli COMMAND …

    \(FrontPageCommand.usage)
        Prints the stories of the feeds at the given addresses; without any, New York Times Top Stories
        where NYT_API_KEY holds an API key, else the sample edition. --json prints a JSON Feed 1.1.

    \(ParseCommand.usage)
        Prints a feed file, or each of those named on standard input, as a JSON Feed 1.1.

    broadsheet-cli --version | --help

    Exit status: 0 when it worked, 1 when it did not, 2 for a call that makes no sense.

    """

startTranslating(localeDirectory: Folders.locale)
let arguments = Array(CommandLine.arguments.dropFirst())
let rest = Array(arguments.dropFirst())
switch arguments.first {
case "parse": exit(ParseCommand.run(rest))
case "front-page": exit(await FrontPageCommand.run(rest))
case "--version":
    Output.write(Array("\(AppIdentity.name) \(AppIdentity.version)\n".utf8))
    exit(0)
case "--help", "-h":
    Output.write(Array(help.utf8))
    exit(0)
case let other?: exit(complain("unknown command “\(other)”; see broadsheet-cli --help", status: 2))
case nil: exit(complain("a command is missing; see broadsheet-cli --help", status: 2))
}
