package import Foundation
package import GameRules
package import Roundtable
package import RoundtableModel

/// A session as its opening event left it, and whose seats the first players took one after the other.
///
/// Seat 0 is player 0's, and so on. A game that waits has started if all its seats are taken.
package func aSession(
    _ game: GameName = "tic-tac-toe", seats: Int = 2, taken: Int? = nil, timeout: Int? = nil,
    clock: ClockSettings? = nil, options: GameJSON = .emptyObject, seed: UInt8 = 1
) throws -> Session {
    var session = try anUnopenedSession(
        game, seats: seats, timeout: timeout, clock: clock, options: options, seed: seed
    ).opened()
    for number in 1..<max(1, taken ?? seats) { session = try session.after(.join, by: number) }
    return session
}

/// A session whose opening message was not sent yet.
package func anUnopenedSession(
    _ game: GameName = "tic-tac-toe", seats: Int = 2, timeout: Int? = nil, clock: ClockSettings? = nil,
    options: GameJSON = .emptyObject, seed: UInt8 = 1
) throws -> Session {
    let founding = Founding(
        game: game, rules: 1, options: options, seats: seats,
        clock: clock ?? timeout.map { ClockSettings(turnSeconds: $0) }, creator: .numbered(0))
    let identity = Session.Identity(
        id: SessionID(.numbered(1, kind: 0xA0)), founding: founding, seed: .numbered(seed), createdAt: .testing,
        watch: RulesWatch())
    return Session(
        identity, seats: seats,
        position: try GameLibrary.testing.position(for: founding, of: identity.id, watch: identity.watch))
}

extension Session {
    /// What this session was founded on.
    package var founding: Founding {
        Founding(
            game: identity.game, rules: identity.rules, options: .emptyObject, seats: seating.seats.count,
            clock: identity.clock, creator: identity.creator)
    }

    /// The session after its opening, perhaps with a move.
    package func opened(with move: String? = nil) throws -> Session {
        try deciding(
            Proposal(.open(founding, move: move.map { .move($0) }), by: .numbered(0), seat: 0, basedOn: 0), at: .testing
        ).session
    }

    /// The decision on a proposal at a time until which clocks never stood.
    package func deciding(
        _ proposal: Proposal, draft: DraftID? = nil, operation: Roundtable.Operation? = nil, at now: Date
    ) throws(ServiceError) -> Decision {
        try deciding(proposal, draft: draft, operation: operation, at: ClockReading(now))
    }

    /// What the referee makes of a player's proposal, by default as of now.
    package func deciding(
        _ intent: Proposal.Intent, by player: Int, seat: SeatIndex? = nil, basedOn: Int? = nil, at now: Date = .testing
    ) throws(ServiceError) -> Decision {
        try deciding(
            Proposal(intent, by: .numbered(player), seat: seat, basedOn: basedOn ?? revision), at: now)
    }

    /// The session after a player's proposal.
    package func after(
        _ intent: Proposal.Intent, by player: Int, basedOn: Int? = nil, at now: Date = .testing
    ) throws(ServiceError) -> Session {
        try deciding(intent, by: player, basedOn: basedOn, at: now).session
    }

    /// The session after a player's move, in the game's notation.
    package func after(_ move: String, by player: Int, basedOn: Int? = nil) throws(ServiceError) -> Session {
        try after(.move(.move(move)), by: player, basedOn: basedOn)
    }

    /// The reason why a proposal is refused; nil if it isn't.
    package func refusal(
        of intent: Proposal.Intent, by player: Int, seat: SeatIndex? = nil, basedOn: Int? = nil
    ) -> ServiceError? {
        do {
            _ = try deciding(intent, by: player, seat: seat, basedOn: basedOn)
            return nil
        } catch {
            return error
        }
    }
}

extension Date {
    /// When tests take place.
    package static let testing = Date(timeIntervalSince1970: 1_800_000_000)
}
