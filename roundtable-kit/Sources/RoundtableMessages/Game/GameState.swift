public import RoundtableModel

/// The states of a game on screen; a SwiftUI view switches over it.
public enum GameState: Hashable, Sendable {
    /// No game is on screen: offer to begin one.
    case empty
    /// A tapped message is being opened.
    case opening
    /// The game as it stands.
    case showing(ShownGame)
    /// What the person did is on its way to the service; its message is not staged yet. Without a game, one is begun.
    case composing(ShownGame?)
    /// A message waits in the input field for the person to press Send: of a move or of anything else. Until then it
    /// does not count, unless the view's `draft` is nil: then it counts already, and the others are yet to see it.
    case staged(GameMessage, ShownGame)
    /// Something did not happen, and this is why; the game as it stands, if any could be shown.
    case refused(Explanation, ShownGame?)
    /// The service, or the Keychain, can't be reached; the game as it was known last, if it was. It stays while the kit
    /// tries again by itself.
    case offline(Explanation, ShownGame?)
}

extension GameState {
    /// The game, if one can be shown.
    public var game: ShownGame? {
        switch self {
        case .empty, .opening: nil
        case .showing(let game), .staged(_, let game): game
        case .composing(let game), .refused(_, let game), .offline(_, let game): game
        }
    }

    /// The sentence for the person, if there is one.
    public var explanation: Explanation? {
        switch self {
        case .refused(let explanation, _), .offline(let explanation, _): explanation
        case .empty, .opening, .showing, .composing, .staged: nil
        }
    }
}

/// A game as it is to be drawn.
public struct ShownGame: Hashable, Sendable {
    /// The session as the service shows it to this player.
    public var view: SessionView
    /// The events that the person has not seen yet, in order, to be animated; of many hundred not all. Say
    /// ``MessagesGame/didShow(_:)`` once they were.
    public var missed: [EventView]

    /// Makes a game, such as for a preview.
    public init(view: SessionView, missed: [EventView] = []) {
        self.view = view
        self.missed = missed
    }

    /// The board to draw: with the person's own move that waits for Send, if there is one.
    public var board: GameJSON { view.draft?.board ?? view.board }

    /// Whether the person may act now: in their seat, or by taking an open one with a move.
    public var isYourTurn: Bool {
        // NB: where a game doesn't list its moves, there are none only if nobody may take a seat now.
        view.you.map(view.toAct.contains) ?? (view.legalMoves?.isEmpty != true)
    }

    /// Whether the newest event is the person's and its bubble was removed: offer ``MessagesGame/nudge()``.
    public var needsMessage: Bool { view.unsent }
}

extension ShownGame {
    /// The same game later: of what happened in between, nothing is animated twice.
    mutating func advance(to newer: SessionView, by events: [EventView], seen: Int) {
        view = newer
        var known = Set<Int>()
        missed = (missed + events)
            .filter { $0.revision > seen && $0.revision <= newer.revision && known.insert($0.revision).inserted }
            .sorted { $0.revision < $1.revision }
    }
}
