import Desktop
import FoundationEssentials
import Glibc
import Library
import News
import Scenes
import SoupLoader
import Storage

/// A command on the library as it stands on the command line.
enum LibraryCall {
    static let usage = """
        broadsheet-cli add ADDRESS [--folder FOLDER]
        broadsheet-cli remove SOURCE
        broadsheet-cli rename SOURCE TITLE
        broadsheet-cli move SOURCE FOLDER
        broadsheet-cli sources
            Follow feeds. A SOURCE is its number, address or title.

        broadsheet-cli import FILE.opml
        broadsheet-cli export [FILE]
            Bring lists of feeds in and out, without fetching them.

        broadsheet-cli refresh [SOURCE…]
        broadsheet-cli list [--unread | --starred | --today | --source SOURCE | --folder FOLDER]
                            [--limit N] [--count]
        broadsheet-cli search QUERY [--limit N]
        broadsheet-cli show ID
        broadsheet-cli mark read|unread|starred|unstarred ID…
            Fetch stories, find them, read them, mark them.

        broadsheet-cli stats
        broadsheet-cli check
            How much there is; whether the library and its feeds are well.
        """

    /// nil where the command is none on the library.
    static func run(_ command: String, _ rest: [String]) async throws(Misuse) -> Int32? {
        guard let call = try call(command, rest) else { return nil }
        let presenter = StoryListPresenter(dates: .system)
        do throws(NewsError) {
            let opening = try await Store.open(at: Folders.library())
            switch opening.notice {
            case .setAside(let path)?: _ = complain(presenter.setAside(path), status: 0)
            case .readOnly?: _ = complain(presenter.isReadOnly, status: 0)
            case nil: break
            }
            let isJSON = rest.prefix { $0 != "--" }.contains("--json")
            return try await call(LibraryCommands(store: opening.store, isJSON: isJSON))
        } catch {
            return complain(presenter.sentences(error), status: 1)
        }
    }

    private typealias Call = (LibraryCommands) async throws(NewsError) -> Int32

    /// What to do; the arguments are looked at before the library is opened.
    private static func call(_ command: String, _ rest: [String]) throws(Misuse) -> Call? {
        let values: Set<String> =
            switch command {
            case "add": ["--folder"]
            case "list": ["--source", "--folder", "--limit"]
            case "search": ["--limit"]
            default: []
            }
        let flags: Set<String> = command == "list" ? ["--unread", "--starred", "--today", "--count"] : []
        let arguments = try Arguments(rest, flags: flags.union(["--json"]), values: values)
        func words(_ counts: ClosedRange<Int>) throws(Misuse) -> [String] { try arguments.words(counts) }

        switch command {
        case "add":
            let address = try words(1...1)[0]
            return { (library) throws(NewsError) in try await library.add(address, folder: arguments["--folder"]) }
        case "remove":
            let name = try words(1...1)[0]
            return { (library) throws(NewsError) in try await library.remove(name) }
        case "rename":
            let words = try words(2...2)
            return { (library) throws(NewsError) in try await library.rename(words[0], to: words[1]) }
        case "move":
            let words = try words(2...2)
            return { (library) throws(NewsError) in try await library.move(words[0], to: words[1]) }
        case "sources":
            _ = try words(0...0)
            return { (library) throws(NewsError) in try await library.sources() }
        case "import":
            let file = try words(1...1)[0]
            return { (library) throws(NewsError) in try await library.importOPML(file) }
        case "export":
            let file = try words(0...1).first
            return { (library) throws(NewsError) in try await library.exportOPML(to: file) }
        case "refresh":
            let names = arguments.words
            return { (library) throws(NewsError) in try await library.refresh(names) }
        case "list":
            _ = try words(0...0)
            return try list(arguments)
        case "search":
            let query = try words(1 ... .max).joined(separator: " ")
            let limit = try limit(arguments)
            return { (library) throws(NewsError) in
                try await library.search(query, limit: limit)
            }
        case "show":
            let id = try story(words(1...1)[0])
            return { (library) throws(NewsError) in try await library.show(id) }
        case "mark":
            let words = try words(2 ... .max)
            guard let mark = Mark(rawValue: words[0]) else { throw Misuse(message: "no mark “\(words[0])”") }
            var ids: [StoryID] = []
            for word in words.dropFirst() { ids.append(try story(word)) }
            return { [ids] (library) throws(NewsError) in try await library.mark(mark, ids) }
        case "stats":
            _ = try words(0...0)
            return { (library) throws(NewsError) in try await library.stats() }
        case "check":
            _ = try words(0...0)
            return { (library) throws(NewsError) in try await library.check() }
        default: return nil
        }
    }

    private static func list(_ arguments: Arguments) throws(Misuse) -> Call {
        let limit = try limit(arguments)
        let onlyCount = arguments.has("--count")
        let listings: [Listing] =
            [("--unread", Listing.unread), ("--starred", .starred), ("--today", .today)]
            .filter { arguments.has($0.0) }.map(\.1) + (arguments["--folder"].map { [.folder($0)] } ?? [])
        let source = arguments["--source"]
        guard listings.count + (source == nil ? 0 : 1) <= 1 else {
            throw Misuse(message: "one of --unread, --starred, --today, --source and --folder")
        }
        return { (library) throws(NewsError) in
            guard let source else {
                return try await library.list(listings.first ?? .all, limit: limit, onlyCount: onlyCount)
            }
            guard let found = try await library.source(source) else { return library.unknown(source: source) }
            return try await library.list(.source(found.id), limit: limit, onlyCount: onlyCount)
        }
    }

    private static func limit(_ arguments: Arguments) throws(Misuse) -> Int? {
        guard let text = arguments["--limit"] else { return nil }
        guard let limit = Int(text), limit >= 0 else { throw Misuse(message: "“\(text)” is no number") }
        return limit
    }

    private static func story(_ text: String) throws(Misuse) -> StoryID {
        guard let number = Int64(text), number > 0 else { throw Misuse(message: "“\(text)” is no story’s number") }
        return StoryID(rawValue: number)
    }
}
