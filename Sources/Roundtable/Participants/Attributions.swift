import Foundation
package import GameRules
@_spi(Roundtable) import RoundtableJSON
import Synchronization

/// The players' identifiers and names for one device in one session, at the moment of one request.
///
/// NB: a class, because a reference is cheaper to pass on.
package final class Attributions: Sendable {
    /// The player who asks; nil for somebody unknown, who sees what is public.
    package let reader: PlayerID?
    private let seating: Seating
    /// The nicknames, found once they are asked for.
    private let foundNames = Mutex<DisplayNames?>(nil)
    /// This device's identifier of each player it can name.
    package let resolved: NamedPlayers
    /// Whom no sighting has named.
    private let inferred: PlayerID?

    /// For a reader whose request is answered again, by the names that were resolved for it then. Without names, for a
    /// reader who is unknown, or whose device is: by nicknames and seat names only.
    package init(reader: PlayerID?, seating: Seating, participants: NamedPlayers = NamedPlayers()) {
        self.reader = reader
        self.seating = seating
        resolved = participants
        inferred = nil
    }

    /// For a device that the session has not heard of: it knows itself, if it says who it is.
    convenience init(asker: Asker, seating: Seating) {
        self.init(
            reader: asker.player, seating: seating, participants: asker.local.map { [asker.player: $0] } ?? [:])
    }

    /// For a device: its own identifier, what sightings taught, and what follows from them.
    package init(device: Device, seating: Seating) {
        reader = device.player
        self.seating = seating
        let aliases = Alias.all(of: device, in: seating)
        resolved = NamedPlayers(aliases)
        inferred = aliases.last { $0.isInferred }?.player
    }

    var seatCount: Int { seating.seats.count }

    /// The source of the name for each seat that somebody else has.
    var ofOthers: some Sequence<ServiceMetrics.Naming> {
        seating.seats.lazy.compactMap { [self] seat -> ServiceMetrics.Naming? in
            guard seat.state == .taken, !isReader(seat.player) else { return nil }
            guard let player = seat.player, resolved[player] != nil else { return .fallback }
            return player == inferred ? .inferred : .resolved
        }
    }

    /// This device's identifier of a player; nil if it is not known.
    package func participant(of player: PlayerID?) -> ParticipantID? { player.flatMap { resolved[$0] } }

    /// This device's identifier of a seat's player; nil if it is not known.
    package func participant(of seat: SeatIndex) -> ParticipantID? { participant(of: seating[seat].player) }

    private var names: DisplayNames {
        foundNames.withLock { found in
            if let found { return found }
            let names = DisplayNames(of: seating)
            found = names
            return names
        }
    }

    /// The nickname of somebody who has, or had, a seat, distinct from everybody else's; nil without one.
    func nickname(of player: PlayerID, at seat: SeatIndex) -> String? { names.name(of: player, at: seat) }

    func nickname(of seat: SeatIndex) -> String? { names.name(of: seat) }

    /// The player of a seat when a revision was the newest; by default now.
    func player(of seat: SeatIndex, at revision: Int?) -> PlayerID? { seating.player(of: seat, at: revision) }

    /// The seats that the reader plays.
    package var ownSeats: [SeatIndex] { reader.map { seating.seats(of: $0) } ?? [] }

    func isReader(_ player: PlayerID?) -> Bool { player != nil && player == reader }
}

extension ParticipantID {
    /// The `$UUID` that Messages replaces by the participant's name, as each reader knows it.
    var attribution: String {
        String(unsafeUninitializedCapacity: 37) { text in
            text[0] = UInt8(ascii: "$")
            return 1 + uuid.write(to: UnsafeMutableBufferPointer(rebasing: text[1...]), uppercase: true)
        }
    }
}
