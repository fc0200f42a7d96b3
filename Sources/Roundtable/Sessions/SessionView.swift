package import Foundation
package import GameRules
package import JSON

/// What one reader may see of a session, names resolved for the reader's device.
package struct SessionView: Sendable {
    /// One seat as the reader sees it.
    package struct Seat: Sendable {
        package let index: SeatIndex
        package let state: Table.Seat
        /// Whether it is the reader's own.
        package let isOwn: Bool
        /// The device's identifier for the seat's player.
        package let participant: ParticipantID?
        package let nickname: String?
        /// What a composed text would say here: `$UUID`, else the nickname, else "Player 2".
        package let attribution: String
    }

    /// The reader's own live draft.
    package struct Draft: Sendable {
        package let message: MessageView
        package let move: GameJSON?
        package let basedOn: Int
        package let expiresAt: Date
    }

    /// A claim that waits for witnesses, or for a veto.
    package struct Claim: Sendable, Equatable {
        package let seat: SeatIndex
        package let vouches: Int
        /// How many must.
        package let needed: Int
        /// When it is granted unless somebody objects; nil before enough players have vouched.
        package let until: Date?

        /// A claim as it stands.
        package init(seat: SeatIndex, vouches: Int, needed: Int = 2, until: Date?) {
            self.seat = seat
            self.vouches = vouches
            self.needed = needed
            self.until = until
        }
    }

    package let session: Session
    /// The seats that are to act.
    package let toAct: [SeatIndex]
    /// The reader's seat: of several the one to act, else the lowest; nil for a bystander.
    package let you: SeatIndex?
    package let seats: [Seat]
    package let board: GameJSON
    /// The reader's legal moves as a JSON array; nil where there are too many to list.
    package let legalMoves: GameJSON?
    /// The newest event's message, in plain form.
    package let message: MessageView?
    package let draft: Draft?
    /// Whether the newest event is the reader's and its bubble was taken back.
    package let isUnsent: Bool
    package var claims: [Claim]
}

/// A message as one reader gets it.
package struct MessageView: Sendable {
    package let session: SessionID
    package let revision: Int
    /// Its token and URL; nil for a message that is not the reader's own.
    package let address: MessageAddress?
    package let imageURL: String
    package let texts: ComposedTexts
}

/// An event as one reader may see it.
package struct EventView: Sendable {
    package let event: Event
    /// The move as far as the reader may see it.
    package let move: GameJSON?
    /// The summary in plain form.
    package let summary: String
}

/// As it is kept in a first answer; times in seconds since 2001.
extension SessionView.Claim: JSONConvertible {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("needed", needed)
            json.member("seat", seat)
            json.member("until", ifPresent: until?.timeIntervalSinceReferenceDate)
            json.member("vouches", vouches)
        }
    }

    package init(_ json: JSONElement) throws(JSONError) {
        self.init(
            seat: try json.read("seat"), vouches: try json.read("vouches"),
            needed: try json.readIfPresent("needed") ?? 2,
            until: try json.readIfPresent("until").map { Date(timeIntervalSinceReferenceDate: $0) })
    }
}
