public import Foundation
public import RoundtableJSON

/// A finished message, composed for one device: what `MSMessage` is filled with.
public struct GameMessage: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// Its token, which is also the last part of `url`.
    public var token: MessageToken
    /// For `MSMessage.url`; at most 200 characters.
    public var url: URL {
        get { address.url }
        set { address = WebAddress(newValue) }
    }
    private var address: WebAddress
    /// Its session.
    public var session: SessionID
    /// The revision that it shows, or that its draft would make.
    public var revision: Int
    /// Whether to use an `MSMessageLiveLayout` with `layout` as its alternate layout.
    public var live: Bool
    /// For `MSMessageTemplateLayout`.
    public var layout: MessageLayout
    /// For `MSMessage.summaryText`.
    public var summaryText: String
    /// For `MSMessage.accessibilityLabel`.
    public var accessibilityLabel: String

    /// Makes a message.
    public init(
        token: MessageToken, url: URL, session: SessionID, revision: Int, live: Bool, layout: MessageLayout,
        summaryText: String, accessibilityLabel: String
    ) {
        self.init(
            token: token, address: WebAddress(url), session: session, revision: revision, live: live, layout: layout,
            summaryText: summaryText, accessibilityLabel: accessibilityLabel)
    }

    /// Makes a message.
    @_spi(Roundtable) public init(
        token: MessageToken, address: WebAddress, session: SessionID, revision: Int, live: Bool, layout: MessageLayout,
        summaryText: String, accessibilityLabel: String
    ) {
        self.token = token
        self.address = address
        self.session = session
        self.revision = revision
        self.live = live
        self.layout = layout
        self.summaryText = summaryText
        self.accessibilityLabel = accessibilityLabel
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("accessibilityLabel", accessibilityLabel)
        json.member("layout", layout)
        json.member("live", live)
        json.member("revision", revision)
        json.member("session", session)
        json.member("summaryText", summaryText)
        json.member("token", token)
        json.member("url", address)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(
            token: json.read("token"), address: json.read("url"), session: json.read("session"),
            revision: json.read("revision"), live: json.read("live"), layout: json.read("layout"),
            summaryText: json.read("summaryText"), accessibilityLabel: json.read("accessibilityLabel"))
    }
}

/// Names one message, and through it a session and an event or draft; opaque, short and signed by the service.
public struct MessageToken: RawRepresentable, Hashable, JSONConvertible, Sendable {
    /// The text on the wire, as it stands in the message's URL.
    public let rawValue: String

    /// Wraps the text on the wire.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// The status of a message.
public enum MessageStatus: String, GrowingVocabulary {
    /// Its event is the newest.
    case latest
    /// Its event has been followed by others.
    case earlier
    /// Its move waits to be sent.
    case draft
    /// Its move came too late and never counted.
    case overtaken
    /// Its author took it back.
    case cancelled
    /// A word that came later.
    case unknown
}
