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
