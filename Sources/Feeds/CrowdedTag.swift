import Glibc

/// A start tag with more attributes than any honest one: libxml2 compares each with all the others, which is a trap.
enum CrowdedTag {
    static func isIn(_ bytes: [UInt8], from start: Int = 0) -> Bool {
        bytes.withUnsafeBytes { raw in
            guard let base = raw.baseAddress else { return false }
            var i = start
            while i < raw.count, let open = memchr(base + i, 0x3C, raw.count - i) {
                i = base.distance(to: open) + 1
                // CDATA and comments have no attributes.
                if i < raw.count, raw[i] == 0x21 { continue }
                let end = memchr(base + i, 0x3E, raw.count - i).map { base.distance(to: $0) } ?? raw.count
                if end - i > 1000, gaps(in: raw[i..<end]) > 500 { return true }
                i = end
            }
            return false
        }
    }

    /// About the number of attributes: spaces and equals signs, whichever are more.
    private static func gaps(in tag: Slice<UnsafeRawBufferPointer>) -> Int {
        var spaces = 0
        var signs = 0
        for byte in tag {
            if byte <= 0x20 { spaces += 1 }
            if byte == UInt8(ascii: "=") { signs += 1 }
        }
        return max(spaces, signs)
    }
}
