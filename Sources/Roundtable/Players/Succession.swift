import Digests
package import Foundation
import GameRules

/// A player who is no more: their credentials are another player's by now, or they were erased.
package struct Succession: Sendable, Equatable {
    package let player: PlayerID
    /// Who they are now; nil for nobody.
    package let successor: PlayerID?
    /// The random number that the stand-ins of somebody who was erased are derived from, so that they are the same
    /// however often it is begun anew. It is forgotten with the succession, and then nothing leads from one to another.
    private let salt: UUID?

    package init(of player: PlayerID, by successor: PlayerID?, salt: UUID? = nil) {
        self.player = player
        self.successor = successor
        self.salt = salt
    }

    /// What it means in one session.
    func replacement(in session: SessionID) -> Replacement {
        Replacement(
            player: player, successor: successor ?? .standIn(for: player, in: session, salt: salt),
            erases: successor == nil)
    }
}

/// A succession as it is carried out in one session: there an erased player gets a stand-in, so that what they did
/// stays one person's without being anybody's.
package struct Replacement: Sendable {
    package let player: PlayerID
    package let successor: PlayerID
    /// Whether nothing that tells of the person may stay.
    package let erases: Bool
}

extension PlayerID {
    /// Somebody who was erased, in one session.
    fileprivate static func standIn(for player: PlayerID, in session: SessionID, salt: UUID?) -> PlayerID {
        let source = Array(salt?.bytes ?? Data()) + player.uuid.bytes + session.uuid.bytes
        return PlayerID(UUID(bytes: [UInt8](repeating: 0, count: 8) + SHA256.hash(source).prefix(8)))
    }

    /// Whether this stands for somebody who was erased.
    var isErased: Bool { withUnsafeBytes(of: uuid.uuid) { $0.prefix(8).allSatisfy { $0 == 0 } } }
}

extension Seating {
    /// The same seats with one player in another's place; of somebody who is erased no nickname is left.
    package func replacing(_ replacement: Replacement) -> Seating {
        func name(_ player: PlayerID) -> PlayerID {
            player == replacement.player ? replacement.successor : player
        }
        var seating = self
        for (index, seat) in seats.enumerated() {
            seating.seats[index].player = seat.player.map(name)
            if replacement.erases, seat.player == replacement.player {
                (seating.seats[index].nickname, seating.seats[index].namedAt) = (nil, nil)
            }
            seating.seats[index].formerHolders = seat.formerHolders?.map { holder in
                let isErased = replacement.erases && holder.player == replacement.player
                return Holder(
                    player: name(holder.player), nickname: isErased ? nil : holder.nickname,
                    namedAt: isErased ? nil : holder.namedAt, since: holder.since, until: holder.until,
                    wasReclaimed: holder.wasReclaimed)
            }
        }
        return seating
    }
}
