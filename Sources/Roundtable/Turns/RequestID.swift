import Digests
package import Foundation
@_spi(Roundtable) import RoundtableModel

/// Names one request of a player about a session: the same for each repetition, and for nothing else.
package struct RequestID: Identifier {
    package let uuid: UUID
    package init(_ uuid: UUID) { self.uuid = uuid }
}

extension RequestID {
    /// Derived from the Idempotency-Key in its scope, as a UUID of version 8.
    ///
    /// NB: by no secret, so that rotating keys forgets no request. Nobody else is told it but as a draft's ID in a
    /// signed token.
    package init(of key: String, by player: PlayerID, in session: SessionID) {
        var (hash, key) = (SHA256(), key)
        withUnsafeBytes(of: (session.uuid.uuid, player.uuid.uuid)) { hash.update($0) }
        key.withUTF8 { hash.update(UnsafeRawBufferPointer($0)) }
        var raw = hash.finalize().withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) }
        raw.6 = raw.6 & 0x0F | 0x80
        raw.8 = raw.8 & 0x3F | 0x80
        self.init(UUID(uuid: raw))
    }
}
