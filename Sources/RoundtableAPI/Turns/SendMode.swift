/// When a move counts.
public enum SendMode: String, Codable, Sendable {
    /// Once its message is sent: for `MSConversation.insert`.
    case draft
    /// At once: for `MSConversation.send`.
    case now
}
