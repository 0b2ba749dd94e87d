import FoundationEssentials

/// Writes a feed as JSON Feed 1.1, on one line, straight into bytes: encoders that go through values take longer than all
/// the parsing. Also writes lines of JSON about other things.
package struct JSONFeedWriter {
    package private(set) var bytes: [UInt8] = []
    /// Whether the next member of the object needs a comma before it.
    private var needsComma = false

    package init() {}

    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Any bytes: for what stands around the feed.
    package mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }

    package mutating func write(_ feed: ParsedFeed) {
        object { json in
            json.member("version", "https://jsonfeed.org/version/1.1")
            json.member("title", feed.title)
            json.member("home_page_url", feed.homePageURL)
            json.member("feed_url", feed.feedURL)
            json.member("description", feed.summary)
            json.member("next_url", feed.nextURL)
            json.member("icon", feed.iconURL)
            json.member("favicon", feed.faviconURL)
            json.members(feed.authors)
            json.member("language", feed.language)
            if feed.isExpired { json.raw("expired", "true") }
            json.list("hubs", feed.hubs) { json, hub in
                json.object {
                    $0.member("type", "WebSub")
                    $0.member("url", hub)
                }
            }
            json.key("items")
            json.elements(feed.items) { $0.write($1) }
            json.key("_source")
            json.object {
                $0.member("format", feed.format.rawValue)
                $0.key("warnings")
                $0.elements(feed.warnings) { $0.string($1) }
                $0.member("copyright", feed.copyright)
                $0.member("updated", feed.updated.map(FeedDate.text))
                $0.member("current_url", feed.currentURL)
                $0.member("next_archive_url", feed.nextArchiveURL)
                if feed.isComplete { $0.raw("complete", "true") }
                if let interval = feed.updateInterval { $0.raw("update_interval_in_seconds", String(interval)) }
            }
        }
    }

    /// A line of its own for an item, with what `more` writes beside its members.
    package mutating func line(_ item: ParsedItem, _ more: (inout Self) -> Void) {
        write(item, more)
        append("\n")
    }

    private mutating func write(_ item: ParsedItem, _ more: (inout Self) -> Void = { _ in }) {
        object { json in
            json.member("id", item.id)
            json.member("url", item.url)
            json.member("external_url", item.externalURL)
            json.member("title", item.title)
            // The format asks for one of the two contents; a story without any has an empty text.
            if let html = item.contentHTML {
                json.member("content_html", html)
            } else {
                json.member("content_text", item.summary ?? "")
            }
            json.member("summary", item.summary)
            json.member("image", item.images.largest?.url)
            json.member("date_published", item.published.map(FeedDate.text))
            json.member("date_modified", item.modified.map(FeedDate.text))
            json.members(item.authors)
            json.list("tags", item.tags) { $0.string($1) }
            json.member("language", item.language)
            json.list("attachments", item.attachments) { json, attachment in
                json.object {
                    $0.member("url", attachment.url)
                    $0.member(
                        "mime_type",
                        attachment.mimeType ?? MediaType.guess(attachment.url) ?? "application/octet-stream")
                    $0.member("title", attachment.title)
                    if let size = attachment.size { $0.raw("size_in_bytes", String(size)) }
                    if let duration = attachment.duration { $0.raw("duration_in_seconds", String(duration)) }
                }
            }
            if let count = item.commentCount {
                json.key("_source")
                json.object { $0.raw("comment_count", String(count)) }
            }
            more(&json)
        }
    }

    private mutating func members(_ authors: [ParsedAuthor]) {
        list("authors", authors) { json, author in
            json.object {
                $0.member("name", author.name)
                $0.member("url", author.url)
                $0.member("avatar", author.avatarURL)
            }
        }
    }

    // MARK: JSON

    /// An object on a line of its own.
    package mutating func line(_ body: (inout Self) -> Void) {
        object(body)
        append("\n")
    }

    /// A member that is there also when it is null.
    package mutating func nullable(_ name: StaticString, _ value: String?) {
        if let value { member(name, value) } else { raw(name, "null") }
    }

    private mutating func object(_ body: (inout Self) -> Void) {
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
        body(&self)
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    private mutating func key(_ name: StaticString) {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        bytes.append(contentsOf: [UInt8(ascii: "\""), UInt8(ascii: ":")])
        needsComma = true
    }

    /// Left out where it is nil.
    package mutating func member(_ name: StaticString, _ value: String?) {
        guard let value else { return }
        key(name)
        string(value)
    }

    /// A number, true, false or null.
    package mutating func raw(_ name: StaticString, _ value: String) {
        key(name)
        append(value)
    }

    private mutating func list<Value>(_ name: StaticString, _ values: [Value], _ write: (inout Self, Value) -> Void) {
        guard !values.isEmpty else { return }
        key(name)
        elements(values, write)
    }

    private mutating func elements<Value>(_ values: [Value], _ write: (inout Self, Value) -> Void) {
        bytes.append(UInt8(ascii: "["))
        var isFirst = true
        for value in values {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            write(&self, value)
        }
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    package mutating func string(_ text: String) {
        var text = text
        text.withUTF8 { string($0) }
    }

    /// RFC 8259, section 7: only quotes, backslashes and controls have to be escaped.
    private mutating func string(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        var from = 0
        var i = 0
        while true {
            i = text.firstIndex(from: i, eight: { ($0.underflow(0x20) | $0.equals(0x22) | $0.equals(0x5C)) == 0 }) {
                $0 < 0x20 || $0 == 0x22 || $0 == 0x5C
            }
            guard i < text.count else { break }
            let byte = text[i]
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[from..<i]))
            bytes.append(UInt8(ascii: "\\"))
            switch byte {
            case 0x22, 0x5C: bytes.append(byte)
            case 0x0A: bytes.append(UInt8(ascii: "n"))
            case 0x0D: bytes.append(UInt8(ascii: "r"))
            case 0x09: bytes.append(UInt8(ascii: "t"))
            default:
                let digits = Array("0123456789abcdef".utf8)
                bytes.append(contentsOf: "u00".utf8)
                bytes.append(digits[Int(byte >> 4)])
                bytes.append(digits[Int(byte & 15)])
            }
            i += 1
            from = i
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[from...]))
        bytes.append(UInt8(ascii: "\""))
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// The first index from `start` on whose byte is wanted, or the count; eight bytes are passed over at a time while
    /// `eight` finds none among them.
    @inline(__always)
    func firstIndex(from start: Int, eight isNone: (UInt64) -> Bool, isWanted: (UInt8) -> Bool) -> Int {
        var i = start
        let raw = UnsafeRawBufferPointer(self)
        while i + 8 <= count, isNone(raw.loadUnaligned(fromByteOffset: i, as: UInt64.self)) { i += 8 }
        while i < count, !isWanted(self[i]) {
            i += 1
            if i & 7 == start & 7 {
                while i + 8 <= count, isNone(raw.loadUnaligned(fromByteOffset: i, as: UInt64.self)) { i += 8 }
            }
        }
        return i
    }
}

/// Tests of eight bytes at once; not 0 where one of them, or at least a byte before it, passes.
extension UInt64 {
    @inline(__always)
    func equals(_ byte: UInt8) -> UInt64 {
        let difference = self ^ (0x0101_0101_0101_0101 &* UInt64(byte))
        return (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
    }

    @inline(__always)
    func underflow(_ byte: UInt8) -> UInt64 {
        (self &- 0x0101_0101_0101_0101 &* UInt64(byte)) & ~self & 0x8080_8080_8080_8080
    }
}

extension [ParsedImage] {
    /// The one with most pixels; where no size is known, the first.
    package var largest: ParsedImage? {
        var best = first
        for image in self where image.area > (best?.area ?? 0) { best = image }
        return best
    }
}

extension ParsedImage {
    fileprivate var area: Int {
        guard width != nil || height != nil else { return 0 }
        let (area, isTooLarge) = (width ?? height ?? 0).multipliedReportingOverflow(by: height ?? width ?? 0)
        return isTooLarge ? .max : area
    }
}
