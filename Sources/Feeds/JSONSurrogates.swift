import Glibc

/// Escapes of half a character ("\\ud83d" alone), for which a decoder would drop the whole text.
enum JSONSurrogates {
    /// `json` with U+FFFD in the place of each.
    static func withoutLoneOnes(_ json: [UInt8]) -> [UInt8] {
        var repaired = json
        repaired.withUnsafeMutableBufferPointer { bytes in
            var i = 0
            while let escape = next(in: bytes, from: i) {
                // A low one without a high one before it, or a high one without a low one behind.
                if half(bytes, escape) == .high, half(bytes, escape + 6) == .low {
                    i = escape + 12
                } else {
                    if half(bytes, escape) != nil {
                        for (k, byte) in "fffd".utf8.enumerated() { bytes[escape + 2 + k] = byte }
                    }
                    i = escape + 2
                }
            }
        }
        return repaired
    }

    private enum Half { case high, low }

    /// The next escape at or after `start`.
    private static func next(in bytes: UnsafeMutableBufferPointer<UInt8>, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + start, 0x5C, bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(base).distance(to: found)
    }

    /// Which half of a character is escaped at `i`; nil where another or none is.
    private static func half(_ bytes: UnsafeMutableBufferPointer<UInt8>, _ i: Int) -> Half? {
        guard i + 6 <= bytes.count, bytes[i] == 0x5C, bytes[i + 1] == UInt8(ascii: "u"),
            bytes[i + 2] | 0x20 == UInt8(ascii: "d"), bytes[(i + 2)..<(i + 6)].allSatisfy(isHexDigit)
        else { return nil }
        return switch bytes[i + 3] | 0x20 {
        case UInt8(ascii: "8") | 0x20, UInt8(ascii: "9") | 0x20, UInt8(ascii: "a"), UInt8(ascii: "b"): .high
        case UInt8(ascii: "c")...UInt8(ascii: "f"): .low
        default: nil
        }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66
    }
}
