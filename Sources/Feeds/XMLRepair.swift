/// Makes well-formed XML of what is not, for libxml2, which drops or ends where people would read on: undeclared entities,
/// bare ampersands and angle brackets, unquoted and repeated attributes, tags that cross or never close.
struct XMLRepair {
    private let input: [UInt8]
    private var i: Int
    private var output: [UInt8] = []
    /// The elements that are open, as written.
    private var open: [ArraySlice<UInt8>] = []
    /// How many of each name are open, so that ends without a start cost nothing.
    private var openCounts: [UInt64: Int] = [:]
    /// Entities that the document's own DOCTYPE declares as plain text.
    private let entities: [String: [UInt8]]
    /// Bytes that declared entities may still add.
    private var expansion = 1 << 20

    /// Marks that end nowhere are looked for once.
    private var hasCommentEnd = true
    private var hasInstructionEnd = true

    private static let attributeLimit = 100
    private static let depthLimit = 9000

    init(_ input: [UInt8], from start: Int, entities: [String: [UInt8]] = [:]) {
        self.input = input
        self.entities = entities
        i = start
        output.reserveCapacity(input.count - start + 1024)
    }

    /// Well-formed but for its end, where the input stops early.
    mutating func repaired() -> [UInt8] {
        while i < input.count {
            switch input[i] {
            case UInt8(ascii: "<"): markup()
            case UInt8(ascii: "&"): reference()
            case UInt8(ascii: ">"):
                // "]]>" may not stand in text.
                output += "&gt;".utf8
                i += 1
            default:
                let end = input[i...].firstIndex { $0 == 0x3C || $0 == 0x26 || $0 == 0x3E } ?? input.count
                output += input[i..<end]
                i = end
            }
        }
        return output
    }

    private func at(_ text: StaticString, _ index: Int) -> Bool {
        let count = text.utf8CodeUnitCount
        guard index + count <= input.count else { return false }
        for j in 0..<count where input[index + j] != text.utf8Start[j] { return false }
        return true
    }

    private func find(_ text: StaticString, from start: Int) -> Int? {
        let first = text.utf8Start[0]
        var index = start
        while index < input.count, let found = input[index...].firstIndex(of: first) {
            if at(text, found) { return found }
            index = found + 1
        }
        return nil
    }

    // MARK: Markup

    private mutating func markup() {
        let next = i + 1 < input.count ? input[i + 1] : 0
        if next == UInt8(ascii: "!"), at("<![CDATA[", i) {
            cdata()
        } else if next == UInt8(ascii: "!"), at("<!--", i) {
            let end = hasCommentEnd ? find("-->", from: i + 4) : nil
            hasCommentEnd = end != nil
            i = end.map { $0 + 3 } ?? i + 4
        } else if next == UInt8(ascii: "?") {
            let end = hasInstructionEnd ? find("?>", from: i + 2) : nil
            hasInstructionEnd = end != nil
            i = end.map { $0 + 2 } ?? i + 2
        } else if next == UInt8(ascii: "!") {
            i = (input[i...].firstIndex(of: UInt8(ascii: ">")) ?? input.count - 1) + 1
        } else if next == UInt8(ascii: "/") {
            endTag()
        } else if Self.startsName(next) {
            startTag()
        } else {
            output += "&lt;".utf8
            i += 1
        }
    }

    /// CDATA, with others nested in it by software that wraps what is wrapped; as text, so that nothing can end it early.
    private mutating func cdata() {
        i += 9
        var depth = 1
        let parent = open.last
        while i < input.count {
            if at("<![CDATA[", i) {
                depth += 1
                i += 9
            } else if at("]]>", i) {
                i += 3
                depth -= 1
                // One end for two starts is met as well: the parent's end tag tells.
                if depth == 0 || parent.map({ endsElement($0, at: i) }) ?? false { return }
            } else {
                escape(input[i])
                i += 1
            }
        }
    }

    /// Whether, spaces aside, the end tag of `name` is at `index`.
    private func endsElement(_ name: ArraySlice<UInt8>, at index: Int) -> Bool {
        var index = index
        while index < input.count, input[index] <= 0x20 { index += 1 }
        return at("</", index) && input[(index + 2)...].starts(with: name)
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "<"): output += "&lt;".utf8
        case UInt8(ascii: ">"): output += "&gt;".utf8
        case UInt8(ascii: "&"): output += "&amp;".utf8
        case UInt8(ascii: "\""): output += "&quot;".utf8
        default: output.append(byte)
        }
    }

    private mutating func endTag() {
        var j = i + 2
        while j < input.count, Self.isName(input[j]) { j += 1 }
        let name = input[i + 2..<j]
        guard !name.isEmpty else {
            // "</" and then no name: text.
            output += "&lt;".utf8
            i += 1
            return
        }
        i = (input[j...].firstIndex { $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<") }) ?? input.count
        // Cut in the middle of the tag: the element is not complete.
        guard i < input.count else { return }
        if input[i] == UInt8(ascii: ">") { i += 1 }
        guard openCounts[Self.key(name), default: 0] > 0, let index = open.lastIndex(where: { Self.equal($0, name) })
        else { return }
        while open.count > index { close() }
    }

    /// The name whatever its case, as a number.
    private static func key(_ name: ArraySlice<UInt8>) -> UInt64 {
        name.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1 | 0x20)) &* 0x100_0000_01B3 }
    }

    private mutating func opened(_ name: ArraySlice<UInt8>) {
        open.append(name)
        openCounts[Self.key(name), default: 0] += 1
    }

    private mutating func close() {
        guard let name = open.popLast() else { return }
        openCounts[Self.key(name), default: 1] -= 1
        output += "</".utf8
        output += name
        output.append(UInt8(ascii: ">"))
    }

    private mutating func startTag() {
        var j = i + 1
        while j < input.count, Self.isName(input[j]) { j += 1 }
        let name = input[i + 1..<j]
        // A story that starts inside another one means that the other's end is missing.
        if Self.equal(name, "item") || Self.equal(name, "entry"), openCounts[Self.key(name), default: 0] > 0,
            let index = open.lastIndex(where: { Self.equal($0, name) })
        {
            while open.count > index { close() }
        }
        // So does a field of RSS that starts inside one which holds only text.
        // And whatever starts inside one that holds nothing.
        while let last = open.last,
            Self.isOneOf(Self.textFields, last) && Self.isOneOf(Self.fields, name) || Self.isOneOf(Self.empty, last)
        {
            close()
        }
        guard open.count < Self.depthLimit else {
            i = j
            return
        }
        let start = output.count
        output.append(UInt8(ascii: "<"))
        output += name
        i = j
        var names: [ArraySlice<UInt8>] = []
        while i < input.count {
            let byte = input[i]
            if byte == UInt8(ascii: ">") {
                i += 1
                output.append(byte)
                opened(name)
                return
            }
            if at("/>", i) {
                i += 2
                output += "/>".utf8
                return
            }
            // The tag itself was not closed.
            if byte == UInt8(ascii: "<") { break }
            guard Self.startsName(byte) else {
                i += 1
                continue
            }
            attribute(&names)
        }
        // Cut in the middle of the tag: nobody knows what it would have said, but for the root's, which names the format.
        guard i < input.count || open.isEmpty else {
            output.removeLast(output.count - start)
            return
        }
        output.append(UInt8(ascii: ">"))
        opened(name)
    }

    private mutating func attribute(_ names: inout [ArraySlice<UInt8>]) {
        let start = i
        while i < input.count, Self.isName(input[i]) { i += 1 }
        let name = input[start..<i]
        var j = i
        while j < input.count, input[j] <= 0x20 { j += 1 }
        var value: Range<Int>?
        if j < input.count, input[j] == UInt8(ascii: "=") {
            j += 1
            while j < input.count, input[j] <= 0x20 { j += 1 }
            if j < input.count, input[j] == 0x22 || input[j] == 0x27 {
                let quote = input[j]
                let end = input[(j + 1)...].firstIndex(of: quote) ?? input.count
                if let tag = input[(j + 1)..<end].firstIndex(of: UInt8(ascii: "<")),
                    let close = input[(j + 1)..<tag].firstIndex(of: UInt8(ascii: ">"))
                {
                    // The quotation mark that was found belongs to a later tag.
                    value = j + 1..<close
                    i = close
                } else {
                    value = j + 1..<end
                    i = min(end + 1, input.count)
                }
            } else {
                var end = j
                while end < input.count, input[end] > 0x20, input[end] != UInt8(ascii: ">"),
                    input[end] != UInt8(ascii: "<")
                {
                    end += 1
                }
                if end > j, end < input.count, input[end] == UInt8(ascii: ">"), input[end - 1] == UInt8(ascii: "/") {
                    end -= 1
                }
                value = j..<end
                i = end
            }
        }
        guard names.count < Self.attributeLimit, !names.contains(where: { $0 == name }) else { return }
        names.append(name)
        output.append(0x20)
        output += name
        output += "=\"".utf8
        if let value {
            let after = i
            i = value.lowerBound
            while i < value.upperBound {
                if input[i] == UInt8(ascii: "&") {
                    reference()
                } else {
                    escape(input[i])
                    i += 1
                }
            }
            i = after
        }
        output.append(0x22)
    }

    // MARK: References

    private mutating func reference() {
        guard i + 1 < input.count, input[i + 1] == UInt8(ascii: "#") || Self.startsName(input[i + 1]) else {
            output += "&amp;".utf8
            i += 1
            return
        }
        if let entity = input.withUnsafeBufferPointer({ HTMLText.entity(in: $0, at: i) }) {
            var characters: [UInt8] = []
            entity.append(to: &characters)
            for byte in characters { escape(byte) }
            i = entity.end
            return
        }
        var end = i + 1
        while end < input.count, Self.isName(input[end]), end - i < 64 { end += 1 }
        if end < input.count, input[end] == UInt8(ascii: ";"),
            let text = entities[String(decoding: input[i + 1..<end], as: UTF8.self)], expansion >= text.count
        {
            expansion -= text.count
            for byte in text { escape(byte) }
            i = end + 1
            return
        }
        output += "&amp;".utf8
        i += 1
    }

    // MARK: Names

    private static func startsName(_ byte: UInt8) -> Bool {
        (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    private static func isName(_ byte: UInt8) -> Bool {
        startsName(byte) || byte >= 0x30 && byte <= 0x3A || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    private static func equal(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Bool {
        guard a.count == b.count else { return false }
        let shift = b.startIndex - a.startIndex
        for i in a.indices where a[i] | 0x20 != b[i + shift] | 0x20 { return false }
        return true
    }

    private static func equal(_ a: ArraySlice<UInt8>, _ b: StaticString) -> Bool {
        a.count == b.utf8CodeUnitCount && a.indices.allSatisfy { a[$0] | 0x20 == b.utf8Start[$0 - a.startIndex] }
    }

    private static let textFields: [StaticString] = [
        "title", "link", "guid", "pubdate", "category", "comments", "dc:date", "media:content",
    ]
    private static let empty: [StaticString] = [
        "enclosure", "atom:link", "itunes:image", "media:thumbnail", "br", "hr", "img", "wbr", "input",
    ]
    private static let fields: [StaticString] = [
        "title", "link", "description", "guid", "pubdate", "author", "category", "comments", "enclosure", "source",
        "content:encoded", "dc:creator", "dc:date", "item", "entry", "channel", "id", "updated", "published", "summary",
        "content",
    ]

    private static func isOneOf(_ names: [StaticString], _ name: ArraySlice<UInt8>) -> Bool {
        names.contains { equal(name, $0) }
    }

    // MARK: The DOCTYPE

    /// The entities that an internal subset declares as plain text. Those made of further entities are left out: a bomb is
    /// made of them, a feed never is; and external ones are another file's business.
    static func entities(inDoctype doctype: ArraySlice<UInt8>) -> [String: [UInt8]] {
        var entities: [String: [UInt8]] = [:]
        for declaration in String(decoding: doctype, as: UTF8.self).components(between: "<!ENTITY", and: ">") {
            let words = declaration.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            guard words.count == 2, let quote = words[1].first, quote == "\"" || quote == "'" else { continue }
            let value = words[1].dropFirst().prefix { $0 != quote }
            let decoded = HTMLText.decodingEntities(Array(value.utf8))
            if !decoded.contains(UInt8(ascii: "<")) && decoded.count < 1000 && !isReference(decoded) {
                entities[String(words[0])] = decoded
            }
        }
        return entities
    }

    private static func isReference(_ text: [UInt8]) -> Bool {
        text.contains(UInt8(ascii: "&")) && text.contains(UInt8(ascii: ";"))
    }
}

extension String {
    fileprivate func components(between start: String, and end: Character) -> [Substring] {
        var found: [Substring] = []
        var rest = self[...]
        while let open = rest.firstRange(of: start), found.count < 300 {
            rest = rest[open.upperBound...]
            let close = rest.firstIndex(of: end) ?? rest.endIndex
            found.append(rest[..<close])
            rest = rest[close...]
        }
        return found
    }
}
