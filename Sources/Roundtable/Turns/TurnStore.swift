package import Foundation

/// One event to be committed, with all that becomes true together with it.
package struct Commit: Sendable {
    /// The event.
    package let event: Event
    /// The session after it; the session in the store must be at the revision before.
    package let session: Session
    /// How many cancellations the decision had seen.
    package let cancellations: Int
    /// The answer to a repeated request; nil if the request is safe to repeat by itself.
    package let answer: AnswerRecord?
}

/// Where turns, drafts and first answers are kept.
package protocol TurnStore: Sendable {
    /// Commits an event, by one conditional write: all of it, or nothing and false if the session has moved on, its draft
    /// was cancelled, or the key was used before.
    func commit(_ commit: Commit) async throws(ServiceError) -> Bool
    /// Stores a draft in place of its author's older ones; false, and nothing, if the session is not at this revision any
    /// more or the key was used before.
    func save(_ draft: Draft, at revision: Int, of session: SessionID, answer: AnswerRecord) async throws(ServiceError)
        -> Bool
    /// A draft of a session.
    func draft(_ id: DraftID, of session: SessionID) async throws(ServiceError) -> Draft?
    /// Takes a draft back for good; false, and nothing, if the session is not at this revision any more.
    func cancel(_ draft: DraftID, at revision: Int, of session: SessionID) async throws(ServiceError) -> Bool
    /// Notes that a draft's bubble was sent but came too late.
    func markOvertaken(_ draft: DraftID, of session: SessionID) async throws(ServiceError)
    /// The first answer to a player's request with this key, if it is younger than the date.
    func answer(
        to player: PlayerID, key: String, in session: SessionID, since oldest: Date
    ) async throws(ServiceError) -> AnswerRecord?
}
