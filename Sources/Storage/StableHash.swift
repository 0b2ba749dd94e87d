/// A 64-bit hash that is the same in every run and version, since it is stored. Eight bytes a step (as wyhash multiplies and
/// folds), for the bodies of 50,000 stories are 250 MB. Not for secrets: who makes two stories collide hides one of his own.
struct StableHash {
    private var state: UInt64

    init(_ seed: Int64 = 0) { state = UInt64(bitPattern: seed) ^ 0x9E37_79B9_7F4A_7C15 }

    static func of(_ texts: String?..., seed: Int64 = 0) -> Int64 {
        var hash = StableHash(seed)
        for text in texts { hash.add(text) }
        return hash.value
    }

    var value: Int64 { Int64(bitPattern: state) }

    /// nil and the empty text differ.
    mutating func add(_ text: String?) {
        guard var text else { return add(number: 0xFFFF_FFFF) }
        add(number: Int64(text.utf8.count))
        text.withUTF8 { bytes in
            let bytes = UnsafeRawBufferPointer(bytes)
            var offset = 0
            while offset + 8 <= bytes.count {
                mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
                offset += 8
            }
            var last: UInt64 = 0
            while offset < bytes.count {
                last = last << 8 | UInt64(bytes[offset])
                offset += 1
            }
            mix(last)
        }
    }

    mutating func add(number: Int64?) {
        mix(number.map { UInt64(bitPattern: $0) } ?? 0xA5A5_5A5A_0F0F_F0F0)
    }

    private mutating func mix(_ word: UInt64) {
        let product = (state ^ word ^ 0xA076_1D64_78BD_642F).multipliedFullWidth(by: 0xE703_7ED1_A0B4_28DB)
        state = product.high ^ product.low ^ (state &<< 23 | state &>> 41)
    }
}
