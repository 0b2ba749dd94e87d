/// What stands before the root element of XML or HTML, and what that element is.
struct Prolog {
    /// The root's local name in small letters.
    let name: String
    /// Where its tag starts.
    let start: Int
    /// Where the DOCTYPE stands, with its internal subset.
    let doctype: Range<Int>

    /// Passes over junk, comments and instructions; nil where no element follows.
    init?(of text: [UInt8]) {
        var doctype = 0..<0
        var isHTML = false
        // Marks that end nowhere are looked for once.
        var hasCommentEnd = true
        var hasInstructionEnd = true
        var hasDeclarationEnd = true
        var i = 0
        while i < text.count, let open = text[i...].firstIndex(of: UInt8(ascii: "<")) {
            let rest = text[(open + 1)...]
            guard let next = rest.first else { return nil }
            if rest.starts(with: "!--".utf8) {
                let end = hasCommentEnd ? Self.end(of: "-->", in: text, from: open + 4) : nil
                hasCommentEnd = end != nil
                i = end ?? open + 4
            } else if next == UInt8(ascii: "?") {
                let end = hasInstructionEnd ? Self.end(of: "?>", in: text, from: open + 2) : nil
                hasInstructionEnd = end != nil
                i = end ?? open + 2
            } else if next == UInt8(ascii: "!") {
                let end = hasDeclarationEnd ? Self.endOfDeclaration(in: text, from: open) : nil
                hasDeclarationEnd = end != nil
                i = end ?? open + 2
                doctype = open..<i
                let words = String(decoding: text[open..<min(i, open + 80)], as: UTF8.self).lowercased()
                isHTML =
                    isHTML
                    || words.split(whereSeparator: { $0 == " " || $0 == ">" || $0 == "\n" }).dropFirst().first == "html"
            } else if (next | 0x20) >= 0x61 && (next | 0x20) <= 0x7A {
                let name = rest.prefix { $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/") }
                let local =
                    String(decoding: name, as: UTF8.self).lowercased().split(separator: ":").last.map(String.init) ?? ""
                self.name = isHTML && !["rss", "rdf", "feed"].contains(local) ? "html" : local
                self.start = open
                self.doctype = doctype
                return
            } else {
                i = open + 1
            }
        }
        guard isHTML else { return nil }
        self.name = "html"
        self.start = 0
        self.doctype = doctype
    }

    private static func end(of mark: StaticString, in text: [UInt8], from start: Int) -> Int? {
        let last = mark.utf8Start[mark.utf8CodeUnitCount - 1]
        var i = start
        while i < text.count, let found = text[i...].firstIndex(of: last) {
            let from = found + 1 - mark.utf8CodeUnitCount
            if from >= start, (0..<mark.utf8CodeUnitCount).allSatisfy({ text[from + $0] == mark.utf8Start[$0] }) {
                return found + 1
            }
            i = found + 1
        }
        return nil
    }

    /// The end of a DOCTYPE, behind its internal subset in brackets.
    private static func endOfDeclaration(in text: [UInt8], from start: Int) -> Int? {
        var depth = 0
        var quote: UInt8 = 0
        for i in start..<text.count {
            let byte = text[i]
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == 0x22 || byte == 0x27 {
                quote = byte
            } else if byte == UInt8(ascii: "[") {
                depth += 1
            } else if byte == UInt8(ascii: "]") {
                depth -= 1
            } else if byte == UInt8(ascii: ">"), depth <= 0 {
                return i + 1
            }
        }
        return nil
    }
}
