/// Text as it is searched: words in small letters without accents, one space after each.
///
/// What is written without spaces (Chinese, Japanese, Korean, Thai…) becomes a word a character, so that any part of it is found
/// as a phrase. The index is told nothing but ASCII spaces: what a word is, is decided here.
struct WordFolding {
    private(set) var bytes: [UInt8] = []
    private var isInWord = false

    /// The words of a text.
    static func words(of text: some StringProtocol) -> [String] {
        var folding = WordFolding()
        folding.add(text: String(text))
        folding.end()
        return folding.bytes.split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether a word is a character of those that stand without spaces: there is nothing to complete about it.
    static func isWhole(_ word: String) -> Bool {
        word.unicodeScalars.first.map { kind(of: $0) == .own } ?? false
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        isInWord = false
    }

    /// Ends the word, as the end of a text does.
    mutating func end() {
        if isInWord {
            bytes.append(0x20)
            isInWord = false
        }
    }

    mutating func add(text: String) {
        var text = text
        text.withUTF8 { add(text: $0[...]) }
    }

    private mutating func add(text: Slice<UnsafeBufferPointer<UInt8>>) {
        var i = text.startIndex
        while i < text.endIndex {
            let byte = text[i]
            if byte < 0x80 {
                add(ascii: byte)
                i += 1
            } else {
                let (scalar, length) = Self.decode(text[i...])
                add(scalar)
                i += length
            }
        }
    }

    /// Text between tags. Blocks end words, and tags inside a line do not; references are read.
    mutating func add(html: String) {
        var html = html
        html.withUTF8 { bytes in
            var i = 0
            while i < bytes.count {
                switch bytes[i] {
                case UInt8(ascii: "<"):
                    let end = Self.endOfTag(bytes, from: i)
                    if !Self.isInline(bytes[i..<end]) { self.end() }
                    i = end
                case UInt8(ascii: "&"):
                    let (scalar, length) = Self.reference(bytes[i...])
                    if let scalar { add(scalar) } else { end() }
                    i += length
                case let byte where byte < 0x80:
                    add(ascii: byte)
                    i += 1
                default:
                    let (scalar, length) = Self.decode(bytes[i...])
                    add(scalar)
                    i += length
                }
            }
        }
        end()
    }

    @inline(__always)
    private mutating func add(ascii byte: UInt8) {
        let lower = byte | 0x20
        if lower >= 0x61 && lower <= 0x7A {
            bytes.append(lower)
            isInWord = true
        } else if byte >= 0x30 && byte <= 0x39 {
            bytes.append(byte)
            isInWord = true
        } else {
            end()
        }
    }

    private mutating func add(_ scalar: Unicode.Scalar) {
        switch Self.kind(of: scalar) {
        case .separator: end()
        case .dropped: break
        case .own:
            end()
            append(scalar)
            end()
        case .letter(let folded):
            append(folded)
            isInWord = true
        case .letters(let one, let other):
            bytes.append(one)
            bytes.append(other)
            isInWord = true
        }
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        isInWord = true
        for byte in UTF8.encode(scalar)! { bytes.append(byte) }
    }

    // MARK: Characters

    private enum Kind: Equatable {
        case separator
        case dropped
        /// A word by itself.
        case own
        case letter(Unicode.Scalar)
        /// Two ASCII letters.
        case letters(UInt8, UInt8)
    }

    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        switch scalar.value {
        case 0..<0x80:
            return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                ? .letter(Unicode.Scalar(scalar.value | 0x20)!) : .separator
        // Soft hyphen, joiners, marks of direction: nobody types them.
        case 0xAD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064, 0xFEFF: return .dropped
        case 0x300...0x36F: return .dropped
        // Hebrew and Arabic vowels, which are written or not.
        case 0x591...0x5BD, 0x5BF, 0x5C1, 0x5C2, 0x64B...0x65F, 0x670: return .dropped
        // Thai to Myanmar and Khmer; kana, Bopomofo, Han, Hangul; pictures.
        case 0xE01...0xEFF, 0x1000...0x109F, 0x1780...0x17D3, 0x3005...0x3007, 0x3041...0x30FA, 0x30FC...0x318F,
            0x31A0...0x31FF, 0x3400...0x4DBF, 0x4E00...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF66...0xFF9F,
            0x1F300...0x1FAFF, 0x20000...0x3FFFF:
            return .own
        // Wide forms of ASCII.
        case 0xFF01...0xFF5E: return kind(of: Unicode.Scalar(scalar.value - 0xFEE0)!)
        case 0xDF, 0x1E9E: return .letters(0x73, 0x73)
        case 0xC6, 0xE6: return .letters(0x61, 0x65)
        case 0x152, 0x153: return .letters(0x6F, 0x65)
        case 0x2000...0x2BFF where scalar.properties.numericType == nil: return .separator
        default: break
        }
        if scalar.value < UInt32(plain.count), plain[Int(scalar.value)] != 0 {
            return .letter(Unicode.Scalar(plain[Int(scalar.value)])!)
        }
        let properties = scalar.properties
        guard properties.isAlphabetic || properties.numericType != nil || properties.generalCategory == .nonspacingMark
        else { return .separator }
        return .letter(lowercased(scalar))
    }

    private static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard scalar.properties.changesWhenLowercased else { return scalar }
        return scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar
    }

    /// The letter without accent and in lower case for each letter below U+2000 that has another form; 0 for the others.
    private static let plain: [UInt16] = {
        var plain = [UInt16](repeating: 0, count: 0x2000)
        for group in accented.split(whereSeparator: \.isWhitespace) {
            let base = group.unicodeScalars.first!
            for scalar in group.unicodeScalars.dropFirst() { plain[Int(scalar.value)] = UInt16(base.value) }
        }
        for value in 0x80..<0x2000 where plain[value] == 0 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let lower = lowercased(scalar)
            guard lower != scalar, lower.value < 0x2000 else { continue }
            plain[value] = plain[Int(lower.value)] != 0 ? plain[Int(lower.value)] : UInt16(lower.value)
        }
        return plain
    }()

    /// By Unicode's canonical decompositions, with the letters that have a stroke added; the plain letter comes first.
    private static let accented = """
        aàáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ bḃḅḇ cçćĉċčḉ dďḋḍḏḑḓđð eèéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ fḟ gĝğġģǧǵḡ
        hĥȟḣḥḧḩḫẖħ iìíîïĩīĭįǐȉȋḭḯỉịı jĵǰ kķǩḱḳḵ lĺļľḷḹḻḽł mḿṁṃ nñńņňǹṅṇṉṋ
        oòóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợø pṕṗ rŕŗřȑȓṙṛṝṟ sśŝşšșṡṣṥṧṩ tţťțṫṭṯṱẗŧ
        uùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự vṽṿ wŵẁẃẅẇẉẘ xẋẍ yýÿŷȳẏẙỳỵỷỹ zźżžẑẓẕ æǣǽ øǿ ſẛ ʒǯ
        αάἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ εέἐἑἒἓἔἕὲέ ηήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ ιΐίϊἰἱἲἳἴἵἶἷὶίῐῑῒΐῖῗ οόὀὁὂὃὄὅὸό ρῤῥ
        σς υΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ ωώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ ϒϓϔ аӑӓ гѓ еѐёӗ жӂӝ зӟ ийѝӣӥ кќ оӧ уўӯӱӳ чӵ ыӹ эӭ
        ії ѵѷ әӛ өӫ اآأإ وؤ يئ ہۂ ےۓ ەۀ
        """

    // MARK: Bytes

    /// A character that is not ASCII; U+FFFD, one byte long, for what is none. Strings are valid, so only a cut end can be.
    private static func decode(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> (Unicode.Scalar, Int) {
        let i = bytes.startIndex
        let first = UInt32(bytes[i])
        let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard first >= 0xC0, bytes.count >= length else { return ("\u{FFFD}", 1) }
        var value = first & (0xFF >> UInt32(length + 1))
        for offset in 1..<length { value = value << 6 | UInt32(bytes[i + offset] & 0x3F) }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
    }

    /// Behind the ">" that ends a tag; one in a quoted value does not.
    private static func endOfTag(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var quote: UInt8?
        var i = start + 1
        while i < bytes.count {
            let byte = bytes[i]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == 0x3E {
                return i + 1
            } else if byte == 0x22 || byte == 0x27 {
                quote = byte
            }
            i += 1
        }
        return bytes.count
    }

    private static func isInline(_ tag: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var name = tag.dropFirst()
        if name.first == UInt8(ascii: "/") { name = name.dropFirst() }
        let end = name.firstIndex { $0 == 0x20 || $0 == 0x3E || $0 == 0x2F || $0 == 0x0A } ?? name.endIndex
        name = name[..<end]
        // By length first: this is asked for each tag.
        switch name.count {
        case 1: return "abiqsu".utf8.contains(name.first! | 0x20)
        default: return inline.contains { name.elementsEqual($0.utf8) }
        }
    }

    private static let inline = [
        "em", "strong", "span", "code", "sub", "sup", "small", "mark", "abbr", "cite", "kbd", "del", "ins", "wbr",
        "font",
        "time", "var", "samp", "dfn", "bdi", "bdo",
    ]

    /// What a reference stands for and how long it is; nil for what ends a word, as those of spaces and signs do.
    private static func reference(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> (Unicode.Scalar?, Int) {
        guard let end = bytes.prefix(10).firstIndex(of: UInt8(ascii: ";")) else { return (nil, 1) }
        let length = end - bytes.startIndex + 1
        let name = bytes[bytes.startIndex + 1..<end]
        // Cleaned HTML has no names but those of XML, which stand for signs.
        guard name.first == UInt8(ascii: "#") else { return (nil, length) }
        let digits = String(decoding: name.dropFirst(), as: UTF8.self)
        let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return (value.flatMap(Unicode.Scalar.init), length)
    }
}
