import News

extension Reader.Text {
    /// The text with its styles as markup of Pango: what GtkLabel takes, and makes links of.
    init(_ kind: Kind, _ rich: Article.RichText, lead: String) {
        // C's texts end at a NUL.
        let plain = rich.text.utf8.contains(0) ? rich.text.replacing("\0", with: "\u{1A}") : rich.text
        let bytes = Array(plain.utf8)
        var markup: [UInt8] = []
        markup.reserveCapacity(bytes.count + 64)
        var links: [Reader.LinkRange] = []
        var at = 0
        var openLink: (url: String, start: Int)?

        func closeLink(at end: Int) {
            guard let link = openLink else { return }
            markup += "</a>".utf8
            links.append(Reader.LinkRange(range: link.start..<end, url: link.url))
            openLink = nil
        }
        for run in rich.runs {
            let range = run.range.clamped(to: at..<bytes.count)
            guard !range.isEmpty else { continue }
            // One link with a bold word in it is one link.
            if range.lowerBound > at || openLink?.url != run.link { closeLink(at: at) }
            Self.escape(bytes[at..<range.lowerBound], &markup)
            if let url = run.link, openLink == nil {
                openLink = (url, range.lowerBound)
                markup += "<a href=\"".utf8
                Self.escape(Array(url.utf8).filter { $0 >= 0x20 }[...], &markup)
                markup += "\">".utf8
            }
            let tags = Self.tags(run.style)
            for (tag, attributes) in tags { markup += "<\(tag)\(attributes)>".utf8 }
            Self.escape(bytes[range], &markup)
            for (tag, _) in tags.reversed() { markup += "</\(tag)>".utf8 }
            at = range.upperBound
        }
        closeLink(at: at)
        Self.escape(bytes[at...], &markup)
        var text = String(decoding: markup, as: UTF8.self)
        if let language = rich.language, !language.isEmpty, language.utf8.allSatisfy({ $0.isNameByte }) {
            text = "<span lang=\"\(language)\">\(text)</span>"
        }
        self.init(
            kind: kind, plain: plain, markup: text,
            isRightToLeft: rich.isRightToLeft ?? Self.beginsRightToLeft(plain), links: links, lead: lead)
    }

    private static func tags(_ style: Article.Style) -> [(String, String)] {
        var tags: [(String, String)] = []
        if style.contains(.strong) { tags.append(("b", "")) }
        if style.contains(.emphasis) { tags.append(("i", "")) }
        if style.contains(.code) {
            tags.append(
                ("span", " font_family=\"monospace\" size=\"88%\" background=\"#808080\" background_alpha=\"14%\""))
        }
        if style.contains(.superscript) { tags.append(("sup", "")) }
        if style.contains(.subscript) { tags.append(("sub", "")) }
        if style.contains(.deleted) { tags.append(("s", "")) }
        if style.contains(.underlined) { tags.append(("u", "")) }
        if style.contains(.marked) { tags.append(("span", " background=\"#f6d32d\" background_alpha=\"45%\"")) }
        return tags
    }

    private static func escape(_ bytes: ArraySlice<UInt8>, _ markup: inout [UInt8]) {
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "<"): markup += "&lt;".utf8
            case UInt8(ascii: ">"): markup += "&gt;".utf8
            case UInt8(ascii: "&"): markup += "&amp;".utf8
            case UInt8(ascii: "\""): markup += "&quot;".utf8
            default: markup.append(byte)
            }
        }
    }

    /// By its first letter (Unicode's bidirectional algorithm, rule P2), as far as scripts that run from the right go.
    private static func beginsRightToLeft(_ text: String) -> Bool {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: return true
            default: if scalar.properties.isAlphabetic { return false }
            }
        }
        return false
    }
}

extension UInt8 {
    /// A byte of a language tag (RFC 5646, 2.1).
    fileprivate var isNameByte: Bool {
        self == UInt8(ascii: "-") || UnicodeScalar(self).properties.isAlphabetic && self < 0x80
            || self >= 0x30 && self <= 0x39
    }
}
