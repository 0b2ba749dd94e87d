import Feeds
import Glibc

/// `parse`: any feed file as JSON Feed 1.1.
enum ParseCommand {
    static let usage = """
        broadsheet-cli parse FILE [--url BASE] [--content-type TYPE]
        broadsheet-cli parse --batch
        """

    /// Runs the command with what follows its name; the exit status.
    static func run(_ arguments: [String]) throws(Misuse) -> Int32 {
        let arguments = try Arguments(arguments, flags: ["--batch"], values: ["--url", "--content-type"])
        if arguments.has("--batch") {
            _ = try arguments.words(0...0)
            return batch()
        }
        let name = try arguments.words(1...1)[0]
        let file = name == "-" ? "/dev/stdin" : name
        var json = JSONFeedWriter()
        do throws(Failure) {
            try json.write(feed(in: file, url: arguments["--url"], contentType: arguments["--content-type"]))
        } catch {
            return complain("\(file): \(error.message)", status: 1)
        }
        json.append("\n")
        return Output.write(json.bytes) ? 0 : 1
    }

    /// Reads lines `PATH[TAB URL[TAB CONTENT-TYPE]]` and answers each with a line of JSON, in their order.
    private static func batch() -> Int32 {
        var json = JSONFeedWriter()
        while let line = readLine() {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            func field(_ index: Int) -> String? {
                fields.indices.contains(index) && !fields[index].isEmpty ? fields[index] : nil
            }
            let file = field(0) ?? ""
            json.append("{\"file\":")
            json.string(file)
            do throws(Failure) {
                let feed = try feed(in: file, url: field(1), contentType: field(2))
                json.append(",\"feed\":")
                json.write(feed)
            } catch {
                json.append(",\"error\":")
                json.string(error.message)
            }
            json.append("}\n")
            if !Output.write(json.bytes) { return 1 }
            json.removeAll()
        }
        return 0
    }

    /// Why there is no feed, in words for a terminal.
    private struct Failure: Error {
        let message: String
    }

    private static func feed(in file: String, url: String?, contentType: String?) throws(Failure) -> ParsedFeed {
        guard let bytes = read(file) else { throw Failure(message: String(cString: strerror(errno))) }
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
