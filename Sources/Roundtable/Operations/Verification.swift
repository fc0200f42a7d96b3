package import Foundation
package import GameRules

/// The result of rebuilding a session from its events and comparing it with what is stored.
package struct Verification: Sendable, Equatable {
    package let session: SessionID
    /// The difference; nil if it is as its events made it.
    package let problem: String?
    /// Whether it was compared to the end. It is not if the rules are suspended, or while a player is being replaced:
    /// that tells nothing of the session.
    package let isConclusive: Bool
    private let kind: Fault.Kind

    /// The result of a replay.
    ///
    /// - Parameter isChanging: whether a player is being replaced, page by page, in the events and among the seats.
    package init(_ replay: SessionReplay, isChanging: Bool) {
        session = replay.session.id
        kind = .differs
        isConclusive = replay.isConclusive && !isChanging
        problem = isConclusive ? replay.problem : nil
    }

    /// A session that can't even be read.
    package init(of session: SessionID, unreadable error: ServiceError) {
        self.session = session
        kind = .unreadable
        isConclusive = true
        problem = "can't be read: \(error.clause)"
    }

    /// A session of a game, or of a version of its rules, that this program does not know.
    package init(of session: SessionID, unknown game: GameName, rules: Int) {
        self.session = session
        kind = .unknownGame
        isConclusive = true
        let name = String(game.rawValue.unicodeScalars.prefix(64))
        problem = "can't be read: this program does not know \(name), version \(rules)"
    }

    /// The fault that was found; nil if nothing is wrong.
    package func fault(at now: Date) -> Fault? {
        problem.map { Fault(session: session, kind: kind, detail: $0, foundAt: now) }
    }
}

extension ServiceError {
    /// The sentence as part of another one.
    var clause: String { detail.hasSuffix(".") ? String(detail.dropLast()) : detail }
}

extension Session {
    /// The differences between two sessions in everything that events decide.
    package func differences(from other: Session) -> [String] {
        names(ofUnequal: [
            "revision": revision == other.revision, "state revision": stateRevision == other.stateRevision,
            "state": phase == other.phase, "position": position.equals(other.position),
            "outcome": outcome == other.outcome, "deadline": deadline == other.deadline,
            "newest event": newest == other.newest,
        ]) + seating.decided.differences(from: other.seating.decided)
    }
}

/// The names of the comparisons that are false, in their order.
private func names(ofUnequal comparisons: KeyValuePairs<String, Bool>) -> [String] {
    comparisons.filter { !$0.value }.map(\.key)
}

extension Seating {
    /// The differences between two seatings; what is not told by its own name is a difference of the seats.
    fileprivate func differences(from other: Seating) -> [String] {
        guard self != other else { return [] }
        let names = names(ofUnequal: [
            "offer": offer == other.offer && withdrawn == other.withdrawn, "pause": isPaused == other.isPaused,
            "events without a player": unattended == other.unattended,
            "clocks": seats.map(\.clock) == other.seats.map(\.clock),
        ])
        var rest = self
        (rest.offer, rest.withdrawn) = (other.offer, other.withdrawn)
        (rest.isPaused, rest.unattended) = (other.isPaused, other.unattended)
        for (seat, same) in zip(rest.seats.indices, other.seats) { rest.seats[seat].clock = same.clock }
        return names + (rest == other ? [] : ["seats"])
    }
}

extension Session.Identity {
    /// The differences from what the first event says of the session.
    func differences(from founding: Founding) -> [String] {
        names(ofUnequal: [
            "game": game == founding.game && rules == founding.rules, "creator": creator == founding.creator,
            "clock": clock == founding.clock, "origin": origin == founding.origin,
            "live messages": isLive == founding.isLive,
        ])
    }
}
