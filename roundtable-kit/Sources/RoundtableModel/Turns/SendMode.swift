public import RoundtableJSON

/// When a move counts.
public enum SendMode: String, JSONConvertible, Sendable {
    /// Once its message is sent: for `MSConversation.insert`.
    case draft
    /// At once: for `MSConversation.send`.
    case now
}
