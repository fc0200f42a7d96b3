public import Foundation

/// Names one session; minted by the service, opaque to apps.
public struct SessionID: Hashable, Sendable {
    /// The UUID itself.
    public let uuid: UUID

    /// Makes an ID of a UUID.
    public init(_ uuid: UUID) { self.uuid = uuid }
}

// NB: not `RawRepresentable`, whose equality and hashing would be those of the text.
extension SessionID {
    /// The text on the wire.
    public var rawValue: String { description }

    /// Reads what ``rawValue`` was; nil for anything else.
    public init?(rawValue: String) { self.init(rawValue) }
}

extension SessionID: CustomStringConvertible {
    /// The text on the wire.
    public var description: String { text }
}

@_spi(Roundtable) extension SessionID: Identifier {}
