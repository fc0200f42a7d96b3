package import Foundation
package import GameRules

/// A session in an operator's list: enough to see whether something is wrong with it, and nothing of anybody.
package struct SessionLine: Sendable, Equatable {
    package let id: SessionID
    package let game: GameName
    package let rules: Int
    /// Its phase as it is stored; perhaps one that this program does not know.
    package let phase: String
    package let revision: Int
    /// The numbers of seats, and of those that somebody has.
    package let seats: Int
    package let taken: Int
    /// The seats that are to act.
    package let toAct: [SeatIndex]
    package let deadline: Date?
    package let createdAt: Date
    package let updatedAt: Date

    package init(
        id: SessionID, game: GameName, rules: Int, phase: String, revision: Int, seats: Int, taken: Int,
        toAct: [SeatIndex], deadline: Date?, createdAt: Date, updatedAt: Date
    ) {
        self.id = id
        self.game = game
        self.rules = rules
        self.phase = phase
        self.revision = revision
        self.seats = seats
        self.taken = taken
        self.toAct = toAct
        self.deadline = deadline
        self.createdAt = createdAt
        self.updatedAt = updatedAt
    }

    /// The place of this line in a list of that order; nil if it has none there.
    package func mark(in order: SessionSearch.Order) -> PageMark? {
        switch order {
        case .updated: PageMark(at: updatedAt, id: id.uuid)
        case .created: PageMark(at: createdAt, id: id.uuid)
        case .deadline: deadline.map { PageMark(at: $0, id: id.uuid) }
        }
    }
}

/// Which sessions an operator wants to see, and in what order.
package struct SessionSearch: Sendable {
    package enum Order: String, CaseIterable, Sendable {
        case updated, created, deadline
    }

    /// Only those of this game.
    package var game: String?
    /// Only those in this phase.
    package var phase: Session.Phase?
    /// Only those in which nothing has happened since.
    package var staleSince: Date?
    /// Only those in which this player is to act.
    package var waitingFor: PlayerID?
    /// Only those of this player.
    package var player: PlayerID?
    /// Only those whose deadline was before.
    package var overdueAt: Date?
    package var order = Order.updated
    /// Whether the earliest comes first.
    package var isAscending = false
    package var limit: Int
    /// Only those after this place of the list.
    package var after: PageMark?

    package init(limit: Int) { self.limit = limit }
}
