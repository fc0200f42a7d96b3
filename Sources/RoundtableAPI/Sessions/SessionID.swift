import JSON

/// Names a session; opaque to apps.
public struct SessionID: RawRepresentable, Hashable, Sendable {
    /// The text on the wire.
    public let rawValue: String

    /// Wraps the text on the wire.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension SessionID: JSONConvertible {}
