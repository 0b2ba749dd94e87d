/// HTML with a short mark in the place of each text that is long or holds references: libxml2 takes text character by
/// character, searches a list for each reference and knows the names of HTML 4 only, and nothing else that it does
/// depends on which characters stand there.
struct HTMLOutline {
    /// What libxml2 reads; empty where the text itself holds what marks are made of.
    private(set) var bytes: [UInt8] = []
    /// Where each text stands in the original.
    private(set) var texts: [Range<Int>] = []

    /// U+FDD0, which no text may contain (Unicode, 23.7), and the number of the text in four letters.
    private static let markLength = 7
    private static let shortest = 20

    /// Tags and comments that may still be written: more than any honest feed has, as each costs libxml2 half a
    /// microsecond. What follows them is cut off.
    var markupLeft = 250_000
    /// References that may still stand in tags, for the same reason.
    var referencesLeft = 300_000

    /// Writes the outline of `html` after `prefix`.
    mutating func write(_ html: UnsafeBufferPointer<UInt8>, after prefix: StaticString) {
        bytes.removeAll(keepingCapacity: true)
        texts.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: UnsafeBufferPointer(start: prefix.utf8Start, count: prefix.utf8CodeUnitCount))
        var copied = 0
        var i = 0
        while i < html.count {
            if html[i] == UInt8(ascii: "<") {
                let start = i
                if i + 2 < html.count, html[i + 1] == UInt8(ascii: "!"), html[i + 2] == UInt8(ascii: "[") {
                    // CDATA and the conditions of a browser are comments up to the first ">" (HTML Living Standard,
                    // 13.2.5.42); libxml2 2.9 takes them for text.
                    i = html[i...].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 } ?? html.count
                    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: html[copied..<start]))
                    copied = i
                    continue
                }
                let (end, references) = Self.endOfMarkup(in: html, from: start)
                markupLeft -= 1
                referencesLeft -= references
                if markupLeft < 0 || referencesLeft < 0 {
                    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: html[copied..<start]))
                    return
                }
                i = end
                if i < html.count, let name = Self.rawText(in: html, from: start, to: i) {
                    // What scripts and styles hold is no markup, nor will anybody read it.
                    i = Self.endOfRawText(name, in: html, from: i)
                }
            } else {
                guard let (end, isReplaceable, holdsReference) = Self.endOfText(in: html, from: i) else {
                    bytes.removeAll(keepingCapacity: true)
                    texts.removeAll(keepingCapacity: true)
                    return
                }
                if isReplaceable, holdsReference || end - i >= Self.shortest, texts.count < 1 << 24 {
                    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: html[copied..<i]))
                    appendMark(texts.count)
                    texts.append(i..<end)
                    copied = end
                }
                i = end
            }
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: html[copied...]))
    }

    private mutating func appendMark(_ number: Int) {
        for byte: UInt8 in [0xEF, 0xB7, 0x90] { bytes.append(byte) }
        for shift in [18, 12, 6, 0] { bytes.append(0x40 | UInt8(truncatingIfNeeded: number >> shift & 63)) }
    }

    /// The text that `mark` stands for; nil where it is no mark.
    func text(_ mark: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
        guard mark.count == Self.markLength, mark[0] == 0xEF, mark[1] == 0xB7, mark[2] == 0x90 else { return nil }
        let number = mark[3...].reduce(0) { $0 << 6 | Int($1 & 63) }
        return number < texts.count ? texts[number] : nil
    }

    /// The name of the element whose start tag stands there, if libxml2 reads no markup in it.
    private static func rawText(in html: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int) -> StaticString? {
        let tag = UnsafeBufferPointer(rebasing: html[start + 1..<end])
        for name: StaticString in ["script", "style"] where isName(name, at: 0, in: tag) { return name }
        return nil
    }

    private static func endOfRawText(_ name: StaticString, in html: UnsafeBufferPointer<UInt8>, from start: Int) -> Int
    {
        var i = start
        while i < html.count {
            if html[i] == UInt8(ascii: "<"), i + 1 < html.count, html[i + 1] == UInt8(ascii: "/"),
                isName(name, at: i + 2, in: html)
            {
                break
            }
            i += 1
        }
        return i
    }

    private static func isName(_ name: StaticString, at start: Int, in html: UnsafeBufferPointer<UInt8>) -> Bool {
        let count = name.utf8CodeUnitCount
        guard start + count < html.count, (html[start + count] | 0x20) < 0x61 || html[start + count] > 0x7A else {
            return false
        }
        for i in 0..<count where html[start + i] | 0x20 != name.utf8Start[i] { return false }
        return true
    }

    /// The end of the tag or comment at `start` and how many references may be in it, roughly: whoever reads the outline notices texts that do not come back.
    static func endOfMarkup(in html: UnsafeBufferPointer<UInt8>, from start: Int) -> (end: Int, references: Int) {
        var i = start + 1
        if i + 1 < html.count, html[i] == UInt8(ascii: "!"), html[i + 1] == UInt8(ascii: "-") {
            while i < html.count {
                if html[i] == UInt8(ascii: ">"), html[i - 1] == UInt8(ascii: "-") { return (i + 1, 0) }
                i += 1
            }
            return (i, 0)
        }
        guard i < html.count, html[i] > 0x20 else { return (i, 0) }
        var quote: UInt8 = 0
        var references = 0
        while i < html.count {
            let byte = html[i]
            i += 1
            if byte == UInt8(ascii: "&") { references += 1 }
            if quote != 0 {
                if byte == quote { quote = 0 }
            } else if byte == UInt8(ascii: ">") {
                break
            } else if byte == 0x22 || byte == 0x27, html[i - 2] <= 0x20 || html[i - 2] == UInt8(ascii: "=") {
                quote = byte
            }
        }
        return (i, references)
    }

    /// Where the text at `start` ends, whether it holds more than space and nothing that libxml2 would leave out, and
    /// whether it holds what may be a reference; nil where it holds what marks are made of.
    private static func endOfText(
        in html: UnsafeBufferPointer<UInt8>, from start: Int
    ) -> (end: Int, isReplaceable: Bool, holdsReference: Bool)? {
        var isReplaceable = html[start...].prefix(shortest).contains { $0 > 0x20 }
        var holdsReference = false
        var i = start
        while true {
            i = html.firstIndex(
                from: i, eight: { ($0.equals(0x3C) | $0.equals(0x26) | $0.equals(0xEF) | $0.underflow(0x20)) == 0 }
            ) { $0 == 0x3C || $0 == 0x26 || $0 == 0xEF || $0 < 0x20 }
            guard i < html.count, html[i] != 0x3C else { return (i, isReplaceable, holdsReference) }
            switch html[i] {
            case 0x26: holdsReference = true
            case 0xEF where i + 2 < html.count && html[i + 1] == 0xB7 && html[i + 2] == 0x90: return nil
            // U+FFFE and U+FFFF are no characters of XML, nor are controls.
            case 0xEF where i + 2 < html.count && html[i + 1] == 0xBF && html[i + 2] >= 0xBE: isReplaceable = false
            case 0xEF, 0x09, 0x0A: break
            default: isReplaceable = false
            }
            i += 1
        }
    }
}
