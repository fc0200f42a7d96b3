public import RoundtableJSON

/// The body of `POST /v1/messages/{token}/open`: somebody tapped a message, and this is what their device calls its
/// sender.
public struct OpenRequest: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The people of the conversation as this device calls them.
    public var conversation: Conversation
    /// `MSMessage.senderParticipantIdentifier`; nil while the message isn't in the transcript.
    public var sender: ParticipantID?

    /// Reports a tap.
    public init(conversation: Conversation, sender: ParticipantID? = nil) {
        self.conversation = conversation
        self.sender = sender
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("conversation", conversation)
        json.member("sender", orNull: sender)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(conversation: json.read("conversation"), sender: json.readIfPresent("sender"))
    }
}

/// The answer to an opened message: the truth now, and what happened since the message.
public struct Opened: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The current state.
    public var session: SessionView
    /// Where the message stands in history.
    public var tapped: Tapped
    /// The events that were committed after it, at most 100.
    public var events: [EventView]
    /// The revision to ask `after` for more, or nil.
    public var next: Int?

    /// Makes the answer.
    public init(session: SessionView, tapped: Tapped, events: [EventView], next: Int? = nil) {
        self.session = session
        self.tapped = tapped
        self.events = events
        self.next = next
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("events", events)
        json.member("next", orNull: next)
        json.member("session", session)
        json.member("tapped", tapped)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(
            session: json.read("session"), tapped: json.read("tapped"), events: json.read("events"),
            next: json.readIfPresent("next"))
    }
}

/// Where a tapped message stands in the history of its session.
public struct Tapped: Hashable, JSONObjectWritable, JSONReadable, Sendable {
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
        try self.init(
            revision: json.readIfPresent("revision"), status: json.read("status"), seat: json.readIfPresent("seat"),
            hint: json.readIfPresent("hint"))
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
