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

    \(LibraryCall.usage)

    broadsheet-cli --version | --help

    --json makes any command print JSON, a line each. Exit status: 0 when it worked, 1 when it did not, 2 for
    a call that makes no sense, 3 when it worked in part.

    """

/// The exit status.
func run(_ arguments: [String]) async -> Int32 {
    let rest = Array(arguments.dropFirst())
    if rest.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) { return print(help) }
    do throws(Misuse) {
        switch arguments.first {
        case "parse": return try ParseCommand.run(rest)
        case "front-page": return try await FrontPageCommand.run(rest)
        case "--version": return print("\(AppIdentity.name) \(AppIdentity.version)\n")
        case "--help", "-h": return print(help)
        case let command?:
            if let status = try await LibraryCall.run(command, rest) { return status }
            throw Misuse(message: "unknown command “\(command)”")
        case nil: throw Misuse(message: "a command is missing")
        }
    } catch {
        return complain("\(error.message); see broadsheet-cli --help", status: 2)
    }
}

// Where the caller has closed a stream, no file and no socket may come to stand for it.
while case let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC), descriptor >= 0 {
    if descriptor <= STDERR_FILENO { continue }
    close(descriptor)
    break
}
startTranslating(localeDirectory: Folders.locale)
exit(await run(Array(CommandLine.arguments.dropFirst())))
