package import GameRules

/// Changes sessions for operators: by events like any other, with the operator's name and reason, each together with
/// its line of the audit log.
package struct OperatorService: Sendable {
    let store: any PlayerStore & OperationStore
    let log: SessionLog

    private var context: ServiceContext { log.context }

    /// Gives a seat to a player who lost the credential that holds it, and cannot be helped by witnesses or a link
    /// code.
    ///
    /// Both players find it in the audit log, as the session does.
    ///
    /// - Throws: `not_found` without such a session or player, `session_over`, `not_allowed` for a seat that nobody
    ///   has, or for a player who has one already.
    package func rebind(
        _ seat: SeatIndex, of session: SessionID, to player: PlayerID, noting entry: AuditEntry
    ) async throws(ServiceError) -> Session {
        guard try await store.exists(player) else { throw ServiceError(.notFound, "There is no such player.") }
        let people = { (session: Session) in [session.seating[seat].player, player].compactMap(\.self) }
        return try await commit(entry, about: people, in: session) { session throws(ServiceError) in
            guard session.isOver || !session.seating.hasSeat(of: player) else {
                throw ServiceError(.notAllowed, "This player already has a seat in this session.")
            }
            return Proposal(.reclaim, by: player, seat: seat, basedOn: session.revision)
        }
    }

    /// Ends a game that nobody can or will end, also one that can't be read; it has no winner.
    ///
    /// - Returns: the revision of the event.
    /// - Throws: `not_found`, `session_over`, `not_allowed` before the opening message was sent.
    package func abandon(_ session: SessionID, noting entry: AuditEntry) async throws(ServiceError) -> Int {
        do {
            let changed = try await commit(entry, in: session) { session in
                Proposal(.abandon, by: nil, basedOn: session.revision)
            }
            return changed.revision
        } catch  where error.code == .internal {
            let details = Event.Details(
                outcome: .abandoned, texts: .standard(for: .abandoned, outcome: .abandoned),
                operation: entry.operation)
            var revision: Int?
            _ = try await log.maintain(session) { () async throws(ServiceError) in
                revision = try await store.abandonUnread(session, by: details, noting: entry)
                return revision != nil
            }
            guard let revision else { throw ServiceError(.sessionOver, "This game is over.") }
            return revision
        }
    }

    /// Passes the turn of a seat; without one, of the only seat that is to act.
    ///
    /// - Throws: `not_found`, `session_over`, `not_your_turn` for a seat that is not to act, `not_allowed` if several
    ///   are, if there is no such seat, or if nobody can pass in this game.
    package func skip(
        _ seat: SeatIndex?, of session: SessionID, noting entry: AuditEntry
    ) async throws(ServiceError) -> Session {
        try await commit(entry, in: session) { session throws(ServiceError) in
            let toAct = session.toAct
            guard seat != nil || toAct.count < 2 else {
                throw ServiceError(.notAllowed, "Several seats are to act: say which.")
            }
            let seat = seat ?? toAct.first
            if let seat, !session.seating.has(seat) {
                throw ServiceError(.notAllowed, "There is no seat \(seat) in this session.")
            }
            let player = seat.flatMap { toAct.contains($0) ? session.seating[$0].player : nil }
            if let seat, toAct.contains(seat), try !session.letsPass(seat) {
                throw ServiceError(.notAllowed, "Nobody can pass in this game: let the seat resign.")
            }
            return Proposal(.skip, by: player, seat: seat, basedOn: session.revision)
        }
    }

    /// Gives up a game for the player of a seat.
    ///
    /// - Throws: `not_found`, `session_over`, `not_allowed` for a seat that nobody has.
    package func resign(
        _ seat: SeatIndex, of session: SessionID, noting entry: AuditEntry
    ) async throws(ServiceError) -> Session {
        try await commit(entry, in: session) { session throws(ServiceError) in
            guard session.seating.table[seat] == .taken else {
                throw ServiceError(session.isOver ? .sessionOver : .notAllowed, "Nobody plays in this seat.")
            }
            return Proposal(.resign, by: session.seating[seat].player, seat: seat, basedOn: session.revision)
        }
    }

    private func commit(
        _ entry: AuditEntry, about people: (Session) -> [PlayerID] = { _ in [] }, in id: SessionID,
        _ proposal: (Session) throws(ServiceError) -> Proposal
    ) async throws(ServiceError) -> Session {
        try await log.update(id) { record throws(ServiceError) in
            let decision = try record.session.deciding(
                try proposal(record.session), operation: entry.operation, at: context.clockReading)
            let commit = Commit(decision, generation: record.generation)
            let others = people(record.session).map { entry.about($0.uuid, id: context.makeUUID()) }
            return .write(.event(commit, by: .operator, noting: [entry] + others), decision.session)
        }
    }
}

extension Session {
    /// Whether anything is another way once this seat's turn was passed.
    fileprivate func letsPass(_ seat: SeatIndex) throws(ServiceError) -> Bool {
        var passed = self
        passed.position.skip(seat, at: seating.table)
        return try passed.snapshot() != snapshot()
    }
}
