import Digests
import Foundation

/// The rows of many sessions or players in one table, made as they are asked for, a part at a time.
struct SeedRows: Sequence, IteratorProtocol, Sendable {
    private static let partSize = 64 * 1024

    let lines: [SeedLine]
    let identifiers: SeedIdentifiers
    /// The sessions or players that are still to be written.
    var range: Range<Int>
    /// Whether these are the rows of sessions, not of players.
    let isOfSessions: Bool
    let progress: @Sendable (Int) -> Void

    mutating func next() -> [UInt8]? {
        guard !range.isEmpty else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.partSize * 2)
        var written = 0
        while bytes.count < Self.partSize, let number = range.popFirst() {
            let value = isOfSessions ? identifiers.values(ofSession: number) : identifiers.values(ofPlayer: number)
            for line in lines { line.write(to: &bytes, value) }
            written += lines.count
        }
        progress(written)
        return bytes
    }
}

/// Who sits where in which session: the same answer each time it is asked.
struct SeedIdentifiers: Sendable {
    let seed: UInt64
    let people: Int

    /// The values in the rows of a session; its players sit in as many sessions as everybody else.
    func values(ofSession number: Int) -> (SeedLine.Slot) -> [UInt8] {
        let session = identifier(number, kind: 1)
        let players = [0, 1].map { identifier((number * 2 + $0) % people, kind: 2) }
        return { slot in
            switch slot {
            case .session: session
            case .player(let seat): players[seat]
            case .credential: preconditionFailure("A session has no credential")
            }
        }
    }

    /// The values in the rows of a player.
    func values(ofPlayer number: Int) -> (SeedLine.Slot) -> [UInt8] {
        let (player, credential) = (identifier(number, kind: 2), identifier(number, kind: 3))
        return { $0 == .credential ? credential : player }
    }

    /// A UUID in lower case.
    private func identifier(_ number: Int, kind: UInt64) -> [UInt8] {
        let hash = withUnsafeBytes(of: (seed, UInt64(number), kind)) { SHA256.hash($0) }
        let (high, low) = hash.withUnsafeBytes {
            ($0.loadUnaligned(as: UInt64.self), $0.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        var text: [UInt8] = []
        text.reserveCapacity(36)
        for place in 0..<32 {
            if [8, 12, 16, 20].contains(place) { text.append(UInt8(ascii: "-")) }
            let half = place < 16 ? high : low
            let digit = UInt8(half >> UInt64(4 * (15 - place % 16)) & 15)
            // Version 8, RFC 9562: made by rules of one's own, as the service's session IDs are.
            let marked = place == 12 ? 8 : place == 16 ? digit & 3 | 8 : digit
            text.append(marked < 10 ? 48 + marked : 87 + marked)
        }
        return text
    }
}
