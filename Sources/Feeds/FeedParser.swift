/// Reads any feed: bytes in, values out. No network, no clock, no file.
package enum FeedParser {
    /// What `bytes` say.
    ///
    /// - Parameters:
    ///   - url: where they came from: the base of relative addresses where the document names none.
    ///   - contentType: the HTTP header of that name, for its charset only; the format is told by the content.
    package static func parse(
        _ bytes: [UInt8], url: String? = nil, contentType: String? = nil
    ) throws(FeedError) -> ParsedFeed {
        if bytes.isEmpty { throw .empty }
        if bytes.starts(with: [0x1F, 0x8B]) || bytes.starts(with: "PK\u{3}\u{4}".utf8) || bytes.starts(with: "BZh".utf8)
            || bytes.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A]) || bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
        {
            throw .compressed
        }
        if isBinary(bytes) { throw .notAFeed }
        let decoded = TextEncoding.decode(bytes, contentType: contentType)
        let text = decoded.bytes
        guard let first = text.firstIndex(where: { $0 > 0x20 }) else { throw .empty }
        var feed: ParsedFeed
        if text[first] == UInt8(ascii: "{") || text[first] == UInt8(ascii: "[") {
            feed = try JSONFeedParser.parse(first == 0 ? text : Array(text[first...]), url: url)
        } else if let root = Prolog(of: text) {
            switch root.name {
            case "rss", "rdf", "feed", "channel":
                feed = try XMLFeedParser.parse(text, root, url: url)
            // A story without a feed (RFC 4287, 2).
            case "entry": throw .notAFeed
            case "opml", "outlinedocument": throw .opml
            case "html", "head", "body", "!doctype": throw .webPage
            default:
                guard let start = startBehindJunk(text, from: root.start) else {
                    throw looksLikePage(text) ? .webPage : .notAFeed
                }
                let rest = Array(text[start...])
                guard let root = Prolog(of: rest), ["rss", "rdf", "feed"].contains(root.name) else { throw .notAFeed }
                feed = try XMLFeedParser.parse(rest, root, url: url)
                feed.warnings.insert("something else stands before the feed", at: 0)
            }
        } else if let start = text.prefix(1000).firstIndex(of: UInt8(ascii: "{")) {
            feed = try JSONFeedParser.parse(Array(text[start...]), url: url)
            feed.warnings.insert("something else stands before the feed", at: 0)
        } else {
            throw .notAFeed
        }
        feed.warnings = decoded.warnings + feed.warnings
        return feed
    }

    /// Whether the first bytes are those of a picture, a PDF, sound, a program or a tar archive (POSIX ustar).
    private static func isBinary(_ bytes: [UInt8]) -> Bool {
        let marks: [[UInt8]] = [
            [0x89, 0x50, 0x4E, 0x47], [0xFF, 0xD8, 0xFF], Array("GIF8".utf8), Array("%PDF".utf8), Array("RIFF".utf8),
            Array("ID3".utf8), Array("OggS".utf8), [0x7F, 0x45, 0x4C, 0x46], [0, 0, 1, 0], Array("SQLite format".utf8),
        ]
        return marks.contains { bytes.starts(with: $0) } || bytes.dropFirst(4).starts(with: "ftyp".utf8)
            || bytes.dropFirst(257).starts(with: "ustar".utf8)
    }

    /// Where a feed starts behind what a server printed before it, such as a warning in HTML.
    private static func startBehindJunk(_ text: [UInt8], from start: Int) -> Int? {
        let head = text[start..<min(text.count, start + 65_536)]
        for index in head.indices.dropFirst() where text[index] == UInt8(ascii: "<") {
            for mark in ["<?xml ", "<rss ", "<rdf:RDF ", "<feed "] where text[index...].starts(with: mark.utf8) {
                return index
            }
        }
        return nil
    }

    private static func looksLikePage(_ text: [UInt8]) -> Bool {
        let head = String(decoding: text.prefix(4096), as: UTF8.self).lowercased()
        return head.contains("<html") || head.contains("<head") || head.contains("<body") || head.contains("<title")
    }
}

/// Why bytes are no feed.
package enum FeedError: Error, Hashable, Sendable {
    case empty
    /// Something else: a picture, a PDF, text.
    case notAFeed
    /// A web page: its feeds may be discovered.
    case webPage
    /// A list of feeds.
    case opml
    /// Compressed bytes.
    case compressed
    /// The Times' gateway says no (FIELD-GUIDE 2.3): its errorcode and faultstring.
    case fault(code: String, message: String)
}
