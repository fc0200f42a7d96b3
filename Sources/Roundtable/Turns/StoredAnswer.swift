package import Foundation

/// How a repeated request is recognised: the client's key, and what the request asked for.
package struct IdempotencyKey: Hashable, Sendable {
    /// What the client sent, at most 128 characters; its scope is the player and the session.
    package let key: String
    /// A hash of method, path and canonical body without `conversation`, `locale` and `nickname`.
    package let fingerprint: Data

    /// A key with its request.
    package init(key: String, fingerprint: Data) {
        self.key = key
        self.fingerprint = fingerprint
    }
}

/// What was answered to a request the first time, short of the words: these are composed again, in the same way for the
/// same identifiers, from the session as it was.
package struct StoredAnswer: Codable, Sendable {
    /// The message in the answer.
    package let message: MessageReference
    /// Whether the message's event was not committed yet.
    package let isDraft: Bool
    /// The revision of the session in the answer.
    package let revision: Int
    /// The identifiers of the request.
    package let conversation: Conversation
    /// What the identifiers stood for then.
    package let participants: [PlayerID: ParticipantID]
    /// The language of the texts.
    package let language: String
    /// The claims that the session's view showed; nil for none.
    package var claims: [SessionView.Claim]?
}

/// A stored answer with the request that it belongs to.
package struct AnswerRecord: Sendable {
    /// The player who asked.
    package let player: PlayerID
    /// The key and the request.
    package let request: IdempotencyKey
    /// The answer.
    package let answer: StoredAnswer

    /// An answer to be stored, or as it was stored.
    package init(player: PlayerID, request: IdempotencyKey, answer: StoredAnswer) {
        self.player = player
        self.request = request
        self.answer = answer
    }
}
