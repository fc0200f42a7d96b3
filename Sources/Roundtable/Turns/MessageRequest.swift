/// A request for a message: the player, their conversation, and the language and form of the answer. NB: a class,
/// because a reference is cheaper to pass on.
package final class MessageRequest: Sendable {
    package let player: PlayerID
    package let conversation: Conversation
    /// The sender's locale; nil for the source language.
    package let locale: String?
    package let nickname: Nickname?
    package let send: SendMode
    /// The key that the client sent, at most 128 characters; its scope is the player and the session.
    package let key: String
    /// Makes 16 bytes of a hash of method, path and canonical body without `conversation`, `locale` and `nickname`. NB:
    /// of a request that is refused, nothing is hashed.
    package let fingerprint: @Sendable () -> [UInt8]

    package init(
        player: PlayerID, conversation: Conversation, locale: String?, nickname: Nickname?, send: SendMode,
        key: String, fingerprint: @escaping @Sendable () -> [UInt8]
    ) {
        self.player = player
        self.conversation = conversation
        self.locale = locale
        self.nickname = nickname
        self.send = send
        self.key = key
        self.fingerprint = fingerprint
    }

    func id(in session: SessionID) -> RequestID { RequestID(of: key, by: player, in: session) }

    /// The asker whom the store is to look up.
    var asker: Asker { Asker(player: player, local: conversation.local) }
}
