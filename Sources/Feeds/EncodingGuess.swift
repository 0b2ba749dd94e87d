/// The likeliest encoding of bytes that are not UTF-8 and do not say truly what they are, by the letters that come out.
enum EncodingGuess {
    static func name(of bytes: [UInt8]) -> String {
        let sample = Array(bytes.prefix(100_000))
        if sample.contains(0x1B), let text = TextEncoding.convert(sample, from: "ISO-2022-JP", lossy: false),
            !text.isEmpty
        {
            return "ISO-2022-JP"
        }
        if let name = doubleByte(sample) { return name }
        // Letters beyond ASCII stand side by side in other scripts, alone in Latin words.
        var high = 0
        var beside = 0
        for i in sample.indices where sample[i] >= 0x80 {
            high += 1
            if i > 0 && sample[i - 1] >= 0x80 || i + 1 < sample.count && sample[i + 1] >= 0x80 { beside += 1 }
        }
        let candidates = beside * 10 > high * 6 ? scripts : latin
        var best = (name: "CP1252", score: 0.5)
        for (name, letters) in candidates {
            let score = share(of: letters, in: sample, as: name)
            if score > best.score { best = (name, score) }
        }
        return best.name
    }

    /// The part of the characters beyond ASCII that are among `letters`.
    private static func share(of letters: Set<Unicode.Scalar>, in sample: [UInt8], as name: String) -> Double {
        guard let text = TextEncoding.convert(sample, from: name, lossy: true) else { return 0 }
        var all = 0
        var known = 0
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars where scalar.value >= 0x80 {
            all += 1
            if letters.contains(scalar) { known += 1 }
        }
        return all == 0 ? 0 : Double(known) / Double(all)
    }

    /// Chinese, Japanese and Korean, by the lead bytes that their commonest characters have.
    private static func doubleByte(_ bytes: [UInt8]) -> String? {
        // EUC: pairs of high bytes only. Shift_JIS and Big5: a high byte and nearly any other.
        var pairs = 0
        var kana = 0
        var hangul = 0
        var isEUC = true
        var i = 0
        while i < bytes.count {
            guard bytes[i] >= 0x80 else {
                i += 1
                continue
            }
            guard bytes[i] >= 0xA1, bytes[i] != 0xFF, i + 1 < bytes.count, bytes[i + 1] >= 0xA1, bytes[i + 1] != 0xFF
            else {
                isEUC = false
                break
            }
            pairs += 1
            if bytes[i] == 0xA4 || bytes[i] == 0xA5 { kana += 1 }
            if (0xB0...0xC8).contains(bytes[i]) { hangul += 1 }
            i += 2
        }
        if isEUC && pairs >= 2 {
            // Letters of small alphabets in pairs would lead with few different bytes beside spaces and fill no words.
            if isAlphabet(bytes) { return nil }
            if kana * 5 > pairs { return "EUC-JP" }
            return hangul * 10 > pairs * 9 ? "CP949" : "GB18030"
        }
        if let share = leads(bytes, 0x82...0x83, trails: { $0 >= 0x40 && $0 != 0x7F && $0 <= 0xFC }, kana: true),
            share > 0.2
        {
            return "CP932"
        }
        if let share = leads(
            bytes, 0xA4...0xC6, trails: { $0 >= 0x40 && $0 <= 0x7E || $0 >= 0xA1 && $0 <= 0xFE }, kana: false),
            share > 0.8
        {
            return "BIG5-HKSCS"
        }
        if let share = leads(bytes, 0xB0...0xD7, trails: { $0 >= 0x40 && $0 != 0x7F && $0 <= 0xFE }, kana: false),
            share > 0.5,
            !isAlphabet(bytes)
        {
            return "GB18030"
        }
        return nil
    }

    /// Of the pairs of a double-byte encoding, the part whose lead byte is in `common`; nil where the bytes are no pairs.
    private static func leads(
        _ bytes: [UInt8], _ common: ClosedRange<UInt8>, trails: (UInt8) -> Bool, kana: Bool
    ) -> Double? {
        var pairs = 0
        var found = 0
        var i = 0
        while i < bytes.count {
            let byte = bytes[i]
            if byte < 0x80 || kana && (0xA1...0xDF).contains(byte) {
                i += 1
                continue
            }
            guard byte != 0x80, byte != 0xFF, i + 1 < bytes.count, trails(bytes[i + 1]) else {
                // Cut in the middle of a character, or no such encoding.
                if i + 1 >= bytes.count { break }
                return nil
            }
            pairs += 1
            if common.contains(byte) { found += 1 }
            i += 2
        }
        return pairs < 2 ? nil : Double(found) / Double(pairs)
    }

    /// Whether runs of high bytes have odd lengths about half of the time, as words do and pairs do not.
    private static func isAlphabet(_ bytes: [UInt8]) -> Bool {
        var runs = 0
        var odd = 0
        var length = 0
        for byte in bytes + [0] {
            if byte >= 0x80 {
                length += 1
            } else if length > 0 {
                runs += 1
                odd += length % 2
                length = 0
            }
        }
        return odd * 4 > runs
    }

    private static let scripts: [(String, Set<Unicode.Scalar>)] = [
        ("CP1251", letters("оеаинтсрвлкмдпуяыьгзОНСВП")), ("KOI8-R", letters("оеаинтсрвлкмдпуяыьгзОНСВП")),
        ("ISO-8859-5", letters("оеаинтсрвлкмдпуяыьгзОНСВП")), ("CP866", letters("оеаинтсрвлкмдпуяыьгзОНСВП")),
        ("CP1253", letters("αοιετσνηυρπκμλςόάίέήύ")), ("CP1255", letters("יוהלאתרבמשנעכדחקפ")),
        ("CP1256", letters("اليمنتروبعدسفهكقةحجأش")), ("ISO-8859-6", letters("اليمنتروبعدسفهكقةحجأش")),
        ("CP874", letters("านรอกเงมยลวดทสตะปบคหแจพชขใไโ่้ิี์ัุู็")),
    ]

    private static let latin: [(String, Set<Unicode.Scalar>)] = [
        ("CP1252", letters("éèêëàâäöüßçñôûîïóíáúãõåøæÉÈÀÇÄÖÜÑÓÍÁÚÅØÆ’‘“”–—…•€°©®™«»¿¡ºªœ\u{A0}§£·")),
        ("CP1250", letters("ěščřžýáíéúůťďňółąęśżźćńőűöüäôľĺŕŠČŘŽŁŚŻ„”–’\u{A0}")),
        ("ISO-8859-2", letters("ěščřžýáíéúůťďňółąęśżźćńőűöüäôľĺŕŠČŘŽŁŚŻ\u{A0}")),
        ("CP1254", letters("ığşçöüİĞŞÇÖÜâî’\u{A0}")),
    ]

    private static func letters(_ text: String) -> Set<Unicode.Scalar> { Set(text.unicodeScalars) }
}
