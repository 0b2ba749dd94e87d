import CXML2
import Glibc

/// Turns the bytes of a document into clean UTF-8 (FIELD-GUIDE 1.2: mark, header, declaration, UTF-8, detection).
enum TextEncoding {
    struct Decoded {
        /// Valid UTF-8 without a byte order mark and without characters that XML forbids.
        var bytes: [UInt8]
        var warnings: [String] = []
    }

    static func decode(_ bytes: [UInt8], contentType: String?) -> Decoded {
        if let (name, length) = mark(of: bytes) {
            let rest = Array(bytes[length...])
            if name != "UTF-8" { return Decoded(bytes: cleaned(convert(rest, from: name, lossy: true) ?? rest)) }
            return Decoded(bytes: cleaned(rest))
        }
        if bytes.starts(with: [0x4C, 0x6F, 0xA7, 0x94]) {
            // "<?xm" in EBCDIC (XML 1.0, appendix F); the first line is in letters that all its code pages share.
            let head = convert(Array(bytes.prefix(200)), from: "IBM037", lossy: true) ?? []
            let name = declaration(in: head).flatMap(encoding(labelled:)) ?? "IBM037"
            return Decoded(bytes: cleaned(convert(bytes, from: name, lossy: true) ?? bytes))
        }
        if let name = wideEncoding(of: bytes) {
            return Decoded(bytes: cleaned(convert(bytes, from: name, lossy: true) ?? bytes))
        }
        let scan = UTF8Scan(bytes)
        let header = contentType.flatMap(charset(inContentType:))
        let declared = declaration(in: bytes)
        let named = [header, declared].compactMap { $0 }.compactMap(encoding(labelled:))
        // Seven bits mean the same in all encodings but those that shift.
        if scan.isASCII && !named.contains(where: { $0.hasPrefix("ISO-2022") || $0 == "UTF-7" }) {
            return Decoded(bytes: scan.isClean ? bytes : cleaned(bytes))
        }
        var decoded = Decoded(bytes: [])
        // That much UTF-8 by chance is no chance.
        let isSurelyUTF8 = scan.isValid && scan.sequences >= 8
        if isSurelyUTF8
            || scan.isValid && named.allSatisfy({ $0 == "UTF-8" || $0 == "CP1252" || $0.hasPrefix("UTF-16") })
        {
            if named.contains(where: { $0 != "UTF-8" }) {
                decoded.warnings.append("the text is UTF-8, not \(header ?? declared ?? "")")
            }
            decoded.bytes = scan.isClean ? bytes : cleaned(bytes)
            return decoded
        }
        for name in named where name != "UTF-8" && !name.hasPrefix("UTF-16") && !name.hasPrefix("UTF-32") {
            if let text = convert(bytes, from: name, lossy: false) {
                decoded.bytes = cleaned(text)
                return decoded
            }
            decoded.warnings.append("the text is not in the encoding it names")
        }
        if scan.isValid {
            decoded.bytes = scan.isClean ? bytes : cleaned(bytes)
        } else if scan.sequences > (named.first == "UTF-8" || isJSON(bytes) ? 1 : 4) * scan.errors {
            // A few foreign bytes in UTF-8: usually quotation marks pasted from Windows. Where it says to be UTF-8, and
            // JSON always does (RFC 8259, 8.1), more of them: of bytes in other encodings few are UTF-8 by chance.
            decoded.warnings.append("invalid UTF-8")
            decoded.bytes = cleaned(bytes)
        } else {
            decoded.warnings.append("the encoding is guessed")
            decoded.bytes = cleaned(
                convert(bytes, from: EncodingGuess.name(of: bytes), lossy: true) ?? windows1252(bytes))
        }
        return decoded
    }

    private static func isJSON(_ bytes: [UInt8]) -> Bool {
        let first = bytes.first { $0 > 0x20 }
        return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    }

    // MARK: Names

    /// The name iconv knows for a label of the WHATWG encoding standard, with the supersets that it and the field ask for.
    static func encoding(labelled label: String) -> String? {
        let label = label.lowercased().filter { $0 != " " && $0 != "\"" && $0 != "'" }
        switch label {
        case "": return nil
        case "utf-8", "utf8", "unicode-1-1-utf-8", "x-unicode20utf8": return "UTF-8"
        case "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1", "us-ascii", "ascii", "ansi_x3.4-1968",
            "windows-1252",
            "cp1252", "x-cp1252", "iso88591", "iso8859_1", "cp819", "ibm819", "iso-ir-100", "ansi":
            return "CP1252"
        case "iso-8859-9", "latin5", "iso8859-9", "iso88599", "windows-1254", "cp1254", "l5": return "CP1254"
        case "iso-8859-11", "iso8859-11", "iso885911", "tis-620", "windows-874", "dos-874": return "CP874"
        case "gb2312", "gbk", "gb18030", "gb_2312-80", "x-gbk", "chinese", "csgb2312", "iso-ir-58", "cp936", "euc-cn":
            return "GB18030"
        case "ks_c_5601-1987", "ks_c_5601", "ksc5601", "ksc_5601", "euc-kr", "korean", "windows-949", "cp949",
            "cseuckr":
            return "CP949"
        case "shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "windows-31j", "ms932", "csshiftjis", "cp932":
            return "CP932"
        case "big5", "big5-hkscs", "cn-big5", "x-x-big5", "csbig5", "cp950": return "BIG5-HKSCS"
        case "euc-jp", "x-euc-jp", "cseucpkdfmtjapanese": return "EUC-JP"
        case "x-mac-roman", "macintosh", "mac", "csmacintosh", "mac-roman", "macroman": return "MACINTOSH"
        case "x-mac-cyrillic", "x-mac-ukrainian": return "MAC-CYRILLIC"
        case "koi8-r", "koi", "koi8", "koi8_r", "cskoi8r": return "KOI8-R"
        case "koi8-u", "koi8-ru": return "KOI8-U"
        case "l9", "csisolatin9": return "ISO-8859-15"
        case "csiso2022jp": return "ISO-2022-JP"
        case "csiso2022kr": return "ISO-2022-KR"
        case "iso-8859-6-e", "iso-8859-6-i", "csiso88596e", "csiso88596i": return "ISO-8859-6"
        case "sun_eu_greek": return "ISO-8859-7"
        case "iso-8859-8-e", "iso-8859-8-i", "logical", "visual", "csiso88598e", "csiso88598i": return "ISO-8859-8"
        case "utf-16", "utf16", "ucs-2", "unicode", "iso-10646-ucs-2", "utf-16le", "csunicode": return "UTF-16LE"
        case "utf-16be", "unicodefffe": return "UTF-16BE"
        case "utf-32", "ucs-4", "iso-10646-ucs-4", "utf-32le": return "UTF-32LE"
        case "utf-32be": return "UTF-32BE"
        default:
            if label.hasPrefix("x-cp125") { return "CP" + label.dropFirst(4) }
            if label.hasPrefix("windows-") { return "CP" + label.dropFirst(8) }
            if label.hasPrefix("iso8859") { return "ISO-8859-" + label.dropFirst(7).drop { "-_".contains($0) } }
            // Python's spelling of names and code pages.
            if label.contains("_"), !isKnown(label.uppercased()) {
                return encoding(labelled: label.replacing("_", with: "-"))
            }
            if label.allSatisfy(\.isNumber) { return "CP" + label }
            return label.uppercased()
        }
    }

    /// Whether iconv has an encoding of that name.
    private static func isKnown(_ name: String) -> Bool {
        guard let converter = iconv_open("UTF-8", name), Int(bitPattern: converter) != -1 else { return false }
        iconv_close(converter)
        return true
    }

    /// The charset parameter of a Content-Type header.
    static func charset(inContentType header: String) -> String? {
        for part in header.split(separator: ";").dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2 else { continue }
            if pair[0].filter({ $0 != " " }).lowercased() == "charset" {
                let value = pair[1].filter { !" \"'".contains($0) }
                return value.isEmpty ? nil : value
            }
        }
        return nil
    }

    /// The encoding that an XML declaration or an HTML meta element names near the start.
    private static func declaration(in bytes: [UInt8]) -> String? {
        let head = String(decoding: bytes.prefix(1024), as: UTF8.self)
        for key in ["encoding", "charset"] {
            guard let found = head.firstRange(of: key) else { continue }
            if key == "encoding", let end = head.firstRange(of: "?>"), end.lowerBound < found.lowerBound { continue }
            if key == "encoding", !head.contains("<?xml") { continue }
            var rest = head[found.upperBound...].drop { " \t\r\n=".contains($0) }
            if let quote = rest.first, quote == "\"" || quote == "'" { rest = rest.dropFirst() }
            let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.:".contains($0)) }
            if !name.isEmpty { return String(name) }
        }
        return nil
    }

    private static func mark(of bytes: [UInt8]) -> (name: String, length: Int)? {
        switch (bytes.first, bytes.dropFirst().first, bytes.dropFirst(2).first, bytes.dropFirst(3).first) {
        case (0xEF, 0xBB, 0xBF, _): ("UTF-8", 3)
        case (0xFF, 0xFE, 0, 0): ("UTF-32LE", 4)
        case (0, 0, 0xFE, 0xFF): ("UTF-32BE", 4)
        case (0xFF, 0xFE, _, _): ("UTF-16LE", 2)
        case (0xFE, 0xFF, _, _): ("UTF-16BE", 2)
        default: nil
        }
    }

    /// Wide characters without a mark show by the zeros beside the first `<` or `{` (XML 1.0, appendix F).
    private static func wideEncoding(of bytes: [UInt8]) -> String? {
        guard bytes.count >= 4 else { return nil }
        let openers: Set<UInt8> = [0x3C, 0x7B, 0x5B, 0x20, 0x0A, 0x0D]
        switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
        case (let c, 0, 0, 0) where openers.contains(c): return "UTF-32LE"
        case (0, 0, 0, let c) where openers.contains(c): return "UTF-32BE"
        case (let c, 0, let d, 0) where openers.contains(c) && d != 0: return "UTF-16LE"
        case (0, let c, 0, let d) where openers.contains(c) && d != 0: return "UTF-16BE"
        default: return nil
        }
    }

    // MARK: Conversion

    /// The text as UTF-8; nil for an unknown encoding and, unless `lossy`, where the bytes are not in it.
    static func convert(_ bytes: [UInt8], from name: String, lossy: Bool) -> [UInt8]? {
        if name == "CP1252" { return windows1252(bytes) }
        if name == "UTF-8" { return bytes }
        guard let converter = iconv_open("UTF-8", name), Int(bitPattern: converter) != -1 else { return nil }
        defer { iconv_close(converter) }
        var input = bytes
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count * 3 / 2 + 16)
        var piece = [UInt8](repeating: 0, count: 65_536)
        let total = input.count
        return input.withUnsafeMutableBytes { input -> [UInt8]? in
            var from = input.baseAddress?.assumingMemoryBound(to: CChar.self)
            var left = total
            while left > 0 {
                let (result, code, made) = piece.withUnsafeMutableBytes { piece -> (Int, Int32, Int) in
                    var to = piece.baseAddress?.assumingMemoryBound(to: CChar.self)
                    var room = piece.count
                    let result = iconv(converter, &from, &left, &to, &room)
                    return (result, errno, piece.count - room)
                }
                output += piece[..<made]
                guard result == -1 else { break }
                if code == E2BIG { continue }
                guard lossy else {
                    // Cut inside a character at the very end: a download that stopped.
                    if code == EINVAL && left < 4 && output.count > 16 { break }
                    return nil
                }
                output += [0xEF, 0xBF, 0xBD]
                let skip = min(left, name.hasPrefix("UTF-16") ? 2 : name.hasPrefix("UTF-32") ? 4 : 1)
                from = from?.advanced(by: skip)
                left -= skip
            }
            return output
        }
    }

    /// What the Windows code page 1252 has in place of the control characters 0x80–0x9F.
    static let windowsCharacters: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]

    private static func windows1252(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 8)
        for byte in bytes { append(windows: byte, to: &output) }
        return output
    }

    private static func append(windows byte: UInt8, to output: inout [UInt8]) {
        if byte < 0x80 {
            output.append(byte)
        } else {
            let scalar = byte < 0xA0 ? UInt32(windowsCharacters[Int(byte - 0x80)]) : UInt32(byte)
            output.append(scalar: scalar)
        }
    }

    /// Removes what XML forbids, reads C1 controls as the Windows characters that were meant, and invalid bytes likewise,
    /// but for the beginning of a character at the very end, where a download stopped.
    static func cleaned(_ bytes: [UInt8]) -> [UInt8] {
        let scan = UTF8Scan(bytes)
        if scan.isClean && scan.isValid { return bytes }
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + 64)
        var i = 0
        while i < bytes.count {
            let byte = bytes[i]
            if byte < 0x80 {
                if UTF8Scan.isAllowed(byte) { output.append(byte) }
                i += 1
                continue
            }
            let length = UTF8Scan.length(of: bytes, at: i)
            if length == 0 {
                if UTF8Scan.isCut(bytes, at: i) { break }
                append(windows: byte, to: &output)
                i += 1
                continue
            }
            let isNonCharacter = byte == 0xEF && bytes[i + 1] == 0xBF && bytes[i + 2] >= 0xBE
            if byte == 0xC2 && bytes[i + 1] < 0xA0 {
                append(windows: bytes[i + 1], to: &output)
            } else if !isNonCharacter {
                output += bytes[i..<i + length]
            }
            i += length
        }
        return output
    }
}

/// What kind of UTF-8 some bytes are.
struct UTF8Scan {
    private(set) var isASCII = true
    /// No character that XML forbids, no C1 control.
    private(set) var isClean = true
    /// The number of characters of two or more bytes, and of bytes that belong to no character, not counting those of a
    /// character that is cut off at the end.
    private(set) var sequences = 0
    private(set) var errors = 0
    var isValid: Bool { errors == 0 }

    init(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { raw in
            var i = 0
            let count = raw.count
            while i < count {
                // Eight plain bytes at a time: none with the high bit, none under 0x20.
                while i + 8 <= count {
                    let word = raw.loadUnaligned(fromByteOffset: i, as: UInt64.self)
                    let high = word & 0x8080_8080_8080_8080
                    let low = (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080
                    if high | low != 0 { break }
                    i += 8
                }
                guard i < count else { break }
                let byte = raw[i]
                if byte < 0x80 {
                    if !Self.isAllowed(byte) { isClean = false }
                    i += 1
                    continue
                }
                isASCII = false
                let length = Self.length(of: raw, at: i)
                if length == 0 {
                    isClean = false
                    if Self.isCut(raw, at: i) { break }
                    errors += 1
                    i += 1
                } else {
                    sequences += 1
                    if byte == 0xC2 && raw[i + 1] < 0xA0 || byte == 0xEF && raw[i + 1] == 0xBF && raw[i + 2] >= 0xBE {
                        isClean = false
                    }
                    i += length
                }
            }
        }
    }

    static func isAllowed(_ byte: UInt8) -> Bool {
        byte >= 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Whether a character starts at `i` that all bytes behind belong to and that wants more.
    static func isCut<C: RandomAccessCollection<UInt8>>(_ bytes: C, at i: Int) -> Bool where C.Index == Int {
        let wanted = bytes[i] >= 0xF0 ? 4 : bytes[i] >= 0xE0 ? 3 : 2
        return (0xC2...0xF4).contains(bytes[i]) && bytes.endIndex - i < wanted
            && bytes[(i + 1)...].allSatisfy { (0x80...0xBF).contains($0) }
    }

    /// The length of the character that starts at `i`, 0 where none does (Unicode, table 3-7).
    @inline(__always)
    static func length<C: RandomAccessCollection<UInt8>>(of bytes: C, at i: Int) -> Int where C.Index == Int {
        func follows(_ offset: Int, _ low: UInt8 = 0x80, _ high: UInt8 = 0xBF) -> Bool {
            i + offset < bytes.endIndex && bytes[i + offset] >= low && bytes[i + offset] <= high
        }
        switch bytes[i] {
        case 0xC2...0xDF: return follows(1) ? 2 : 0
        case 0xE0: return follows(1, 0xA0) && follows(2) ? 3 : 0
        case 0xED: return follows(1, 0x80, 0x9F) && follows(2) ? 3 : 0
        case 0xE1...0xEF: return follows(1) && follows(2) ? 3 : 0
        case 0xF0: return follows(1, 0x90) && follows(2) && follows(3) ? 4 : 0
        case 0xF1...0xF3: return follows(1) && follows(2) && follows(3) ? 4 : 0
        case 0xF4: return follows(1, 0x80, 0x8F) && follows(2) && follows(3) ? 4 : 0
        default: return 0
        }
    }
}

extension [UInt8] {
    /// Appends a character as UTF-8; nothing for what is no character.
    mutating func append(scalar value: UInt32) {
        guard let scalar = Unicode.Scalar(value) else { return }
        append(contentsOf: UTF8.encode(scalar)!)
    }
}
