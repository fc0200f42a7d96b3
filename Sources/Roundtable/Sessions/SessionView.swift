package import Foundation
package import GameRules

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
    package struct Claim: Codable, Sendable, Equatable {
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

        private enum CodingKeys: CodingKey { case seat, vouches, needed, until }

        /// Reads a claim; where it does not say how many must vouch, two must.
        package init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            seat = try members.decode(SeatIndex.self, forKey: .seat)
            vouches = try members.decode(Int.self, forKey: .vouches)
            needed = try members.decodeIfPresent(Int.self, forKey: .needed) ?? 2
            until = try members.decodeIfPresent(Date.self, forKey: .until)
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
