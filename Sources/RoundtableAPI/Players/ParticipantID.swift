public import Foundation
import LeanJSON

/// What one device calls a person: Messages gives every device UUIDs of its own. Read in any case, written in upper case.
public struct ParticipantID: Hashable, Sendable {
    /// The UUID that Messages gave.
    public let uuid: UUID

    /// Wraps a UUID, such as `MSConversation.localParticipantIdentifier`.
    public init(_ uuid: UUID) {
        self.uuid = uuid
    }

    /// Reads a UUID in upper, lower or mixed case.
    public init?(_ text: some StringProtocol) {
        guard let uuid = UUID(text: ArraySlice(text.utf8)) else { return nil }
        self.uuid = uuid
    }
}

extension ParticipantID: CustomStringConvertible {
    /// The UUID in upper case, the only form that Messages replaces by a name.
    public var description: String { uuid.uuidString }
}

extension ParticipantID: Codable {
    /// Reads a UUID in any case.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let participant = ParticipantID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a UUID")
        }
        self = participant
    }

    /// Writes the UUID in upper case.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
