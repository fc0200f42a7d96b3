package import GameRules

/// Who is who for one device in one session, at the moment of one request.
package struct Attributions: Sendable {
    /// The player who asks; nil for somebody unknown, who sees what is public.
    package let reader: PlayerID?
    private let seating: Seating
    private let participants: [PlayerID: ParticipantID]

    /// For a reader whose device is unknown, or who is: nicknames and seat names only.
    package init(reader: PlayerID?, seating: Seating) {
        self.reader = reader
        self.seating = seating
        participants = [:]
    }

    /// For a device: its own identifier, what sightings taught, and what follows from them.
    package init(device: Device, seating: Seating) {
        reader = device.player
        self.seating = seating
        participants = Self.resolve(device, seating: seating)
    }

    /// What was resolved at an earlier request, to answer it again in the same words.
    package init(reader: PlayerID, seating: Seating, participants: [PlayerID: ParticipantID]) {
        self.reader = reader
        self.seating = seating
        self.participants = participants
    }

    /// This device's identifier of each player it can name.
    package var resolved: [PlayerID: ParticipantID] { participants }

    /// This device's identifier of a seat's player; nil if it is not known.
    package func participant(of seat: SeatIndex) -> ParticipantID? {
        seating[seat].state == .taken ? seating[seat].player.flatMap { participants[$0] } : nil
    }

    /// What a composed text calls a seat here: `$UUID`, else the nickname, else "Player 2".
    package func name(of seat: SeatIndex, seatName: (Int) -> String) -> String {
        participant(of: seat).map { "$\($0)" } ?? plainName(of: seat, seatName: seatName)
    }

    /// What a text that nothing is substituted in calls somebody else's seat.
    package func plainName(of seat: SeatIndex, seatName: (Int) -> String) -> String {
        seating.displayName(of: seat) ?? seatName(seat.rawValue + 1)
    }

    /// What Messages replaces by a player's name as each reader knows it; nil for a player whom the device can't name.
    func attribution(of player: PlayerID?) -> String? {
        player.flatMap { participants[$0] }.map { "$\($0)" }
    }

    /// Whether a seat is the reader's own.
    package func isOwn(_ seat: SeatIndex) -> Bool { ownSeats.contains(seat) }

    /// The reader's seats.
    package var ownSeats: [SeatIndex] { reader.map { seating.seats(of: $0) } ?? [] }

    /// Whether a player is the reader.
    func isReader(_ player: PlayerID?) -> Bool { player != nil && player == reader }

    private static func resolve(_ device: Device, seating: Seating) -> [PlayerID: ParticipantID] {
        let conversation = device.conversation
        var known = [device.player: conversation.local]
        let oldestFirst = conversation.remotes.sorted {
            device.aliases.newestSighting(of: $0) < device.aliases.newestSighting(of: $1)
        }
        for remote in oldestFirst {
            if let player = device.aliases.player(of: remote), player != device.player { known[player] = remote }
        }
        let unknown = conversation.remotes.filter {
            device.aliases.player(of: $0) == nil && !device.aliases.isContested($0)
        }
        guard
            let inferred = infer(
                among: unknown, of: conversation, seating: seating, known: known, reader: device.player)
        else { return known }
        return known.merging([inferred.player: inferred.participant]) { sighted, _ in sighted }
    }

    /// The one pair that must belong together: two players and one remote, or everybody seated and one pair left.
    private static func infer(
        among unknown: [ParticipantID], of conversation: Conversation, seating: Seating,
        known: [PlayerID: ParticipantID], reader: PlayerID
    ) -> (player: PlayerID, participant: ParticipantID)? {
        let taken = seating.table.taken
        let players = Set(taken.compactMap { seating[$0].player })
        guard players.contains(reader), unknown.count == 1, let remote = unknown.first else { return nil }
        let unmatched = players.filter { known[$0] == nil }
        guard unmatched.count == 1, let player = unmatched.first else { return nil }
        let isPair = taken.count == 2 && players.count == 2 && conversation.remotes.count == 1
        let isLastOfAll = taken.count == seating.seats.count && taken.count == conversation.remotes.count + 1
        return isPair || isLastOfAll ? (player, remote) : nil
    }
}
