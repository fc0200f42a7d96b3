import Foundation
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
    }

    /// The kind.
    public var kind: Kind
    /// A sentence for the person.
    public var text: String
    /// The reason of the refusal, such as the rule that an illegal move broke, for programs.
    public var rule: String?

    /// Makes an explanation, such as for a preview.
    public init(kind: Kind, text: String, rule: String? = nil) {
        self.kind = kind
        self.text = text
        self.rule = rule
    }
}

extension Explanation {
    /// Explains what the kit itself has noticed.
    init(_ kind: Kind, in texts: ExplanationTexts) {
        self.init(kind: kind, text: texts[kind], rule: nil)
    }

    /// Explains a refusal.
    init(_ problem: Problem, in texts: ExplanationTexts) {
        let kind: Kind = problem.code == .unauthenticated ? .unknownPlayer : .refused(problem.code)
        self.init(kind: kind, text: texts[problem], rule: problem.reason)
    }
}
