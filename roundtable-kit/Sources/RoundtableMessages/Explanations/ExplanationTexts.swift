import RoundtableModel

/// The kit's own sentences in one language.
struct ExplanationTexts: Sendable {
    let overtaken, takenBack, notInserted, offline, waiting, locked, otherDevice, unknownPlayer: String
    let foreignBubble, failed, outdated: String

    /// Chooses the language of a tag such as `de-AT`; English, if there are no sentences in it.
    static func inLanguage(_ language: String?) -> Self {
        let tag = language?.prefix { $0 != "-" && $0 != "_" }.lowercased() ?? "en"
        return languages[tag] ?? english
    }

    subscript(kind: Explanation.Kind) -> String {
        switch kind {
        case .refused: outdated
        case .overtaken: overtaken
        case .takenBack: takenBack
        case .notInserted: notInserted
        case .offline: offline
        case .waiting: waiting
        case .locked: locked
        case .otherDevice: otherDevice
        case .unknownPlayer: unknownPlayer
        case .foreignBubble: foreignBubble
        case .failed: failed
        }
    }

    /// A refusal in the words of the service, which answers in the player's language. What a proxy before it may
    /// refuse, it refuses without a reason and in English; so the kit has sentences of its own for that.
    subscript(problem: Problem) -> String {
        if problem.reason != nil, let detail = problem.detail { return detail }
        return switch problem.code {
        case .badRequest, .unknownGame, .badOptions, .methodNotAllowed, .preconditionFailed, .payloadTooLarge,
            .uriTooLong, .expectationFailed, .headersTooLarge, .notImplemented, .versionNotSupported,
            .idempotencyKeyReused:
            self[.refused(problem.code)]
        case .requestTimeout, .unavailable: self[.offline]
        case .unauthenticated: self[.unknownPlayer]
        default: problem.detail ?? self[.refused(problem.code)]
        }
    }
}
