package import Foundation
import LeanJSON

/// A UUID that names one kind of thing; no two kinds can be mixed up.
package protocol Identifier: Hashable, Codable, CodingKeyRepresentable, Sendable, CustomStringConvertible {
    /// The UUID itself.
    var uuid: UUID { get }
    /// Names the thing with this UUID.
    init(_ uuid: UUID)
}

extension Identifier {
    /// Reads the UUID's text, in any case.
    package init?(_ text: some StringProtocol) {
        let read = text.utf8.withContiguousStorageIfAvailable { UUID(text: $0) }
        guard let uuid = read ?? UUID(text: Array(text.utf8)) else { return nil }
        self.init(uuid)
    }

    /// Reads the UUID's text.
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(UUID.self))
    }

    /// Writes the UUID's text, as `description` has it.
    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        try value.encode(description)
    }

    /// The key of a JSON object whose members are named by such identifiers.
    package var codingKey: any CodingKey { IdentifierKey(stringValue: description) }

    /// Reads the key of a JSON object.
    package init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }

    /// The UUID in lower case, as the service writes its own identifiers.
    package var description: String { uuid.text(uppercase: false) }
}

private struct IdentifierKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

/// Names one session; minted by the service.
package struct SessionID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// Names one player: a person, however many credentials and devices they have.
package struct PlayerID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// Names one credential of a player.
package struct CredentialID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// Names one draft.
package struct DraftID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// Names one message that shows a session anew without an event.
package struct FreshMessageID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// Names one claim to a seat.
package struct ClaimID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// What one device calls one person of a conversation: Apple's participant identifier, unique to that device.
package struct ParticipantID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
    /// Upper case, as Messages compares it.
    package var description: String { uuid.text(uppercase: true) }
}
