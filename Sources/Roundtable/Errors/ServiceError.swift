import GameRules

/// Why a request was refused or failed: a stable code, perhaps with a reason, and what the log should know.
///
/// The player's sentence is in the texts; see ``ProblemTexts``.
package struct ServiceError: Error {
    /// The stable, machine-readable code.
    package let code: ErrorCode
    /// The stable, machine-readable reason, where there are several of the code: a ``RefusalReason``, or the rule that
    /// an illegal move breaks.
    package private(set) var reason: String?
    /// The key of the player's sentence in the texts; nil if there is none but the code's.
    package private(set) var sentence: String?
    /// A sentence for the app's author, in English and safe to show; nil if the player's says as much.
    package let developerDetail: String?
    /// The session's current revision, where the request was about a session.
    package var revision: Int?
    /// The rematch that the session has, for `already_rematched`.
    package var session: SessionID?
    /// After how many seconds to try again, for `rate_limited`, `quota_exceeded` and `unavailable`.
    package var retryAfter: Int?
    /// The methods that are allowed, for `method_not_allowed`.
    package var allowed: [String] = []
    /// The quota that is used up, for `rate_limited` and `quota_exceeded`.
    package private(set) var quota: Quota?
    /// The error beneath; for the log, never for an answer.
    package var underlying: (any Error)?

    /// A refusal for which the player reads the sentence of its code.
    package init(
        _ code: ErrorCode, _ developerDetail: String? = nil, revision: Int? = nil, underlying: (any Error)? = nil
    ) {
        self.code = code
        self.developerDetail = developerDetail
        self.revision = revision
        self.underlying = underlying
        retryAfter = code == .unavailable ? 1 : nil
    }

    /// A refusal that says more than its code.
    package init(because reason: RefusalReason, _ developerDetail: String? = nil, revision: Int? = nil) {
        self.init(reason.code, developerDetail, revision: revision)
        self.reason = reason.rawValue
        sentence = "problem.\(code.rawValue).\(reason.rawValue)"
    }

    /// A refusal because a quota is used up, in which there is room again after so many seconds; nil for never.
    init(exceeding quota: Quota, retryAfter seconds: Int? = nil) {
        self.init(quota.code)
        self.quota = quota
        sentence = "problem.\(code.rawValue).\(quota.rawValue)"
        retryAfter = seconds
    }

    init(_ rejection: MoveRejection, of game: GameName) {
        switch rejection {
        case .unreadable(let expected):
            self.init(because: .unreadable, "This is not \(expected).")
        case .malformed(let rule, let detail):
            self.init(because: .malformed, detail)
            reason = rule
        case .illegal(let rule, let detail):
            self.init(.illegalMove, detail)
            reason = rule
            sentence = "\(game).refused.\(rule)"
        }
    }

    /// The same refusal with the session's current revision.
    package func at(revision: Int) -> ServiceError {
        var error = self
        error.revision = revision
        return error
    }

    /// A session or message that does not exist, or not for this caller.
    package static let notFound = ServiceError(.notFound)
}

extension ServiceError {
    /// A sentence in English for operators and the log.
    package var detail: String {
        developerDetail ?? ProblemTexts.service.detail(of: self, in: Composer.sourceLanguage)
    }
}
