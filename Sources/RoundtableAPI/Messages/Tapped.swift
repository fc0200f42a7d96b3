/// Where a tapped message stands in the history of its session.
public struct Tapped: Codable, Hashable, Sendable {
    /// Its event's revision; nil unless committed.
    @Nullable public var revision: Int?
    /// What became of it.
    public var status: MessageStatus
    /// The seat that made it.
    @Nullable public var seat: Int?
    /// What the service suspects about the reader.
    @Nullable public var hint: Hint?

    /// Makes the place of a message.
    public init(revision: Int? = nil, status: MessageStatus, seat: Int? = nil, hint: Hint? = nil) {
        self.revision = revision
        self.status = status
        self.seat = seat
        self.hint = hint
    }
}

/// What the service suspects about the reader of a message.
public enum Hint: String, GrowingVocabulary {
    /// The device says that its owner sent it, yet another player made it: perhaps their other device. Offer a link code.
    case sentByYou
    /// A word that came later.
    case unknown
}
