import GameRules
package import RoundtableJSON

/// The state of a game at an earlier revision, to which it goes back by an event.
package struct RestoredState: Hashable, Sendable {
    /// The revision.
    package let revision: Int
    /// The position, as it is stored. Secret: never part of an answer.
    package let position: GameJSON
    /// The number of moves that each seat had made, in a game with secrets; empty in others.
    package let moves: [Int]

    /// A session's state.
    init(of session: Session) throws(ServiceError) {
        let moves = session.seating.seats.map { $0.moves ?? 0 }
        self.init(
            revision: session.revision, position: try session.snapshot(),
            moves: moves.allSatisfy { $0 == 0 } ? [] : moves)
    }

    private init(revision: Int, position: GameJSON, moves: [Int]) {
        self.revision = revision
        self.position = position
        self.moves = moves
    }
}

extension RestoredState: JSONConvertible {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("moves", ifPresent: moves.isEmpty ? nil : moves)
            json.member("position", position)
            json.member("revision", revision)
        }
    }

    package init(_ json: JSONElement) throws(JSONError) {
        self.init(
            revision: try json.read("revision"), position: try json.read("position"),
            moves: try json.readIfPresent("moves") ?? [])
    }
}

/// The newest move of a seat as it can be taken back: to which state, or why not.
struct Undo: Sendable {
    /// The reasons why a move can't be taken back.
    enum Obstacle: Error {
        /// The seat has made no move, or none for a long time.
        case nothing
        /// Something hidden or random was shown since.
        case revealed
        /// Somebody came or went since.
        case seats
    }

    /// The state from before the move.
    let outcome: Result<RestoredState, ServiceError>

    /// The number of events that are looked through for the move.
    private static let longest = 200

    /// Finds the newest move of a seat that still counts, among the newest events of a session.
    static func find(
        of seat: SeatIndex, in record: SessionRecord, by player: PlayerID, _ context: ServiceContext,
        in store: any SessionStores
    ) async throws(ServiceError) -> Undo {
        let session = record.session
        var events: [Event] = []
        var next: Int? = max(0, session.revision - longest)
        while let after = next {
            let page = try await context.reads.reading(for: player) { () async throws(ServiceError) in
                try await store.events(after: after, upTo: session, limit: longest, withMoves: false)
            }
            events += page.events
            next = page.next
        }
        switch lastMove(of: seat, in: events) {
        case .failure(let obstacle): return Undo(outcome: .failure(ServiceError(because: obstacle.reason)))
        case .success(let move):
            let earlier = try await context.earlier.session(
                of: record, at: move - 1, in: store, for: .player(player))
            return Undo(outcome: .success(try RestoredState(of: earlier)))
        }
    }

    /// The revision of the newest move of a seat that still counts. What was taken back already is passed over.
    static func lastMove(of seat: SeatIndex, in events: [Event]) -> Result<Int, Obstacle> {
        var present = Int.max
        for event in events.reversed() where event.revision <= present {
            if let restored = event.details.restored {
                present = restored.revision
                continue
            }
            switch event.kind {
            case .joined, .started, .left, .resigned, .reclaimed, .opened: return .failure(.seats)
            case .timedOut where event.details.move == nil: return .failure(.seats)
            case .moved, .timedOut, .skipped, .abandoned, .offered, .accepted, .declined, .undone, .paused, .resumed:
                break
            }
            if event.details.reveals == true { return .failure(.revealed) }
            if event.details.joined { return event.seat == seat ? .failure(.nothing) : .failure(.seats) }
            if event.kind == .moved, event.seat == seat { return .success(event.revision) }
        }
        return .failure(.nothing)
    }
}

extension Undo.Obstacle {
    /// The reason for the player who would take the move back.
    var reason: RefusalReason {
        switch self {
        case .nothing: .nothingToUndo
        case .revealed: .revealed
        case .seats: .seatsChanged
        }
    }
}
