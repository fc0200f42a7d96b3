public import RoundtableModel

/// Which of a player's sessions to list.
public struct SessionFilter: Sendable, Equatable {
    /// Only those in this state.
    public var state: SessionState?
    /// Only those in which the player is, or is not, to act.
    public var yourTurn: Bool?
    /// The greatest number.
    public var limit: Int?
    /// The cursor that the page before named as `next`.
    public var after: String?

    /// Makes a filter; of nothing, it lists everything.
    public init(state: SessionState? = nil, yourTurn: Bool? = nil, limit: Int? = nil, after: String? = nil) {
        self.state = state
        self.yourTurn = yourTurn
        self.limit = limit
        self.after = after
    }
}
