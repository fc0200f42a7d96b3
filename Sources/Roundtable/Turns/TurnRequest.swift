/// Whether a message is sent by the player later, or counts at once.
package enum SendMode: String, Sendable {
    /// Staged: its move counts when the bubble is proven to have been sent.
    case draft
    /// Its move counts at once.
    case now
}

/// Who asks for a message to be made, where, and how the answer is to be written.
package struct TurnRequest: Sendable {
    package let player: PlayerID
    package let conversation: Conversation
    /// The sender's locale; nil for the source language.
    package let locale: String?
    package let nickname: Nickname?
    package let send: SendMode
    package let idempotency: IdempotencyKey

    /// A request.
    package init(
        player: PlayerID, conversation: Conversation, locale: String?, nickname: Nickname?, send: SendMode,
        idempotency: IdempotencyKey
    ) {
        self.player = player
        self.conversation = conversation
        self.locale = locale
        self.nickname = nickname
        self.send = send
        self.idempotency = idempotency
    }

    /// The asker whom the store is to look up.
    var asker: Asker { Asker(player: player, local: conversation.local) }
}

/// The finished message with the session as it stands without the draft's effect.
package struct TurnAnswer: Sendable {
    package let session: SessionView
    package let message: MessageView
    /// Whether the message's event is not committed yet.
    package let isDraft: Bool
    /// Whether an earlier request got it first.
    package var isRepeated = false
}
