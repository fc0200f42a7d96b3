package import Foundation
package import GameRules

/// Where claims are kept.
package protocol ClaimStore: Sendable {
    /// Stores a claim, if it is not stored yet, with the first answer, and sets claims aside of which the session has
    /// too many; false, and nothing, if the key was used before
    /// or the player has another open claim in the session.
    func save(
        _ claim: Claim, at now: Date, answer: StoredAnswer, telling notices: [Notice]
    ) async throws(ServiceError) -> Bool
    func claim(_ id: ClaimID, of session: SessionID) async throws(ServiceError) -> Claim?
    /// A player's claim in a session that nobody has closed, also one that was set aside.
    func openClaim(by player: PlayerID, of session: SessionID) async throws(ServiceError) -> Claim?
    /// The newest claim to a seat that nobody has closed.
    func newestClaim(to seat: SeatIndex, of session: SessionID) async throws(ServiceError) -> Claim?
    /// All devices of a player that are known in a session.
    func devices(of player: PlayerID, in session: SessionID) async throws(ServiceError) -> [Device]
    /// Whether the holder of a seat has objected to a player's claim to it before.
    func isVetoed(
        _ player: PlayerID, claiming seat: SeatIndex, of holder: PlayerID, in session: SessionID
    ) async throws(ServiceError) -> Bool
    /// The number of claims that a player has and nobody has closed, counted up to a limit.
    func openClaims(by player: PlayerID, limit: Int) async throws(ServiceError) -> Int
    /// Stores what became of an open claim, and the report that led to it; false, and nothing, if it was changed
    /// meanwhile or the session is not at its revision any more.
    func update(_ claim: Claim, in session: Session, after report: ClaimReport?) async throws(ServiceError) -> Bool
    /// Closes every open claim to a seat by a veto, and stores the fresh message that answers it; false, and nothing,
    /// if the session is not at the message's revision any more or the key was used before.
    func veto(
        _ seat: SeatIndex, by message: FreshMessageRecord, of session: SessionID, answer: StoredAnswer
    ) async throws(ServiceError) -> Bool
    /// Sessions with a claim whose time has come, to be granted or to expire, after a place in that order.
    func sessionsWithDueClaims(
        at now: ClockReading, after last: PageMark?, limit: Int
    ) async throws(ServiceError) -> [DueSession]
    /// The claims of a session whose time has come, the earliest first.
    ///
    /// - Parameter now: by ``ClockTime``.
    func dueClaims(of session: SessionID, at now: Date, limit: Int) async throws(ServiceError) -> [Claim]
}
