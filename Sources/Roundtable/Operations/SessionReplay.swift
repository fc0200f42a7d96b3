package import Foundation
package import GameRules

/// A session that is rebuilt from its events as they come, a few at a time, to be compared with what is stored. It
/// holds no more of them than it was given last.
package struct SessionReplay: Sendable {
    /// The session as it is stored.
    package let session: Session
    /// The seats that are stored as those to act, by which sessions are found.
    private let toAct: [SeatIndex]
    /// Their players, as stored.
    private let acting: [PlayerID]
    /// When it last changed, as stored, by which it is listed and removed.
    private let updatedAt: Date
    private let games: GameLibrary
    /// Its founding, by its first event; nil before that.
    private var founding: Founding?
    /// As far as its events have made it; nil before the first.
    private var rebuilt: Session?
    private var failure: ServiceError?
    /// The players of its seats and of its events, as stored.
    package private(set) var players: Set<PlayerID>

    package init(
        of session: Session, toAct: [SeatIndex], acting: [PlayerID], updatedAt: Date, games: GameLibrary
    ) {
        self.session = session
        self.toAct = toAct
        self.acting = acting
        self.updatedAt = updatedAt
        self.games = games
        players = Set(session.seating.seats.compactMap(\.player))
    }

    /// Whether more events make a difference: not after one that does not follow.
    package var goesOn: Bool { failure == nil }

    package mutating func add(_ events: [Event]) {
        guard goesOn, let first = events.first else { return }
        players.formUnion(events.compactMap(\.player))
        do throws(ServiceError) {
            founding = founding ?? first.details.founding
            var next = try rebuilt(beginningWith: first)
            for event in events { next = try next.following(event) }
            rebuilt = next
        } catch {
            failure = error
        }
    }

    /// Whether the rules answered: while they are suspended, nothing is learned about the session.
    package var isConclusive: Bool { failure?.code != .unavailable }

    /// The difference between what is stored and what all events have made; nil if there is none. A session that was
    /// never opened has no events, and nothing to compare.
    package var problem: String? {
        if let failure { return "can't be rebuilt: \(failure.clause)" }
        if rebuilt == nil, session.revision == 0 { return toAct.isEmpty ? nil : "nobody is to act before it is opened" }
        do throws(ServiceError) {
            let rebuilt = try rebuilt(beginningWith: nil)
            var differences = session.differences(from: rebuilt)
            if let founding { differences += session.identity.differences(from: founding) }
            if toAct != rebuilt.toAct { differences.append("seats to act") }
            if updatedAt != rebuilt.updatedAt { differences.append("time of the last change") }
            if acting != session.seating.players(of: toAct) { differences.append("players to act") }
            return differences.isEmpty ? nil : "stored and rebuilt differ in: \(differences.joined(separator: ", "))"
        } catch {
            return "can't be rebuilt: \(error.clause)"
        }
    }

    private func rebuilt(beginningWith first: Event?) throws(ServiceError) -> Session {
        if let rebuilt { rebuilt } else { try .beginning(with: first, of: session.identity, games: games) }
    }
}
