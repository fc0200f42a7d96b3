public import Foundation

/// The newest message of a session for an app to draw: plain texts, and a token only if it is the reader's own.
public struct ShownMessage: Codable, Hashable, Sendable {
    /// Its token, if it is the reader's own.
    public var token: MessageToken?
    /// Its URL, if it is the reader's own.
    public var url: URL?
    /// Its session.
    public var session: SessionID
    /// The revision that it shows.
    public var revision: Int
    /// Whether it is drawn live.
    public var live: Bool
    /// Its picture and captions.
    public var layout: Layout
    /// The event in plain words.
    public var summaryText: String
    /// The message in plain words, for those who can't see it.
    public var accessibilityLabel: String

    /// Makes a message to show.
    public init(
        token: MessageToken? = nil,
        url: URL? = nil,
        session: SessionID,
        revision: Int,
        live: Bool,
        layout: Layout,
        summaryText: String,
        accessibilityLabel: String
    ) {
        self.token = token
        self.url = url
        self.session = session
        self.revision = revision
        self.live = live
        self.layout = layout
        self.summaryText = summaryText
        self.accessibilityLabel = accessibilityLabel
    }
}
