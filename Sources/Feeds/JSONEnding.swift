/// Ends JSON that stops early, as a download does that is cut off.
enum JSONEnding {
    /// A list or an object that is open.
    private struct Container {
        let closer: UInt8
        /// Behind the last member that is complete.
        var end: Int
    }

    private static let depthLimit = 500

    /// `json` up to its last complete story, closed; nil where it does not stop early.
    static func closed(_ json: [UInt8]) -> [UInt8]? {
        var open: [Container] = []
        var inString = false
        var i = 0
        while i < json.count {
            let byte = json[i]
            if inString {
                if byte == UInt8(ascii: "\\") { i += 1 } else if byte == UInt8(ascii: "\"") { inString = false }
            } else {
                switch byte {
                case UInt8(ascii: "\""): inString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    // Both closers stand two behind their openers in ASCII.
                    open.append(Container(closer: byte + 2, end: i + 1))
                    if open.count > depthLimit { return nil }
                case UInt8(ascii: "}"), UInt8(ascii: "]"):
                    guard open.popLast()?.closer == byte else { return nil }
                    if !open.isEmpty { open[open.count - 1].end = i + 1 }
                case UInt8(ascii: ","):
                    if !open.isEmpty { open[open.count - 1].end = i }
                default: break
                }
            }
            i += 1
        }
        guard !open.isEmpty else { return nil }
        // The outermost list is that of the stories; lists inside a story go with it.
        let last = open.firstIndex { $0.closer == UInt8(ascii: "]") } ?? open.count - 1
        return json[..<open[last].end] + open[...last].reversed().map(\.closer)
    }
}
