import Digests
package import Foundation
@_spi(Roundtable) import RoundtableModel

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

/// Names one request of a player about a session: the same for each repetition, and for nothing else.
package struct RequestID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }

    /// Derived from the Idempotency-Key in its scope, as a UUID of version 8.
    ///
    /// NB: by no secret, so that rotating keys forgets no request. Nobody else is told it but as a draft's ID in a
    /// signed token.
    package init(of key: String, by player: PlayerID, in session: SessionID) {
        var (hash, key) = (SHA256(), key)
        withUnsafeBytes(of: (session.uuid.uuid, player.uuid.uuid)) { hash.update($0) }
        key.withUTF8 { hash.update(UnsafeRawBufferPointer($0)) }
        self.init(UUID(version8: hash.finalize().withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }))
    }
}

/// Names one claim to a seat.
package struct ClaimID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

/// Names one row of the outbox.
package struct NoticeID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}
