import GameRules
package import RoundtableJSON

/// The state of a game at an earlier revision, to which it goes back by an event.
package struct RestoredState: Hashable, Sendable {
    package let revision: Int
    /// The position, as it is stored. Secret: never part of an answer.
    package let position: GameJSON
    /// The number of moves that each seat had made, in a game with secrets; empty in others.
    package let moves: [Int]

    init(of session: Session) throws(ServiceError) {
        let moves = session.seating.seats.map { $0.moves ?? 0 }
        revision = session.revision
        position = try session.snapshot()
        self.moves = moves.allSatisfy { $0 == 0 } ? [] : moves
    }
}

extension RestoredState: JSONReadable, JSONObjectWritable {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("moves", ifPresent: moves.isEmpty ? nil : moves)
        json.member("position", position)
        json.member("revision", revision)
    }

    package init(_ json: JSONElement) throws(JSONError) {
        revision = try json.read("revision")
        position = try json.read("position")
        moves = try json.readIfPresent("moves") ?? []
    }
}

/// The state from before the newest move of a seat, if that can be taken back, or the reason why it can't.
typealias Undo = Result<RestoredState, ServiceError>

extension Undo {
    /// The number of events that are looked through for the move.
    private static var longest: Int { 200 }

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
                try await store.events(after: after, upTo: session, limit: longest)
            }
            events += page.events
            next = page.next
        }
        switch lastMove(of: seat, in: events, leadingTo: session) {
        case .failure(let reason): return .failure(ServiceError(because: reason))
        case .success(let move):
            let earlier = try await context.earlier.session(
                of: record, at: move - 1, in: store, for: .player(player))
            return .success(try RestoredState(of: earlier))
        }
    }

    /// The revision of the newest move of a seat that still counts, also of one that opened the game; or why it can't be
    /// taken back: the newest reason, if there are several. What was taken back already is passed over.
    static func lastMove(
        of seat: SeatIndex, in events: [Event], leadingTo session: Session
    ) -> Result<Int, RefusalReason> {
        var present = Int.max
        var obstacle: RefusalReason?
        for event in events.reversed() where event.revision <= present {
            if let restored = event.details.restored {
                present = restored.revision
                continue
            }
            obstacle = obstacle ?? event.obstacle(in: session)
            if event.seat == seat, event.details.move != nil, event.kind == .moved || event.kind == .opened {
                return obstacle.map { .failure($0) } ?? .success(event.revision)
            }
        }
        return .failure(.nothingToUndo)
    }
}

extension Event {
    /// The reason why neither its move nor one before it is taken back; nil for none.
    ///
    /// - Parameter session: the session as it stands. NB: whether a seat that was late lost its place is told by nothing
    ///   else; a seat that is gone never comes back.
    fileprivate func obstacle(in session: Session) -> RefusalReason? {
        if details.reveals == true { return .revealed }
        switch kind {
        case .joined, .started, .left, .resigned, .reclaimed: return .seatsChanged
        case .timedOut: return seat.map { session.seating.table[$0] } == .gone ? .seatsChanged : nil
        case .opened, .moved, .skipped, .abandoned, .offered, .accepted, .declined, .undone, .paused, .resumed:
            return details.joined ? .seatsChanged : nil
        }
    }
}
