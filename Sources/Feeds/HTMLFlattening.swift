/// Takes out of HTML the tags that stand too deep, with their ends; what they hold stays.
enum HTMLFlattening {
    /// `html` with no more than `limit` levels, not counting those that end by themselves when the next one starts.
    static func flattened(_ html: [UInt8], to limit: Int) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(html.count)
        html.withUnsafeBufferPointer { html in
            var depth = 0
            var i = 0
            while i < html.count {
                guard html[i] == UInt8(ascii: "<") else {
                    let end = html[i...].firstIndex(of: UInt8(ascii: "<")) ?? html.count
                    output.append(contentsOf: html[i..<end])
                    i = end
                    continue
                }
                let end = HTMLOutline.endOfMarkup(in: html, from: i).end
                let isEnd = i + 1 < end && html[i + 1] == UInt8(ascii: "/")
                let name = html[(isEnd ? i + 2 : i + 1)..<max(end, isEnd ? i + 2 : i + 1)].prefix { $0 | 0x20 >= 0x61 }
                var isKept = true
                if !uncounted.contains(where: { isSame($0, name) }), let first = name.first, first | 0x20 >= 0x61 {
                    if isEnd {
                        isKept = depth <= limit
                        depth = max(depth - 1, 0)
                    } else {
                        depth += 1
                        isKept = depth <= limit
                    }
                }
                if isKept { output.append(contentsOf: html[i..<end]) }
                i = end
            }
        }
        return output
    }

    private static func isSame(_ name: StaticString, _ other: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        other.count == name.utf8CodeUnitCount && zip(other, 0...).allSatisfy { $0 | 0x20 == name.utf8Start[$1] }
    }

    /// Without an end, or with one that may be missing.
    private static let uncounted: [StaticString] = [
        "p", "li", "dt", "dd", "tr", "td", "th", "br", "hr", "img", "wbr", "input", "col", "source", "area", "meta",
        "link", "embed", "param",
    ]
}
