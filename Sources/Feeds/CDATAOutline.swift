import Glibc

/// XML with an instruction in the place of each CDATA section: libxml2 takes CDATA character by character, three times as
/// long as other text, and feeds keep their stories there.
struct CDATAOutline {
    static let target: StaticString = "cdata-section"

    private(set) var bytes: [UInt8] = []
    /// Where the content of each section stands in the original.
    private(set) var sections: [Range<Int>] = []

    /// The outline of `original` from `start` on. A section that does not end is left as it is.
    init(of original: [UInt8], from start: Int) {
        bytes.reserveCapacity(original.count - start)
        original.withUnsafeBytes { raw in
            guard let base = raw.baseAddress else { return }
            func find(_ byte: Int32, from index: Int) -> Int? {
                index < raw.count ? memchr(base + index, byte, raw.count - index).map { base.distance(to: $0) } : nil
            }
            func at(_ text: StaticString, _ index: Int) -> Bool {
                index + text.utf8CodeUnitCount <= raw.count
                    && memcmp(base + index, text.utf8Start, text.utf8CodeUnitCount) == 0
            }
            func end(_ mark: StaticString, from index: Int) -> Int? {
                var i = index
                while let found = find(0x3E, from: i) {
                    if found - 2 >= index, at(mark, found - 2) { return found + 1 }
                    i = found + 1
                }
                return nil
            }
            var copied = start
            var i = start
            while let open = find(0x3C, from: i) {
                i = open + 1
                guard i < raw.count, raw[i] == 0x21 else { continue }
                if at("<!--", open) {
                    guard let close = end("-->", from: open + 4) else { break }
                    i = close
                } else if at("<![CDATA[", open) {
                    guard let close = end("]]>", from: open + 9) else { break }
                    bytes.append(contentsOf: raw[copied..<open])
                    bytes.append(contentsOf: "<?cdata-section?>".utf8)
                    sections.append(open + 9..<close - 3)
                    copied = close
                    i = close
                }
            }
            bytes.append(contentsOf: raw[copied...])
        }
    }
}
