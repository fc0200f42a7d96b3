/// SipHash-1-3 (Aumasson and Bernstein, 2012) of bytes under a secret key.
///
/// A hash of 8 bytes, much cheaper than SHA-256 where the processor has no instructions for that. Whoever lacks the key
/// finds no two texts with one hash, so it tells whether something has changed; it proves nothing to anybody else.
package struct SipHash: Sendable {
    private var (a, b, c, d): (UInt64, UInt64, UInt64, UInt64)

    /// A hash under a key of 16 bytes.
    ///
    /// - Precondition: there are as many.
    package init(key: [UInt8]) {
        precondition(key.count == 16, "The key of a SipHash has 16 bytes.")
        let (low, high) = key.withUnsafeBytes { ($0.word(at: 0), $0.word(at: 8)) }
        a = low ^ 0x736F_6D65_7073_6575
        b = high ^ 0x646F_7261_6E64_6F6D
        c = low ^ 0x6C79_6765_6E65_7261
        d = high ^ 0x7465_6462_7974_6573
    }

    package func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var state = self
        let end = bytes.count & ~7
        for offset in stride(from: 0, to: end, by: 8) { state.add(bytes.word(at: offset)) }
        var last = UInt64(truncatingIfNeeded: bytes.count) << 56
        for offset in end..<bytes.count { last |= UInt64(bytes[offset]) << (8 * UInt64(offset - end)) }
        state.add(last)
        state.c ^= 0xFF
        for _ in 0..<3 { state.turn() }
        return state.a ^ state.b ^ state.c ^ state.d
    }

    private mutating func add(_ word: UInt64) {
        d ^= word
        turn()
        a ^= word
    }

    private mutating func turn() {
        a &+= b
        b = b.rotated(by: 13) ^ a
        a = a.rotated(by: 32)
        c &+= d
        d = d.rotated(by: 16) ^ c
        a &+= d
        d = d.rotated(by: 21) ^ a
        c &+= b
        b = b.rotated(by: 17) ^ c
        c = c.rotated(by: 32)
    }
}

extension UInt64 {
    fileprivate func rotated(by bits: UInt64) -> UInt64 { self &<< bits | self &>> (64 - bits) }
}

extension UnsafeRawBufferPointer {
    fileprivate func word(at offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
