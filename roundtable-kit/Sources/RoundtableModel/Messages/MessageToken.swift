public import RoundtableJSON

/// Names one message, and through it a session and an event or draft; opaque, short and signed by the service.
public struct MessageToken: RawRepresentable, Hashable, JSONConvertible, Sendable {
    /// The text on the wire, as it stands in the message's URL.
    public let rawValue: String

    /// Wraps the text on the wire.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}
