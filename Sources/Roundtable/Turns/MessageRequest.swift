/// A request for a message: the player, their conversation, and the language and form of the answer. NB: a class,
/// because a reference is cheaper to pass on.
package final class MessageRequest: Sendable {
    package let player: PlayerID
    package let conversation: Conversation
    /// The sender's locale; nil for the source language.
    package let locale: String?
    package let nickname: Nickname?
    package let send: SendMode
    package let idempotency: IdempotencyMark

    package init(
        player: PlayerID, conversation: Conversation, locale: String?, nickname: Nickname?, send: SendMode,
        idempotency: IdempotencyMark
    ) {
        self.player = player
        self.conversation = conversation
        self.locale = locale
        self.nickname = nickname
        self.send = send
        self.idempotency = idempotency
    }

    func id(in session: SessionID) -> RequestID { RequestID(of: idempotency.key, by: player, in: session) }

    /// The asker whom the store is to look up.
    var asker: Asker { Asker(player: player, local: conversation.local) }
}
