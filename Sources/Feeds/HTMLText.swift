/// Plain text out of what may be HTML: titles, summaries, names.
enum HTMLText {
    /// One line of plain text: tags of HTML stripped with their text kept, entities decoded and double escapes undone.
    ///
    /// What only looks like markup stays: "AT&T", "a < b", "Nice <gorilla>".
    static func plain(_ html: [UInt8]) -> String {
        var text = html
        if text.contains(UInt8(ascii: "<")) { text = strippingTags(unwrapped(text)) }
        if text.contains(UInt8(ascii: "&")) {
            text = decodingEntities(text, closedOnly: false)
            // Escaped once too often: typical of software that escapes what was escaped.
            if holdsEntity(text) { text = decodingEntities(text) }
            if holdsClosedTag(text) { text = strippingTags(text) }
        }
        return collapsed(text)
    }

    static func plain(_ html: String) -> String { plain(Array(html.utf8)) }

    /// Whether a reader of the field would take it for HTML: a tag of HTML, a comment or an entity.
    static func looksLikeHTML(_ text: [UInt8]) -> Bool {
        holdsTag(text) || holdsEntity(text)
    }

    /// One line, without space around it.
    static func collapsed(_ text: [UInt8]) -> String {
        var line: [UInt8] = []
        line.reserveCapacity(text.count)
        var gap = false
        var i = 0
        while i < text.count {
            let byte = text[i]
            if byte <= 0x20 {
                // Other controls are nothing, not space.
                gap = gap || byte == 0x20 || (0x09...0x0D).contains(byte)
                i += 1
            } else if byte == 0xC2, i + 1 < text.count, text[i + 1] == 0xA0 {
                gap = true
                i += 2
            } else {
                if gap && !line.isEmpty { line.append(0x20) }
                gap = false
                if byte == 0xC2, i + 1 < text.count, text[i + 1] < 0xA0 {
                    // A reference to a C1 control meant the Windows character of that number.
                    line.append(scalar: allowed(UInt32(text[i + 1])))
                    i += 2
                } else {
                    line.append(byte)
                    i += 1
                }
            }
        }
        return String(decoding: line, as: UTF8.self)
    }

    // MARK: Tags

    /// What a CDATA section holds that is all of `html`: escaped once too often, as HTML has none.
    static func unwrapped(_ html: [UInt8]) -> [UInt8] {
        guard let start = html.firstIndex(where: { $0 > 0x20 }), let end = html.lastIndex(where: { $0 > 0x20 }),
            html[start...].starts(with: "<![CDATA[".utf8), end >= start + 11,
            html[end - 2...end].elementsEqual("]]>".utf8)
        else { return html }
        return Array(html[start + 9..<end - 2])
    }

    /// Without the tags and comments of HTML; those that end a line of text leave a space.
    static func strippingTags(_ html: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(html.count)
        var hasCommentEnd = true
        var i = 0
        while i < html.count {
            guard html[i] == UInt8(ascii: "<"), let tag = tag(in: html, at: i, &hasCommentEnd) else {
                text.append(html[i])
                i += 1
                continue
            }
            i = tag.end
            if tag.kind == .block { text.append(0x20) }
            if !tag.closes, tag.kind == .unread {
                // Up to the end tag, or to the end of the text.
                while i < html.count {
                    if html[i] == UInt8(ascii: "<"), i + 1 < html.count, html[i + 1] == UInt8(ascii: "/"),
                        let end = self.tag(in: html, at: i, &hasCommentEnd), end.closes,
                        end.name == tag.name
                    {
                        i = end.end
                        break
                    }
                    i += 1
                }
            }
        }
        return text
    }

    /// The tag of HTML, or the comment, that starts at `start`, and where it ends.
    private static func tag(
        in html: [UInt8], at start: Int, _ hasCommentEnd: inout Bool
    ) -> (name: UInt128, kind: Kind, closes: Bool, end: Int)? {
        var i = start + 1
        guard i < html.count, html[i] > UInt8(ascii: "<") || html[i] == UInt8(ascii: "/") || html[i] == 0x21 else {
            return nil
        }
        if html[i] == 0x21 {
            // Looked for once where there is none.
            guard hasCommentEnd, i + 2 < html.count else { return nil }
            if html[i + 1] == UInt8(ascii: "[") {
                // What starts like CDATA is a comment that ends at the first ">" (HTML Living Standard, 13.2.5.42).
                if let end = html[i...].firstIndex(of: UInt8(ascii: ">")) { return (0, .inline, false, end + 1) }
                hasCommentEnd = false
            }
            guard html[i + 1] == 0x2D, html[i + 2] == 0x2D else { return nil }
            i += 3
            while i + 2 < html.count {
                if html[i] == 0x2D && html[i + 1] == 0x2D && html[i + 2] == 0x3E { return (0, .inline, false, i + 3) }
                i += 1
            }
            hasCommentEnd = false
            return nil
        }
        let closes = html[i] == UInt8(ascii: "/")
        if closes { i += 1 }
        let nameStart = i
        var colon: Int?
        while i < html.count, isLetterOrDigit(html[i]) || html[i] == UInt8(ascii: ":"), i - nameStart < 16 {
            if html[i] == UInt8(ascii: ":") { colon = i }
            i += 1
        }
        guard i > nameStart, i < html.count else { return nil }
        // Names with a prefix are those of word processors; "<http://…>" is an address.
        let isPrefixed = colon.map { $0 > nameStart && $0 + 1 < i } ?? false
        guard html[i] <= 0x20 || html[i] == UInt8(ascii: "/") || html[i] == UInt8(ascii: ">") else { return nil }
        let name = key(html[nameStart..<i])
        guard let kind = kinds[name] ?? (isPrefixed ? .block : nil) else { return nil }
        // "a <b && c> d" is no tag.
        let next = html[i...].first { $0 > 0x20 } ?? 0
        guard isLetterOrDigit(next) || next >= 0x80 || ">/_:\"'=@-<".utf8.contains(next) else { return nil }
        while i < html.count, html[i] != UInt8(ascii: "<") {
            if html[i] == UInt8(ascii: ">") { return (name, kind, closes, i + 1) }
            i += 1
        }
        return nil
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A || byte >= 0x30 && byte <= 0x39
    }

    static func holdsTag(_ text: [UInt8]) -> Bool { holdsTag(text) { _ in true } }

    private static func holdsClosedTag(_ text: [UInt8]) -> Bool { holdsTag(text) { $0 == UInt8(ascii: "/") } }

    private static func holdsTag(_ text: [UInt8], where isWanted: (UInt8) -> Bool) -> Bool {
        var hasCommentEnd = true
        var i = 0
        while i + 1 < text.count, let open = text[i...].firstIndex(of: UInt8(ascii: "<")), open + 1 < text.count {
            if isWanted(text[open + 1]), tag(in: text, at: open, &hasCommentEnd) != nil { return true }
            i = open + 1
        }
        return false
    }

    // MARK: Entities

    static func decodingEntities(_ text: [UInt8], closedOnly: Bool = true) -> [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var i = 0
        while i < text.count {
            if text[i] == UInt8(ascii: "&"),
                let entity = text.withUnsafeBufferPointer({
                    entity(in: $0, at: i, unclosed: closedOnly ? .none : .alone)
                })
            {
                entity.append(to: &decoded)
                i = entity.end
            } else {
                decoded.append(text[i])
                i += 1
            }
        }
        return decoded
    }

    private static func holdsEntity(_ text: [UInt8]) -> Bool {
        text.withUnsafeBufferPointer { text in
            text.indices.contains { text[$0] == UInt8(ascii: "&") && entity(in: text, at: $0) != nil }
        }
    }

    /// The characters that a reference stands for, none where its number is not allowed, and where it ends.
    struct Entity {
        var first: UInt32
        var second: UInt32?
        var end: Int

        func append(to text: inout [UInt8]) {
            if first != 0 { text.append(scalar: first) }
            if let second { text.append(scalar: second) }
        }
    }

    /// Which references need no semicolon.
    enum Unclosed {
        case none
        /// The old names where neither a letter, a digit nor "=" follows, as "?a=1&copy=2" is an address.
        case alone
        /// Numbers, and the old names whatever follows (HTML Living Standard, 13.2.5.73).
        case all
    }

    /// The reference at `start`; nil where there is none.
    static func entity(
        in text: UnsafeBufferPointer<UInt8>, at start: Int, unclosed: Unclosed = .none
    ) -> Entity? {
        var i = start + 1
        guard i < text.count else { return nil }
        if text[i] == UInt8(ascii: "#") {
            i += 1
            let isHex = i < text.count && text[i] | 0x20 == UInt8(ascii: "x")
            if isHex { i += 1 }
            let digits = i
            var value: UInt32 = 0
            while i < text.count, let digit = Character(UnicodeScalar(text[i])).hexDigitValue, isHex || digit < 10 {
                value = min(value * (isHex ? 16 : 10) + UInt32(digit), 0x11_0000)
                i += 1
            }
            let isClosed = i < text.count && text[i] == UInt8(ascii: ";")
            guard i > digits, isClosed || unclosed == .all else { return nil }
            return Entity(first: allowed(value), end: isClosed ? i + 1 : i)
        }
        while i < text.count, isLetterOrDigit(text[i]), i - start < 33 { i += 1 }
        guard i > start + 1 else { return nil }
        var name = String(decoding: UnsafeBufferPointer(rebasing: text[start + 1..<i]), as: UTF8.self)
        if i < text.count, text[i] == UInt8(ascii: ";"), let (first, second) = HTMLEntities.named(name) {
            return Entity(first: first, second: second, end: i + 1)
        }
        guard unclosed != .none else { return nil }
        if unclosed == .all {
            // The longest name that it begins with; the longest of all has six letters.
            name = String(name.prefix(6))
            while !name.isEmpty, !HTMLEntities.unclosed.contains(name) { name.removeLast() }
        } else if i < text.count, text[i] == UInt8(ascii: "=") {
            return nil
        }
        guard HTMLEntities.unclosed.contains(name), let (first, _) = HTMLEntities.named(name) else { return nil }
        return Entity(first: first, end: start + 1 + name.utf8.count)
    }

    /// The character of that number, as browsers read it: 128–159 by Windows, controls and surrogates not at all (0).
    static func allowed(_ value: UInt32) -> UInt32 {
        switch value {
        case 0x80...0x9F: UInt32(TextEncoding.windowsCharacters[Int(value - 0x80)])
        case 0x09, 0x0A, 0x0D, 0x20...0x7F, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: value
        default: 0
        }
    }

    // MARK: Vocabulary

    private enum Kind {
        case inline, block
        /// What it holds is not for reading.
        case unread
    }

    /// Up to 16 bytes of a name in small letters, as a number: strings would take longer than all else.
    private static func key(_ name: some Sequence<UInt8>) -> UInt128 {
        name.reduce(0) { $0 << 8 | UInt128($1 >= 0x41 && $1 <= 0x5A ? $1 | 0x20 : $1) }
    }

    private static let kinds: [UInt128: Kind] = {
        var kinds: [UInt128: Kind] = [:]
        for name in names { kinds[key(name.utf8)] = .block }
        for name in inline { kinds[key(name.utf8)] = .inline }
        for name in ["script", "style", "svg", "math"] { kinds[key(name.utf8)] = .unread }
        return kinds
    }()

    private static let inline: [String] = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i",
        "ins",
        "kbd", "mark", "nobr", "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "time", "tt", "u",
        "var",
        "wbr", "blink", "o:p",
    ]

    /// The elements of HTML, old ones too.
    private static let names: [String] = [
        "a", "abbr", "acronym", "address", "applet", "area", "article", "aside", "audio", "b", "base", "basefont",
        "bdi",
        "bdo", "big", "blink", "blockquote", "body", "br", "button", "canvas", "caption", "center", "cite", "code",
        "col",
        "colgroup", "data", "dd", "del", "details", "dfn", "dir", "div", "dl", "dt", "em", "embed", "fieldset",
        "figcaption",
        "figure", "font", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header",
        "hr",
        "html", "i", "iframe", "img", "input", "ins", "kbd", "label", "legend", "li", "link", "main", "map", "mark",
        "marquee", "math", "menu", "meta", "nav", "nobr", "noscript", "object", "ol", "optgroup", "option", "p",
        "param",
        "picture",
        "pre", "q", "rp", "rt", "ruby", "s", "samp", "script", "section", "select", "small", "source", "span", "strike",
        "strong", "style", "sub", "summary", "sup", "svg", "table", "tbody", "td", "textarea", "tfoot", "th", "thead",
        "time", "title", "tr", "track", "tt", "u", "ul", "var", "video", "wbr",
    ]
}

extension UnsafeBufferPointer<UInt8> {
    /// As many whole characters of UTF-8 from the start as fit into `count` bytes.
    func wholeCharacters(upTo count: Int) -> Self {
        guard self.count > count else { return self }
        var end = Swift.max(count, 0)
        while end > 0, self[end] & 0xC0 == 0x80 { end -= 1 }
        return Self(rebasing: self[..<end])
    }
}
