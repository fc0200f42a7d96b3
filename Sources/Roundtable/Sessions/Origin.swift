package import Foundation
package import GameRules
package import RoundtableJSON
package import RoundtableModel

/// The origin of a rematch: the session before it, whose players have the next seats.
package struct Origin: Hashable, Sendable {
    /// The session before it.
    package let session: SessionID
    /// The number of this game in the series, from 2.
    package let number: Int
    /// The games that each seat's player has won before, in the order of the rematch's seats.
    package let scores: [Int]
    /// The seat that its player had in the session before, by the rematch's seats.
    package let seats: [SeatIndex]

    /// The origin of a session's rematch: seats that nobody had are left out, and everybody moves on by one.
    init(_ session: Session) {
        let played = session.seating.table.all.filter { session.seating[$0].player != nil }
        let before = session.identity.origin
        let count = session.seating.seats.count
        var wins = Array(((before?.scores ?? []) + Array(repeating: 0, count: count)).prefix(count))
        for winner in session.outcome?.winners ?? [] where wins.indices.contains(winner.rawValue) {
            wins[winner.rawValue] += 1
        }
        self.session = session.id
        number = (before?.number ?? 1) + 1
        seats = played.suffix(1) + played.dropLast()
        scores = seats.map { wins[$0.rawValue] }
    }
}

/// The rematch of a session, as the session knows it.
package struct Rematch: Hashable, Sendable {
    package let session: SessionID
    /// When it became the rematch.
    package let at: Date

    /// The seconds for which its seats are kept for those who had one in the session before, which is kept as long.
    package static let keptSeconds = 7 * 86_400

    package init(session: SessionID, at: Date) {
        self.session = session
        self.at = at
    }
}

extension Origin: JSONReadable, JSONObjectWritable {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("number", number)
        json.member("scores", scores)
        json.member("seats", seats)
        json.member("session", session)
    }

    package init(_ json: JSONElement) throws(JSONError) {
        session = try json.read("session")
        number = try json.read("number")
        scores = try json.read("scores")
        seats = try json.read("seats")
    }
}

extension Session {
    /// The seats of a rematch that are kept for players of the session before, as long as they are kept. Whoever gave
    /// theirs back has none.
    func keptSeats(for before: Session) -> [SeatIndex: PlayerID] {
        guard let origin = identity.origin, origin.session == before.id else { return [:] }
        var kept: [SeatIndex: PlayerID] = [:]
        for (seat, earlier) in origin.seats.enumerated() where seating.table[SeatIndex(seat)] == .open {
            guard let player = before.seating[earlier].player, !player.isErased, !seating.hasSeat(of: player),
                !(seating[SeatIndex(seat)].formerHolders ?? []).contains(where: { $0.player == player })
            else { continue }
            kept[SeatIndex(seat)] = player
        }
        return kept
    }

    /// Whether a rematch ended without players of the session before, who have no seat here to ask for the next game
    /// with: its opening was taken back, it was abandoned before all of them had come, or it is over and nobody but who
    /// began it ever came.
    var leavesRoomForAnother: Bool {
        guard isOver, let origin = identity.origin else { return false }
        let came = seating.seats.prefix(origin.seats.count).count { $0.player != nil }
        return revision == 0 || came < (phase == .abandoned ? origin.seats.count : min(2, origin.seats.count))
    }

    /// When the seats of a rematch are kept no longer.
    var keepsSeatsUntil: Date { identity.createdAt.adding(seconds: Rematch.keptSeconds) }

    /// The series that a session belongs to, this game included once it is over; nil if it is no rematch.
    package var series: (number: Int, scores: [Int])? {
        guard let origin = identity.origin else { return nil }
        var scores = origin.scores
        for winner in outcome?.winners ?? [] where scores.indices.contains(winner.rawValue) {
            scores[winner.rawValue] += 1
        }
        return (origin.number, scores)
    }
}
