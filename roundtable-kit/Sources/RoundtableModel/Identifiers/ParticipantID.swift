public import Foundation
@_spi(Roundtable) import RoundtableJSON

/// One device's identifier of a person: Messages gives every device UUIDs of its own. Read in any case, written in
/// upper case.
public struct ParticipantID: Hashable, Sendable {
    /// The UUID that Messages gave.
    public let uuid: UUID

    /// Wraps a UUID, such as `MSConversation.localParticipantIdentifier`.
    public init(_ uuid: UUID) { self.uuid = uuid }

    /// Reads a UUID in upper, lower or mixed case.
    public init?(_ text: some StringProtocol) {
        guard let uuid = UUID(text: Array(text.utf8)) else { return nil }
        self.uuid = uuid
    }
}

extension ParticipantID: CustomStringConvertible {
    /// The UUID in upper case, the only form that Messages replaces by a name.
    public var description: String { text }
}

@_spi(Roundtable) extension ParticipantID: Identifier {
    /// Whether it is written in capitals, as Apple writes its UUIDs.
    public static var hasCapitals: Bool { true }
}
