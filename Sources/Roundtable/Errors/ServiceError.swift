/// Why a request was refused or failed: a stable code, a sentence a player may read, and what the log should know.
package struct ServiceError: Error {
    /// The stable, machine-readable code.
    package let code: ErrorCode
    /// A sentence in English that is safe to show.
    package let detail: String
    /// The rule that an illegal move breaks.
    package var reason: String?
    /// The key of its sentence in the texts; nil if there is none but its code's.
    package let sentence: String?
    /// The session's current revision, where the request was about a session.
    package var revision: Int?
    /// After how many seconds to try again, for `rate_limited`, `quota_exceeded` and `unavailable`.
    package var retryAfter: Int?
    /// The methods that are allowed, for `method_not_allowed`.
    package var allowed: [String] = []
    /// The quota that is used up, for `rate_limited` and `quota_exceeded`.
    package internal(set) var quota: Quota?
    /// The error beneath; for the log, never for an answer.
    package var underlying: (any Error)?

    /// A refusal with its code and sentence.
    package init(
        _ code: ErrorCode, _ detail: String, reason: String? = nil, sentence: String? = nil, revision: Int? = nil,
        underlying: (any Error)? = nil
    ) {
        self.code = code
        self.detail = detail
        self.reason = reason
        self.sentence = sentence
        self.revision = revision
        self.underlying = underlying
        retryAfter = code == .unavailable ? 1 : nil
    }

    /// The same refusal with the session's current revision.
    package func at(revision: Int) -> ServiceError {
        var error = self
        error.revision = revision
        return error
    }

    /// A session or message that does not exist, or not for this caller.
    package static let notFound = ServiceError(.notFound, "There is no such game or message.")
}
