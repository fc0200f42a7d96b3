import RoundtableModel
import RoundtableClient

/// A credential that somebody uses without a device: it tells the service whatever they like.
struct Newcomer: Sendable {
    let player: KnownPlayer
    /// The people it tells of: invented, or those of a device of its owner's.
    let conversation: Conversation
    let client: RoundtableClient
}

extension Newcomer {
    /// Says that somebody has sent a message.
    @discardableResult
    func open(_ token: MessageToken, from sender: ParticipantID? = nil) async throws(RoundtableError) -> Opened {
        try await client.open(token, OpenRequest(conversation: conversation, sender: sender))
    }
}
