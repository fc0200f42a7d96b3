package import Foundation

/// A message that shows a session anew, without an event.
package struct FreshMessageRecord: Sendable {
    package let id: FreshMessageID
    /// Who asked for it, and so sends it.
    package let player: PlayerID
    package let revision: Int
    package let createdAt: Date

    package init(id: FreshMessageID, player: PlayerID, revision: Int, createdAt: Date) {
        self.id = id
        self.player = player
        self.revision = revision
        self.createdAt = createdAt
    }
}

/// Where messages without an event, and what devices report about messages, are kept.
package protocol MessageStore: Sendable {
    /// Stores a fresh message; false, and nothing, if the key was used before.
    func save(_ message: FreshMessageRecord, of session: SessionID, answer: StoredAnswer) async throws(ServiceError)
        -> Bool
    func freshMessage(_ id: FreshMessageID, of session: SessionID) async throws(ServiceError) -> FreshMessageRecord?
    func event(_ revision: Int, of session: SessionID) async throws(ServiceError) -> Event?
    /// Notes that an event's bubble was taken back, if the event is still the newest.
    func markUnsent(_ revision: Int, of session: SessionID) async throws(ServiceError)
    /// Notes that what an event led to was sent after all.
    func markSent(_ revision: Int, of session: SessionID) async throws(ServiceError)
    /// Remembers what a device calls itself and others; false, and nothing, if it is not at the version from which this
    /// was made, because another request of the same device has just taught it more.
    func remember(
        _ device: Device, in session: SessionID, at now: Date, charge: ByteCharge?
    ) async throws(ServiceError) -> Bool
}

extension MessageStore {
    /// One event; the newest as it was read with its session.
    func event(_ revision: Int, of session: Session) async throws(ServiceError) -> Event? {
        if let newest = session.newest, newest.revision == revision { return newest }
        return try await event(revision, of: session.id)
    }
}
