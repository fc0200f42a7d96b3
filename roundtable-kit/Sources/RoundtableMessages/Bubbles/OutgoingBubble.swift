public import Foundation
public import RoundtableModel

/// Everything that an `MSMessage` is filled with.
public struct OutgoingBubble: Hashable, Sendable {
    /// The message as the service composed it for this device.
    public var message: GameMessage
    /// The picture: a PNG of 900×900 pixels, to be read at a scale of 3.
    public var picture: Data?
    /// A sound or video that was downloaded; Messages shows it only where there is no picture.
    public var mediaFile: URL?
    /// Whether to use a live layout, with the template layout as its alternate.
    public var isLive: Bool

    /// Fills a bubble.
    public init(message: GameMessage, picture: Data? = nil, mediaFile: URL? = nil) {
        self.message = message
        self.picture = mediaFile == nil ? picture : nil
        self.mediaFile = mediaFile
        isLive = message.live
    }
}

/// An `MSSession`, which has nothing that could be looked at; messages of one replace each other in the transcript.
public struct BubbleSession {
    /// The session itself.
    public let object: AnyObject

    /// Wraps a session.
    public init(_ object: AnyObject) { self.object = object }
}

/// A message that Messages hands to the extension.
public struct IncomingBubble {
    /// The message's token; nil if it is none of the service's.
    public var token: MessageToken?
    /// This device's name for its sender; nil while it is not in the transcript.
    public var sender: ParticipantID?
    /// Its session.
    public var session: BubbleSession?

    /// Describes a message.
    public init(token: MessageToken?, sender: ParticipantID? = nil, session: BubbleSession? = nil) {
        self.token = token
        self.sender = sender
        self.session = session
    }
}
