/// Makes of JSON as it is met what a decoder takes: a decoder drops a text with one bad escape, and a document with one
/// byte too many, whole.
enum JSONRepair {
    /// The first value of `json`, and whether more than space follows it.
    ///
    /// Escapes of half a character become U+FFFD, those of characters that no text may hold go, those that JSON does not
    /// know are read as JSON5 (section 5) reads them; lines and tabs may stand in a text; what is nested deeper than any
    /// feed is null.
    static func repaired(_ json: [UInt8]) -> (json: [UInt8], hasTail: Bool) {
        json.withUnsafeBufferPointer { json in
            var repair = Pass(json: json)
            let end = repair.run()
            let hasTail = json[end...].contains { $0 > 0x20 }
            return (repair.output, hasTail)
        }
    }

    private struct Pass {
        let json: UnsafeBufferPointer<UInt8>
        var output: [UInt8] = []
        /// Where what has to be copied starts.
        private var copied = 0
        private var depth = 0

        /// A decoder gives up at 512; a feed needs ten.
        private static let depthLimit = 100

        init(json: UnsafeBufferPointer<UInt8>) {
            self.json = json
            output.reserveCapacity(json.count)
        }

        /// Where the first value ends.
        mutating func run() -> Int {
            var i = 0
            while i < json.count {
                switch json[i] {
                case UInt8(ascii: "\""), UInt8(ascii: "'"): i = string(from: i)
                case UInt8(ascii: "/"): i = endOfComment(from: i)
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    depth += 1
                    if depth == Self.depthLimit + 1 { replace(i..<i, with: "null") }
                    i += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    i += 1
                    depth -= 1
                    if depth == Self.depthLimit { copied = i }
                    if depth <= 0 {
                        replace(i..<i, with: "")
                        return i
                    }
                default: i += 1
                }
            }
            replace(json.count..<json.count, with: "")
            return json.count
        }

        /// Copies what stands before `range` and puts `text` in its place; neither where it is nested too deeply.
        private mutating func replace(_ range: Range<Int>, with text: String) {
            if depth <= Self.depthLimit || text == "null" {
                output.append(contentsOf: UnsafeBufferPointer(rebasing: json[copied..<range.lowerBound]))
                output.append(contentsOf: text.utf8)
            }
            copied = range.upperBound
        }

        /// JSON5 has comments, and apostrophes in them open nothing.
        private func endOfComment(from start: Int) -> Int {
            guard start + 1 < json.count else { return start + 1 }
            var i = start + 2
            switch json[start + 1] {
            case UInt8(ascii: "/"):
                while i < json.count, json[i] != 0x0A { i += 1 }
                return i
            case UInt8(ascii: "*"):
                while i + 1 < json.count, json[i] != UInt8(ascii: "*") || json[i + 1] != UInt8(ascii: "/") { i += 1 }
                return min(i + 2, json.count)
            default: return start + 1
            }
        }

        /// Repairs the text whose quotation mark stands at `start`; where it ends.
        private mutating func string(from start: Int) -> Int {
            let quote = json[start]
            var i = start + 1
            while true {
                i = json.firstIndex(
                    from: i, eight: { ($0.equals(0x5C) | $0.equals(quote) | $0.underflow(0x20)) == 0 }
                ) { $0 == 0x5C || $0 == quote || $0 < 0x20 }
                guard i < json.count else { return i }
                switch json[i] {
                case quote: return i + 1
                case 0x5C: i = escape(at: i, quote)
                default:
                    let name = json[i] == 0x0A ? "\\n" : json[i] == 0x0D ? "\\r" : json[i] == 0x09 ? "\\t" : ""
                    replace(i..<i + 1, with: name)
                    i += 1
                }
            }
        }

        /// Repairs the escape at `i`; where it ends.
        private mutating func escape(at i: Int, _ quote: UInt8) -> Int {
            guard i + 1 < json.count else { return i + 1 }
            switch json[i + 1] {
            case quote, 0x5C: break
            case UInt8(ascii: "\""), UInt8(ascii: "/"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"): break
            case UInt8(ascii: "u"):
                guard let value = number(at: i + 2, digits: 4) else {
                    // A stroke that should have been escaped itself.
                    replace(i..<i, with: "\\")
                    return i + 2
                }
                switch value {
                case 0xD800...0xDBFF:
                    let isPair =
                        i + 7 < json.count && json[i + 6] == 0x5C && json[i + 7] == UInt8(ascii: "u")
                        && 0xDC00...0xDFFF ~= number(at: i + 8, digits: 4) ?? 0
                    if isPair { return i + 12 }
                    replace(i..<i + 6, with: "\\ufffd")
                case 0xDC00...0xDFFF: replace(i..<i + 6, with: "\\ufffd")
                case _ where !Self.isAllowed(value): replace(i..<i + 6, with: "")
                default: break
                }
                return i + 6
            case UInt8(ascii: "x"):
                guard let value = number(at: i + 2, digits: 2) else {
                    replace(i..<i + 1, with: "")
                    return i + 2
                }
                if Self.isAllowed(value) { replace(i..<i + 2, with: "\\u00") } else { replace(i..<i + 4, with: "") }
                return i + 4
            // Controls that no text may hold, and a line that goes on in the next.
            case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "0"), UInt8(ascii: "v"), 0x0A:
                replace(i..<i + 2, with: "")
            default:
                replace(i..<i + 1, with: "")
                // What was escaped may itself be none: a tab, a quotation mark of the other kind.
                return json[i + 1] < 0x20 ? i + 1 : i + 2
            }
            return i + 2
        }

        private static func isAllowed(_ value: UInt32) -> Bool {
            value >= 0x20 && value < 0xFFFE || value == 0x09 || value == 0x0A || value == 0x0D
        }

        private func number(at start: Int, digits: Int) -> UInt32? {
            guard start + digits <= json.count else { return nil }
            var value: UInt32 = 0
            for byte in json[start..<start + digits] {
                guard let digit = Character(UnicodeScalar(byte)).hexDigitValue else { return nil }
                value = value << 4 | UInt32(digit)
            }
            return value
        }
    }
}
