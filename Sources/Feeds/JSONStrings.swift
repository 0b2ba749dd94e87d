/// Texts of JSON with characters that it forbids there: a decoder would drop the whole text.
enum JSONStrings {
    /// `json` with control characters in its texts escaped, and unescaped what no escape is ("\\'"); nil where all is well.
    static func repaired(_ json: [UInt8]) -> [UInt8]? {
        var repaired: [UInt8] = []
        // What is copied so far.
        var from = 0
        var inString = false
        var i = 0
        while i < json.count {
            let byte = json[i]
            if byte == UInt8(ascii: "\"") {
                inString.toggle()
            } else if inString, byte < 0x20 {
                repaired += json[from..<i]
                repaired += byte == 0x0A ? "\\n".utf8 : byte == 0x09 ? "\\t".utf8 : " ".utf8
                from = i + 1
            } else if inString, byte == UInt8(ascii: "\\"), i + 1 < json.count {
                if !"\"\\/bfnrtu".utf8.contains(json[i + 1]) {
                    repaired += json[from..<i]
                    from = i + 1
                }
                i += 1
            }
            i += 1
        }
        return from == 0 ? nil : repaired + json[from...]
    }
}
