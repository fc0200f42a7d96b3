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
        // The values of its ``Founding``.
        package let game: GameName
        package let rules: Int
        package let creator: PlayerID
        package let clock: ClockSettings?
        package let isLive: Bool
        package let origin: Origin?
        package let seed: SessionSeed
        package let createdAt: Date
        /// The watch over its rules in this process.
        package let watch: RulesWatch

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

    private struct Members {
        let identity: Identity
        var revision = 0
        var stateRevision = 0
        var phase = Phase.draft
        var seating: Seating
        var position: any Position
        var outcome: Outcome?
        var deadline: Date?
        var rematch: Rematch?
        @Boxed var newest: Event? = nil
        var told = ToldSession()
        /// The seats that are to act, if they were found since the last change that matters to them.
        var toAct: [SeatIndex]?
    }

    /// The members, which copies share until one of them is changed: a session is passed on far more often.
    ///
    /// NB: `@unchecked Sendable`, because members are changed only through ``changed``, which no other session shares.
    private final class SharedMembers: @unchecked Sendable {
        @exclusivity(unchecked) var members: Members

        init(_ members: Members) { self.members = members }
    }

    private var shared: SharedMembers

    private var changed: SharedMembers {
        mutating get {
            if !isKnownUniquelyReferenced(&shared) { shared = SharedMembers(shared.members) }
            return shared
        }
    }

    /// The members, shared with no other session, for a change by which others may have to act.
    private var changedForPlay: SharedMembers {
        mutating get {
            let shared = changed
            shared.members.toAct = nil
            return shared
        }
    }

    package var identity: Identity { shared.members.identity }
    /// The number of events.
    package var revision: Int {
        get { shared.members.revision }
        set { changed.members.revision = newValue }
    }
    /// The newest event that changed the game's state: what a move must have seen.
    package var stateRevision: Int {
        get { shared.members.stateRevision }
        set { changed.members.stateRevision = newValue }
    }
    package var phase: Phase {
        get { shared.members.phase }
        set { changedForPlay.members.phase = newValue }
    }
    package var seating: Seating {
        get { shared.members.seating }
        _modify { yield &changedForPlay.members.seating }
    }
    package var position: any Position {
        _read { yield shared.members.position }
        _modify { yield &changedForPlay.members.position }
    }
    package var outcome: Outcome? {
        get { shared.members.outcome }
        set { changed.members.outcome = newValue }
    }
    /// When the game goes on by itself, by players' clocks: the first deadline of the seats that are to act. Nil for
    /// never.
    package var deadline: Date? {
        get { shared.members.deadline }
        set { changed.members.deadline = newValue }
    }
    /// The session that is its rematch; nil for none.
    package var rematch: Rematch? {
        get { shared.members.rematch }
        set { changed.members.rematch = newValue }
    }
    /// The newest event; nil while there is none.
    package var newest: Event? {
        _read { yield shared.members.newest }
        set {
            let shared = changed
            shared.members.newest = newValue
            shared.members.told = ToldSession()
        }
    }
    /// The texts that it was shown with since the newest event.
    var told: ToldSession { shared.members.told }

    /// A session before its first event: the creator has a seat, nobody else.
    package init(
        _ identity: Identity, seats: Int, participants: Int? = nil, creatorAt seat: SeatIndex = 0,
        position: any Position
    ) {
        var seating = Seating(openSeats: seats, participants: participants)
        seating[seat].state = .taken
        seating[seat].player = identity.creator
        shared = SharedMembers(Members(identity: identity, seating: seating, position: position))
    }

    /// The same with another time of its newest event. What was told of it stays true.
    func dated(by event: Event) -> Session {
        var session = self
        session.changed.members.newest = event
        return session
    }

    package var id: SessionID { identity.id }

    /// When it last changed.
    package var updatedAt: Date { newest?.at ?? identity.createdAt }

    /// The seats that are to act now; none before the game began and after it ended.
    package var toAct: [SeatIndex] {
        shared.members.toAct ?? (phase == .active ? position.toAct(at: seating.table) : [])
    }

    /// Keeps the seats that are to act, for all who ask before the next change.
    mutating func keep(toAct seats: [SeatIndex]) { changed.members.toAct = seats }

    /// Whether nothing more can happen.
    package var isOver: Bool { phase.isEnd }

    /// Whether two sessions agree in everything that events decide.
    package func agrees(with other: Session) -> Bool { differences(from: other).isEmpty }
}

extension Session.Phase: JSONConvertible {
    /// Whether nothing more can happen.
    var isEnd: Bool { self == .finished || self == .abandoned }
}
