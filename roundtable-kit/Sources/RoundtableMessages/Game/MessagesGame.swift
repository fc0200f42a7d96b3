public import RoundtableClient
import RoundtableModel

#if canImport(Combine)
    public import Combine
#endif

// swift: importing RoundtableModel
//   in (roundtable: MessagesExtension, host: any MessagesHost, token: MessageToken, sender: ParticipantID) async

/// A game in one conversation on one device: everything between what Messages tells an extension and what the
/// extension draws.
///
/// It knows nothing of Apple's frameworks. Messages' callbacks come in as methods that return at once; what has to
/// reach the service is written down before they return, for the extension may end right after. What is to be drawn
/// comes out as ``state``.
///
/// ```swift
/// let game = MessagesGame(in: roundtable)
/// game.willBecomeActive(IncomingBubble(token: token, sender: sender), in: host)
/// await game.settle()  // until a game is shown, there is nothing to play in
/// game.play("b2")
/// ```
@MainActor
public final class MessagesGame {
    /// The extension, whose settings may change.
    public let owner: MessagesExtension
    /// The state to draw.
    ///
    /// NB: `@Observable` is in iOS 17 and later only.
    #if canImport(Combine)
        @Published
    #endif
    public private(set) var state = GameState.empty {
        willSet { announce(newValue) }
    }
    /// The style in which Messages shows the app now.
    #if canImport(Combine)
        @Published
    #endif
    public internal(set) var style = PresentationStyle.compact
    /// The style that Messages is changing to; nil unless a transition is under way.
    #if canImport(Combine)
        @Published
    #endif
    public internal(set) var nextStyle: PresentationStyle?

    let jobs = JobQueue()
    weak var host: (any MessagesHost)?
    /// Whether the extension is in the foreground.
    var isActive = false
    /// The activation before, with the message that Messages named last since then.
    var activation: Activation?

    /// The session on screen, and what is going on with it.
    var shown: ShownGame? { didSet { update() } }
    var activity = Activity.idle { didSet { update() } }
    var trouble: Trouble? { didSet { update() } }
    /// The message in the input field whose event counts already, or that has none of its own.
    var staged: GameMessage? { didSet { update() } }

    /// The style that was asked for during a transition.
    var wantedStyle: PresentationStyle?
    /// The message or game that the person asked to see, until it is opened.
    var asked: Subject?
    /// The message or game that was opened last, be it in vain.
    var opened: Subject?
    /// The game from which the person began the one on screen: where they are again if they take the beginning back.
    var former: SessionID?
    /// The request whose answer has brought the game on screen, and whose message is not staged as the person has left.
    var left: (key: IdempotencyKey, session: SessionID, people: Conversation)?
    /// Ends a transition that Messages does not end.
    var transition: Task<Void, Never>?
    var following: (session: SessionID, task: Task<Void, Never>)?
    var retrying: Task<Void, Never>?
    var failures = 0
    /// The messages about which the service could not take a report, though it answered.
    var untold: Set<MessageToken> = []
    private var listeners: [Int: AsyncStream<GameState>.Continuation] = [:]
    private var count = 0

    /// What Messages says when the extension comes to the foreground.
    struct Activation {
        /// The selected message, if there is one.
        var selected: Subject?
        var people: Conversation?
    }

    enum Activity { case idle, opening, composing }

    /// The troubles that the person has to be told of.
    enum Trouble: Equatable {
        case refused(Explanation)
        case offline(Explanation)
    }

    /// Makes a game that nothing is shown of yet: one for the open app, and one for each live bubble.
    public init(in owner: MessagesExtension) {
        self.owner = owner
        owner.add(self)
    }

    deinit {
        following?.task.cancel()
        retrying?.cancel()
        transition?.cancel()
    }
}

extension MessagesGame {
    /// The client, for what the kit doesn't do.
    public var client: RoundtableClient { owner.client }

    var settings: MessagesExtension.Settings { owner.settings }
    var credential: PlayerCredential { owner.credential }
    var outbox: Outbox { owner.outbox }
    var feed: SessionFeed { owner.feed }
    var texts: ExplanationTexts { owner.texts }
}

extension MessagesGame {
    /// The states as they come, the current one first.
    public func states() -> AsyncStream<GameState> {
        let (states, listener) = AsyncStream<GameState>.makeStream()
        count += 1
        let number = count
        listeners[number] = listener
        listener.onTermination = { _ in Task { @MainActor [weak self] in self?.listeners[number] = nil } }
        listener.yield(state)
        return states
    }

    private func announce(_ state: GameState) {
        for listener in listeners.values { listener.yield(state) }
    }

    private func update() {
        let current = currentState
        if current != state { state = current }
    }

    private var currentState: GameState {
        // NB: before what is under way, which is then only tried again.
        if case .offline(let explanation) = trouble { return .offline(explanation, shown) }
        switch activity {
        case .opening where shown == nil: return .opening
        case .composing: return .composing(shown)
        case .opening, .idle: break
        }
        if case .refused(let explanation) = trouble { return .refused(explanation, shown) }
        guard let shown else { return .empty }
        return waiting.map { .staged($0, shown) } ?? .showing(shown)
    }

    /// The message of the game on screen that waits for Send.
    var waiting: GameMessage? {
        guard let view = shown?.view else { return nil }
        return staged?.session == view.id ? staged : view.draft?.message
    }
}

/// The things that a person can ask to see.
enum Subject {
    /// The game of a message, perhaps of one that is none of the service's.
    case bubble(IncomingBubble)
    /// A game by its ID.
    case session(SessionID)

    /// Whether this asks for the same as another one did.
    func isSame(as other: Subject?) -> Bool {
        switch (self, other) {
        case (.bubble(let one), .bubble(let other)): one.token == other.token
        case (.session(let one), .session(let other)): one == other
        case (.bubble, _), (.session, _): false
        }
    }
}

#if canImport(Combine)
    extension MessagesGame: ObservableObject {}
#endif
