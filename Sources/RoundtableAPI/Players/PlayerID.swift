import JSON

/// Names a player; opaque to apps.
public struct PlayerID: RawRepresentable, Hashable, Sendable {
    /// The text on the wire.
    public let rawValue: String

    /// Wraps the text on the wire.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension PlayerID: JSONConvertible {}
