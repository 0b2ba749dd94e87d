import News

/// What stands on the command line.
struct Options {
    static let help = """
        Usage: broadsheet [OPTION…] [ADDRESS…]

        Shows the stories of the feeds at the given addresses; without any, New York Times Top Stories
        where NYT_API_KEY holds an API key, else a sample edition.

          --no-refresh   ask nothing of the network until told to
          --version      print the version
          --help         print this help
        """

    var addresses: [String] = []
    var isQuiet = false
    /// Those that are GLib's: --gapplication-service.
    var forGLib: [String] = []
    var printed: String?
    var unknown: String?

    init(_ arguments: [String]) {
        var isOver = false
        for argument in arguments {
            switch argument {
            case _ where isOver || !argument.hasPrefix("-"): addresses.append(argument)
            case "--": isOver = true
            case "--version": printed = "\(AppIdentity.name) \(AppIdentity.version)"
            case "--help", "-h": printed = Self.help
            case "--no-refresh": isQuiet = true
            case "--gapplication-service": forGLib.append(argument)
            default: unknown = unknown ?? argument
            }
        }
    }
}
