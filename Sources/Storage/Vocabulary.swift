/// Words met before, by their hashes: whether one is new is asked 700 times a story, so it costs 10 ns and no memory each.
struct Vocabulary {
    private var slots = [UInt64](repeating: 0, count: 1 << 12)
    private var count = 0

    /// Adds the words of a folded text that have not been met. Two words with one hash count as met: a beginning would then not
    /// be completed to the second of them, once in 10⁹ words.
    mutating func collect(_ text: [UInt8], into words: inout [[UInt8]]) {
        var start = 0
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for (index, byte) in text.enumerated() {
            if byte != 0x20 {
                hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
                continue
            }
            // What is shorter is not completed, what is longer is no word.
            if (2...40).contains(index - start), insert(hash) { words.append(Array(text[start..<index])) }
            start = index + 1
            hash = 0xCBF2_9CE4_8422_2325
        }
    }

    private mutating func insert(_ hash: UInt64) -> Bool {
        let hash = hash | 1
        var slot = Int(truncatingIfNeeded: hash >> 20) & (slots.count - 1)
        while slots[slot] != 0 {
            if slots[slot] == hash { return false }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = hash
        count += 1
        if count * 2 > slots.count { grow() }
        return true
    }

    private mutating func grow() {
        // Forgetting them costs only that they are offered again: 4 MB are enough.
        let old = slots.count < 1 << 19 ? slots : []
        slots = [UInt64](repeating: 0, count: old.isEmpty ? 1 << 12 : old.count * 2)
        count = 0
        for hash in old where hash != 0 { _ = insert(hash) }
    }
}
