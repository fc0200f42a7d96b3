public import Foundation

/// SplitMix64 (Steele, Lea, Flood 2014): the same seed brings the same numbers, on every machine.
public struct SeededRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts the stream of a seed.
    public init(seed: UInt64) { state = seed }

    /// Starts the stream of a seed for one purpose, such as “the identifiers on Amber's phone”.
    ///
    /// Each purpose has a stream of its own, so that what happens concurrently doesn't change what is drawn.
    public init(seed: UInt64, for purpose: String) {
        // FNV-1a over the purpose: `Hasher` would differ in each process.
        state = purpose.utf8.reduce(seed ^ 0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }

    /// Draws 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Draws a version 4 UUID.
    public mutating func uuid() -> UUID {
        var bytes = [UInt8](repeating: 0, count: 16)
        for index in bytes.indices { bytes[index] = UInt8.random(in: .min ... .max, using: &self) }
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
