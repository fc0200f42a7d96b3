import Foundation
import RoundtableClient
public import RoundtableModel

/// Why the game is not as the person wanted it, in a sentence of their language.
public struct Explanation: Hashable, Sendable {
    /// The kinds of explanation, for programs.
    public enum Kind: Hashable, Sendable {
        /// The service refused.
        case refused(ErrorCode)
        /// Somebody else's move counted first.
        case overtaken
        /// The tapped bubble's move was taken back by its author.
        case takenBack
        /// Messages did not take the bubble.
        case notInserted
        /// The service can't be reached.
        case offline
        /// The service can't be reached; what the person did is kept and tried again.
        case waiting
        /// The Keychain can't be read or written now.
        case locked
        /// The device says that its owner sent the bubble, yet another player made it: offer a link code.
        case otherDevice
        /// The service doesn't know the player any more: offer ``MessagesGame/startOver()``.
        case unknownPlayer
        /// The bubble is none of the service's.
        case foreignBubble
        /// Something failed that the kit knows nothing of, such as a call of Messages or of the app's own.
        case failed
    }

    /// The kind.
    public var kind: Kind
    /// A sentence for the person.
    public var text: String
    /// The reason of the refusal, such as the rule that an illegal move broke, for programs.
    public var rule: String?
    /// The cause in words for the app's author, in English: log it, and don't show it to the person. Nil where the kind
    /// says it all.
    public var developerDetail: String?

    /// Makes an explanation, such as for a preview.
    public init(kind: Kind, text: String, rule: String? = nil, developerDetail: String? = nil) {
        self.kind = kind
        self.text = text
        self.rule = rule
        self.developerDetail = developerDetail
    }
}

extension Explanation {
    /// Explains what the kit itself has noticed.
    init(_ kind: Kind, _ developerDetail: String? = nil, in texts: ExplanationTexts) {
        self.init(kind: kind, text: texts[kind], developerDetail: developerDetail)
    }

    init(_ problem: Problem, in texts: ExplanationTexts) {
        let kind: Kind = problem.code == .unauthenticated ? .unknownPlayer : .refused(problem.code)
        let text = texts[problem]
        let words = problem.developerDetail ?? (problem.detail == text ? nil : problem.detail)
        self.init(kind: kind, text: text, rule: problem.reason, developerDetail: words)
    }

    /// Explains an error of a call that was not about the game on screen.
    init(_ error: any Error, in texts: ExplanationTexts) {
        switch error {
        case let error as RoundtableError where error.mayPass && error.code != .rateLimited:
            self.init(.offline, error.developerDetail, in: texts)
        case RoundtableError.refused(let problem): self.init(problem, in: texts)
        case RoundtableError.unkept, is PlayerCredential.Unreadable: self.init(.locked, "\(error)", in: texts)
        case RoundtableError.cancelled, is CancellationError, is MessagesHostError: self.init(.failed, in: texts)
        case let error as RoundtableError: self.init(.refused(.unknown), error.developerDetail, in: texts)
        default: self.init(.failed, "\(error)", in: texts)
        }
    }
}

extension RoundtableError {
    /// The cause in words for the app's author.
    var developerDetail: String {
        switch self {
        case .refused(let problem): problem.developerDetail ?? problem.detail ?? problem.title
        case .unreachable(let error): "No answer came: \(error)"
        case .unexpected(let status, let body):
            "The answer is none of the contract: status \(status), \(String(decoding: body.prefix(200), as: UTF8.self))"
        case .unkept(let error): "The credential can’t be kept: \(error)"
        case .cancelled: "The call was cancelled."
        }
    }
}

extension MessagesGame {
    /// Explains why a call failed that throws, such as ``link(code:)`` or one of ``client``, in the person's language.
    ///
    /// - Returns: a sentence for whatever was thrown: the service's own, if it refused. Its kind is
    ///   ``Explanation/Kind/offline`` if the service can't be reached, ``Explanation/Kind/locked`` if the vault can't
    ///   be read, and ``Explanation/Kind/failed`` for an error that the kit knows nothing of.
    public func explanation(of error: any Error) -> Explanation { Explanation(error, in: texts) }
}
