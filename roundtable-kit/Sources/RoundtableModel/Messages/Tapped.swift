public import RoundtableJSON

/// Where a tapped message stands in the history of its session.
public struct Tapped: Hashable, JSONObject, JSONReadable, Sendable {
    /// Its event's revision; nil unless committed.
    public var revision: Int?
    /// Its status.
    public var status: MessageStatus
    /// The seat that made it.
    public var seat: Int?
    /// A hint at another device of the reader's; nil for none.
    public var hint: Hint?

    /// Makes the place of a message.
    public init(revision: Int? = nil, status: MessageStatus, seat: Int? = nil, hint: Hint? = nil) {
        self.revision = revision
        self.status = status
        self.seat = seat
        self.hint = hint
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("hint", orNull: hint)
        json.member("revision", orNull: revision)
        json.member("seat", orNull: seat)
        json.member("status", status)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        self.init(
            revision: try json.readIfPresent("revision"), status: try json.read("status"),
            seat: try json.readIfPresent("seat"), hint: try json.readIfPresent("hint"))
    }
}

/// A hint about the reader of a message.
public enum Hint: String, GrowingVocabulary {
    /// The device says that its owner sent it, yet another player made it: perhaps their other device. Offer a link
    /// code.
    case sentByYou
    /// A word that came later.
    case unknown
}
