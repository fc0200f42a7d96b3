package import Foundation
package import GameRules
package import RoundtableJSON

/// The kinds of notices, by the names that webhooks read.
package enum NoticeKind: String, CaseIterable, Sendable, JSONConvertible {
    /// A session got its first message.
    case opened = "session.opened"
    /// Any other event was committed.
    case committed = "turn.committed"
    /// A rematch has begun, and a seat of it is kept for a player.
    case kept = "seat.kept"
    /// A player is to act.
    case yourTurn = "turn.yours"
    /// A quarter of a player's time is left.
    case reminder = "turn.reminder"
    /// A draw, an undo or a pause was offered.
    case offered = "offer.made"
    /// A session is over.
    case finished = "session.finished"
    /// A player claims a seat.
    case claimed = "claim.opened"
}

/// One row of the outbox: the notices of one change of a session for one receiver.
package struct Notice: Sendable, Equatable {
    /// The ways on which notices are delivered, each by itself.
    package enum Channel: String, CaseIterable, Sendable {
        /// To the app's own backend.
        case webhook
        /// To players' devices, by Apple's push service.
        case push
        /// The same for reminders, which wait for the morning.
        case reminder

        /// The number of notices that a line holds. Of more the oldest are dropped: a player reads the newest only.
        package var capacity: Int { self == .webhook ? 256 : 1 }
    }

    /// The notices of one session on one channel to one receiver: they are delivered in order.
    package struct Line: Hashable, Sendable {
        package let session: SessionID
        package let channel: Channel
        /// The player who is notified; nil for the webhook.
        package let player: PlayerID?

        package init(session: SessionID, channel: Channel, player: PlayerID? = nil) {
            self.session = session
            self.channel = channel
            self.player = player
        }
    }

    /// One of the notices.
    package struct Item: Sendable, Equatable {
        package let kind: NoticeKind
        /// The seat that it is about; nil for none.
        package var seat: SeatIndex?
        /// The player who is to act. Nil for a seat that is kept, whose player is looked up when the notice is written,
        /// and for other kinds, whose player is the event's or the claim's.
        package var player: PlayerID?
        /// When the seat's time is over, by players' clocks; nil for never.
        package var deadline: Date?
        /// The claim; nil for all other kinds.
        package var claim: ClaimID?

        package init(
            _ kind: NoticeKind, seat: SeatIndex? = nil, player: PlayerID? = nil, deadline: Date? = nil,
            claim: ClaimID? = nil
        ) {
            self.kind = kind
            self.seat = seat
            self.player = player
            self.deadline = deadline
            self.claim = claim
        }
    }

    /// Its ID, from which those of its messages are made.
    package let id: NoticeID
    package let line: Line
    /// Whose act it tells of, or for whom time acted: its line has its turn among theirs.
    package let author: PlayerID
    /// The session's revision after the change.
    package let revision: Int
    /// In the order in which they are delivered.
    package let items: [Item]
    package let createdAt: Date
    /// When it is delivered, at the earliest.
    package var dueAt: Date

    package init(id: NoticeID, line: Line, author: PlayerID, revision: Int, items: [Item], createdAt: Date) {
        self.id = id
        self.line = line
        self.author = author
        self.revision = revision
        self.items = items
        self.createdAt = createdAt
        dueAt = createdAt
    }
}

extension Notice.Item: JSONConvertible {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("claim", ifPresent: claim)
            json.member("deadline", ifPresent: deadline)
            json.member("kind", kind)
            json.member("player", ifPresent: player)
            json.member("seat", ifPresent: seat)
        }
    }

    package init(_ json: JSONElement) throws(JSONError) {
        self.init(
            try json.read("kind"), seat: try json.readIfPresent("seat"), player: try json.readIfPresent("player"),
            deadline: try json.readIfPresent("deadline"), claim: try json.readIfPresent("claim"))
    }
}
