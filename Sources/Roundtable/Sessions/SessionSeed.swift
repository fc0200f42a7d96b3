import Digests
package import Foundation
package import GameRules

/// The secret from which all chance of a session comes.
///
/// Each event draws from a stream of its own, named by its revision, so that only a committed event moves on: a retry,
/// a draft or a cancelled message can't roll again.
package struct SessionSeed: Hashable, Sendable {
    /// 32 random bytes; never part of an answer or a log line.
    package let bytes: Data

    package init(bytes: Data) { self.bytes = bytes }

    /// A new seed from a generator that nobody can predict.
    package static func make(using generator: inout some RandomNumberGenerator) -> SessionSeed {
        SessionSeed(bytes: Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }))
    }

    /// The seed in hexadecimal digits, to be disclosed when the game is over.
    package var text: String { bytes.hexadecimal }

    /// The promise of the seed, made when the game starts: its SHA-256 (FIPS 180-4) in hexadecimal digits.
    package var hash: String { SHA256.hash(Array(bytes)).hexadecimal }

    /// The randomness of the event with a revision.
    package func random(revision: Int) -> GameRandom {
        GameRandom(SeedStream(seed: bytes, revision: UInt64(revision)))
    }

    /// The randomness of the choice that is made for a player in the event with a revision: another one than that of
    /// the event itself.
    func random(insteadOfRevision revision: Int) -> GameRandom {
        GameRandom(SeedStream(seed: bytes, revision: UInt64(revision) | 1 << 63))
    }
}

/// SHA-256 in counter mode: each number is the first eight bytes, most significant first, of the digest of the seed,
/// the event's revision and the number of the draw from 0, both as eight bytes.
private struct SeedStream: RandomNumberGenerator {
    let seed: Data
    let revision: UInt64
    var block: UInt64 = 0

    mutating func next() -> UInt64 {
        var hash = SHA256()
        seed.withUnsafeBytes { hash.update($0) }
        withUnsafeBytes(of: revision.bigEndian) { hash.update($0) }
        withUnsafeBytes(of: block.bigEndian) { hash.update($0) }
        block += 1
        return hash.finalize().prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
