public import Foundation
public import RoundtableJSON

/// The newest message of a session for an app to draw: plain texts, and a token only if it is the reader's own.
public struct ShownMessage: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// Its token, if it is the reader's own.
    public var token: MessageToken?
    /// Its URL, if it is the reader's own.
    public var url: URL? {
        get { address?.url }
        set { address = newValue.map { WebAddress($0) } }
    }
    private var address: WebAddress?
    /// Its session.
    public var session: SessionID
    /// The revision that it shows.
    public var revision: Int
    /// Whether it is drawn live.
    public var live: Bool
    /// Its picture and captions.
    public var layout: MessageLayout
    /// The event in plain words.
    public var summaryText: String
    /// The message in plain words, for those who can't see it.
    public var accessibilityLabel: String

    /// Makes a message to show.
    public init(
        token: MessageToken? = nil, url: URL? = nil, session: SessionID, revision: Int, live: Bool,
        layout: MessageLayout, summaryText: String, accessibilityLabel: String
    ) {
        self.init(
            token: token, address: url.map { WebAddress($0) }, session: session, revision: revision, live: live,
            layout: layout, summaryText: summaryText, accessibilityLabel: accessibilityLabel)
    }

    /// Makes a message.
    @_spi(Roundtable) public init(
        token: MessageToken?, address: WebAddress?, session: SessionID, revision: Int, live: Bool,
        layout: MessageLayout,
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
        json.member("token", ifPresent: token)
        json.member("url", ifPresent: address)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(
            token: json.readIfPresent("token"), address: json.readIfPresent("url"), session: json.read("session"),
            revision: json.read("revision"), live: json.read("live"), layout: json.read("layout"),
            summaryText: json.read("summaryText"), accessibilityLabel: json.read("accessibilityLabel"))
    }
}
