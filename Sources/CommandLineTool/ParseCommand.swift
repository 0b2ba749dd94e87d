import Feeds
import Glibc

/// `parse`: any feed file as JSON Feed 1.1.
enum ParseCommand {
    static let usage = """
        broadsheet-cli parse FILE [--url BASE] [--content-type TYPE] [--json]
        broadsheet-cli parse --batch
        """

    /// Runs the command with what follows its name; the exit status.
    static func run(_ arguments: [String]) throws(Misuse) -> Int32 {
        let arguments = try Arguments(arguments, flags: ["--batch", "--json"], values: ["--url", "--content-type"])
        if arguments.has("--batch") {
            _ = try arguments.words(0...0)
            return batch()
        }
        let name = try arguments.words(1...1)[0]
        let file = name == "-" ? "/dev/stdin" : name
        var json = JSONFeedWriter()
        do throws(Failure) {
            try json.write(
                feed(in: Arguments.bytes(of: file), url: arguments["--url"], contentType: arguments["--content-type"]))
        } catch {
            return complain("\(file): \(error.message)", status: 1)
        }
        json.append("\n")
        return print(json.bytes)
    }

    /// Reads lines `PATH[TAB URL[TAB CONTENT-TYPE]]` and answers each with a line of JSON, in their order.
    private static func batch() -> Int32 {
        var json = JSONFeedWriter()
        var buffer: UnsafeMutablePointer<CChar>?
        var room = 0
        defer { free(buffer) }
        guard let input = fdopen(STDIN_FILENO, "r") else { return complain("standard input: \(reason)", status: 1) }
        while case let count = getline(&buffer, &room, input), count > 0 {
            // As bytes: the name of a file need not be UTF-8.
            var line = UnsafeRawBufferPointer(start: buffer, count: count)[...]
            if line.last == UInt8(ascii: "\n") { line.removeLast() }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            let fields = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
            func field(_ index: Int) -> String? {
                fields.indices.contains(index) && !fields[index].isEmpty
                    ? String(decoding: fields[index], as: UTF8.self) : nil
            }
            let file = fields.first.map(Array.init) ?? []
            json.append("{\"file\":")
            json.string(String(decoding: file, as: UTF8.self))
            do throws(Failure) {
                let feed = try feed(in: file, url: field(1), contentType: field(2))
                json.append(",\"feed\":")
                json.write(feed)
            } catch {
                json.append(",\"error\":")
                json.string(error.message)
            }
            json.append("}\n")
            if print(json.bytes) != 0 { return 1 }
            json.removeAll()
        }
        return 0
    }

    /// Why there is no feed, in words for a terminal.
    private struct Failure: Error {
        let message: String
    }

    private static var reason: String { String(cString: strerror(errno)) }

    private static func feed(in file: [UInt8], url: String?, contentType: String?) throws(Failure) -> ParsedFeed {
        guard let bytes = read(file) else { throw Failure(message: reason) }
        do throws(FeedError) {
            return try FeedParser.parse(bytes, url: url, contentType: contentType)
        } catch {
            throw Failure(message: words(error))
        }
    }

    private static func words(_ error: FeedError) -> String {
        switch error {
        case .empty: "nothing is in it"
        case .notAFeed: "not a feed"
        case .webPage: "a web page, not a feed"
        case .opml: "a list of feeds (OPML), not a feed"
        case .compressed: "compressed, not a feed"
        case .fault(let code, let message):
            // One line whatever the gateway says.
            (message.isEmpty ? code : message).split(whereSeparator: \.isNewline).joined(separator: " ")
        }
    }
}
