import Foundation
import GameRules

/// The one way to change a session: read it, decide, write if it has not changed since, and notify its watchers. If it
/// has changed, ``update(_:for:startingFrom:isCachedFirst:_:)`` reads and decides again, so that no decision rests on
/// an old state. ``create(_:)`` stores a new session, and ``maintain(_:_:)`` makes changes that need no decision.
struct SessionLog: Sendable {
    /// The number of times that a decision is made anew because the session changed in between: more than a table has
    /// seats, since all of them may act at once.
    private static let attempts = 64

    let context: ServiceContext
    let store: any SessionStores
    let changes: SessionNotices

    /// A decision on a session as it was read.
    enum Decided<Outcome> {
        case nothing(Outcome)
        /// One conditional write, and the outcome once it has taken effect.
        case write(SessionWrite, Outcome)
    }

    /// Decides on a session and writes what was decided, if that is anything.
    ///
    /// - Parameters:
    ///   - record: the session as it was just read; nil to read it.
    ///   - isCachedFirst: whether to decide on the cached record first. It may be stale, so a refusal, or a decision to
    ///     change nothing, counts only on a fresh record.
    ///   - decide: called once or several times.
    /// - Throws: `not_found`; what `decide` throws, with the revision; `unavailable`.
    func update<Outcome>(
        _ session: SessionID, for asker: Asker? = nil, startingFrom record: SessionRecord? = nil,
        isCachedFirst: Bool = false,
        _ decide: (SessionRecord) async throws(ServiceError) -> Decided<Outcome>
    ) async throws(ServiceError) -> Outcome {
        if isCachedFirst, let asker, var cached = store.cachedRecord(of: session, for: asker) {
            cached.mayBeStale = true
            if let outcome = try await attempt(onCached: cached, decide) { return outcome }
        } else {
            var record = if let record { record } else { try await read(session, for: asker) }
            record.mayBeStale = false
            if let outcome = try await attempt(on: record, decide) { return outcome }
        }
        return try await context.repeats.withPlace(for: session, refused: { _ in Self.isCrowded }) {
            () async throws(ServiceError) in
            for _ in 0..<Self.attempts {
                if let outcome = try await attempt(on: try await read(session, for: asker), decide) { return outcome }
            }
            throw Self.isCrowded
        }
    }

    /// Decides once on a fresh record and writes the decision, if there is one. For callers that try again later by
    /// themselves and must not wait in the session's queue.
    ///
    /// - Returns: nil if the session has moved on.
    /// - Throws: what `decide` throws.
    func update<Outcome>(
        once record: SessionRecord, _ decide: (SessionRecord) async throws(ServiceError) -> Decided<Outcome>
    ) async throws(ServiceError) -> Outcome? {
        switch try await decide(record) {
        case .nothing(let outcome): outcome
        case .write(let write, let outcome): try await perform(write, on: record) ? outcome : nil
        }
    }

    /// Stores a new session; false, and nothing, if it is there. Throws `quota_exceeded`.
    func create(_ creation: Creation) async throws(ServiceError) -> Bool {
        do {
            let kept = creation.event == nil ? [:] : await keptSeats(in: creation.session, leadingTo: creation.session)
            let creation = creation.heard(by: context.listeners, keeping: kept, makeID: context.makeUUID)
            guard try await store.create(creation) else { return false }
            context.dispatch(creation.notices)
        } catch {
            context.metrics.countRefusal(error)
            throw error
        }
        if let event = creation.event { context.metrics.committed(event, by: .now) }
        if let draft = creation.draft {
            context.metrics.drafts.count(.saved)
            if let decision = creation.decision {
                context.drafts.keep(decision, on: draft, of: SessionRecord(session: creation.session))
            }
        }
        return true
    }

    /// Makes a session the rematch of another one, unless that has one already.
    ///
    /// - Returns: the rematch that counts.
    /// - Throws: `not_found`, if the session before is gone.
    func settleRematch(_ rematch: SessionID, of session: SessionID) async throws(ServiceError) -> SessionID {
        try await update(session) { record async throws(ServiceError) in
            if let first = try await standingRematch(of: record.session) { return .nothing(first) }
            return .write(.rematch(Rematch(session: rematch, at: context.now())), rematch)
        }
    }

    /// The rematch of a session that counts, or may still be about to be stored; nil for none. One that never came to
    /// be, or ended without those for whom it kept seats, makes room for another.
    func standingRematch(of session: Session) async throws(ServiceError) -> SessionID? {
        guard let rematch = session.rematch else { return nil }
        let stands =
            if let record = try await store.record(of: rematch.session, for: nil) {
                !record.session.leavesRoomForAnother
            } else {
                context.now() < rematch.at.adding(seconds: Self.longestCreation)
            }
        return stands ? rematch.session : nil
    }

    /// Takes a rematch that makes room for another from the session before it, whose view then offers one again. NB:
    /// that this fails is no reason to refuse what ended the rematch: whoever asks for another passes over it.
    private func makeRoom(after session: Session) async {
        guard session.leavesRoomForAnother, let origin = session.identity.origin else { return }
        _ = try? await update(origin.session) { record throws(ServiceError) -> Decided<Void> in
            record.session.rematch?.session == session.id ? .write(.rematch(nil), ()) : .nothing(())
        }
    }

    /// The time within which a session that was announced is stored, in seconds, or never.
    private static let longestCreation = 60

    /// Changes rows of a session on which no decision rests, whether or not it can be read.
    ///
    /// - Parameter change: returns whether anything was changed.
    func maintain(
        _ session: SessionID, _ change: () async throws(ServiceError) -> Bool
    ) async throws(ServiceError) -> Bool {
        let isChanged = try await change()
        store.forgetCached(of: session)
        if isChanged { changes.didChange(session) }
        return isChanged
    }

    private static let isCrowded = ServiceError(because: .busy, "Too many players act on this session at once.")

    private func read(_ session: SessionID, for asker: Asker?) async throws(ServiceError) -> SessionRecord {
        guard let record = try await store.record(of: session, ifKnownTo: asker) else { throw .notFound }
        return record
    }

    /// Decides on a session as it was just read, and writes what was decided; nil if the session has moved on.
    private func attempt<Outcome>(
        on record: SessionRecord, _ decide: (SessionRecord) async throws(ServiceError) -> Decided<Outcome>
    ) async throws(ServiceError) -> Outcome? {
        do {
            return try await update(once: record, decide)
        } catch {
            context.metrics.countRefusal(error)
            throw error.lacksRevision ? error.at(revision: record.session.revision) : error
        }
    }

    /// Decides on a cached record and writes the decision.
    ///
    /// - Returns: nil if `decide` refuses or writes nothing, or if the write collides. NB: the cached record may be
    ///   stale, so a fresh record may allow the same request.
    private func attempt<Outcome>(
        onCached record: SessionRecord, _ decide: (SessionRecord) async throws(ServiceError) -> Decided<Outcome>
    ) async throws(ServiceError) -> Outcome? {
        do {
            guard case .write(let write, let outcome) = try await decide(record) else { return nil }
            let isHit = try await perform(write, on: record)
            context.metrics.cachedRecords.count(isHit ? .hit : .refuted)
            return isHit ? outcome : nil
        } catch {
            if error.code == .unavailable { throw error }
            return nil
        }
    }

    /// The seats that are kept in a session for players who are told of an event, or were told before; none where
    /// nobody listens, or if the session before can't be read: a notice is no reason to refuse a turn.
    ///
    /// - Parameter result: the session after the event; nil for no event.
    private func keptSeats(in session: Session, leadingTo result: Session?) async -> [SeatIndex: PlayerID] {
        guard context.listeners.isAnybody, let result else { return [:] }
        let toAct = Set(session.toAct + result.toAct)
        guard result.revision == 1 || session.seating.table.open.contains(where: toAct.contains) else { return [:] }
        return (try? await store.keptSeats(of: session, at: context.now())) ?? [:]
    }

    /// Writes, counts and tells; false if the condition did not hold, and nothing has changed.
    private func perform(_ write: SessionWrite, on record: SessionRecord) async throws(ServiceError) -> Bool {
        let session = record.session
        let write = write.heard(
            by: context.listeners, previously: session,
            keeping: await keptSeats(in: session, leadingTo: write.result), usage: context.usage,
            makeID: context.makeUUID)
        let isWritten = try await write.apply(to: record, in: store, context)
        if !isWritten || !write.isRemembered { store.forgetCached(of: session.id) }
        guard isWritten else { return false }
        write.count(context.metrics)
        context.dispatch(write.notices)
        switch write.audience(of: session) {
        case .nobody: break
        case .player(let player): changes.didChange(session.id, for: player)
        case .everybody: changes.didChange(session.id)
        }
        if let result = write.result { await makeRoom(after: result) }
        return true
    }
}

extension ServiceError {
    /// Whether the session's revision explains it, and is not part of it yet.
    fileprivate var lacksRevision: Bool { revision == nil && ![.notFound, .badRequest].contains(code) }
}
