package import Foundation
package import GameRules

/// Where claims are kept.
package protocol ClaimStore: Sendable {
    /// Stores a claim, if it is not stored yet, with the first answer; false, and nothing, if the key was used before or the
    /// player has another open claim to the seat.
    func save(_ claim: Claim, at now: Date, answer: AnswerRecord) async throws(ServiceError) -> Bool
    /// A claim of a session.
    func claim(_ id: ClaimID, of session: SessionID) async throws(ServiceError) -> Claim?
    /// Whether the holder of a seat has objected to a player's claim to it before.
    func isVetoed(
        _ player: PlayerID, claiming seat: SeatIndex, of holder: PlayerID, in session: SessionID
    ) async throws(ServiceError) -> Bool
    /// Stores what became of an open claim, and the report that led to it; false, and nothing, if it was changed meanwhile or
    /// the session is not at this revision any more.
    func update(_ claim: Claim, at revision: Int, after report: ClaimReport?) async throws(ServiceError) -> Bool
    /// Closes every open claim to a seat by a veto, and stores the fresh message that answers it; false, and nothing, if the
    /// session is not at the message's revision any more or the key was used before.
    func veto(
        _ seat: SeatIndex, by message: FreshMessage, of session: SessionID, answer: AnswerRecord
    ) async throws(ServiceError) -> Bool
    /// Sessions with a claim whose time has come: to be granted, or to expire.
    func sessionsWithDueClaims(at now: Date, limit: Int) async throws(ServiceError) -> [SessionID]
}
