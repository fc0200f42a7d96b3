package import Foundation
package import GameRules
import RoundtableJSON
package import RoundtableModel

/// The authoritative state of one session, as its events made it.
package struct Session: Sendable {
    /// Where a session stands, as the API's `state`.
    package enum Phase: String, Sendable {
        /// The opening message was not sent yet.
        case draft
        /// The game waits for players before it deals.
        case waiting
        case active
        case finished
        case abandoned
    }

    /// The members of a session that never change.
    package struct Identity: Sendable {
        package let id: SessionID
        package let game: GameName
        /// The version of the rules, kept until the session ends.
        package let rules: Int
        package let creator: PlayerID
        /// The clock; nil if turns take as long as they take.
        package let clock: ClockSettings?
        /// Whether its messages are live: drawn in the transcript by the app, where there is one.
        package let isLive: Bool
        /// The session of which it is the rematch; nil for none.
        package let origin: Origin?
        package let seed: SessionSeed
        package let createdAt: Date
        /// The watch over its rules in this process.
        package let watch: RulesWatch

        /// A session's unchanging facts.
        package init(id: SessionID, founding: Founding, seed: SessionSeed, createdAt: Date, watch: RulesWatch) {
            self.id = id
            game = founding.game
            rules = founding.rules
            creator = founding.creator
            clock = founding.clock
            isLive = founding.isLive
            origin = founding.origin
            self.seed = seed
            self.createdAt = createdAt
            self.watch = watch
        }
    }

    @Boxed package private(set) var identity: Identity
    /// The number of events.
    package var revision = 0
    /// The newest event that changed the game's state: what a move must have seen.
    package var stateRevision = 0
    package var phase = Phase.draft
    package var seating: Seating
    @Boxed package var position: any Position
    package var outcome: Outcome?
    /// When the game goes on by itself, by players' clocks: the first deadline of the seats that are to act. Nil for
    /// never.
    package var deadline: Date?
    /// The session that is its rematch; nil for none.
    package var rematch: Rematch?
    /// The newest event; nil while there is none.
    @Boxed package var newest: Event? { didSet { told = ToldSession() } }
    /// The texts that it was shown with since the newest event.
    private(set) var told = ToldSession()

    /// A session before its first event: the creator has a seat, nobody else.
    package init(
        _ identity: Identity, seats: Int, participants: Int? = nil, creatorAt seat: SeatIndex = 0,
        position: any Position
    ) {
        self.identity = identity
        self.position = position
        seating = Seating(openSeats: seats, participants: participants)
        seating[seat].state = .taken
        seating[seat].player = identity.creator
    }

    /// The same with another time of its newest event. What was told of it stays true.
    func dated(by event: Event) -> Session {
        var session = self
        session.newest = event
        session.told = told
        return session
    }

    /// Its ID.
    package var id: SessionID { identity.id }

    /// When it last changed.
    package var updatedAt: Date { newest?.at ?? identity.createdAt }

    /// The seats that are to act now; none before the game began and after it ended.
    package var toAct: [SeatIndex] {
        phase == .active ? position.toAct(at: seating.table) : []
    }

    /// Whether nothing more can happen.
    package var isOver: Bool { phase.isEnd }
}

extension Session {
    /// Whether two sessions agree in everything that events decide.
    package func agrees(with other: Session) -> Bool { differences(from: other).isEmpty }
}

extension Session.Phase: JSONConvertible {}

extension Session.Phase {
    /// Whether nothing more can happen.
    var isEnd: Bool { self == .finished || self == .abandoned }
}
