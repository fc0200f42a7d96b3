/// The body of `POST /v1/sessions/{id}/actions`: something other than a move.
public struct ActionRequest: Codable, Hashable, Sendable {
    /// What to do.
    public var action: Action
    /// The revision of the view in which the player chose.
    public var revision: Int
    /// The people of the conversation as this device calls them.
    public var conversation: Conversation
    /// The seat concerned, for `reclaim` and `veto`, or for a player who holds several.
    public var seat: Int?
    /// The language of the composed texts.
    public var locale: String?
    /// The name that the player goes by from this event on.
    public var nickname: String?
    /// Whether the message is staged first; `draft` if nil.
    public var send: SendMode?

    /// Describes an action.
    public init(
        action: Action,
        revision: Int,
        conversation: Conversation,
        seat: Int? = nil,
        locale: String? = nil,
        nickname: String? = nil,
        send: SendMode? = nil
    ) {
        self.action = action
        self.revision = revision
        self.conversation = conversation
        self.seat = seat
        self.locale = locale
        self.nickname = nickname
        self.send = send
    }
}
