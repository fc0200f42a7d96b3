/// The one way to change a session: read it, decide, write on the condition that nothing has changed since, and tell
/// whoever watches it. If something has changed, all of it begins anew, so that a decision never rests on what is no
/// longer so.
struct SessionLog: Sendable {
    /// The number of times that a decision is made anew because the session changed in between: more than a table has
    /// seats, since all of them may act at once.
    private static let attempts = 64

    let context: ServiceContext
    let store: any SessionStores
    let changes: SessionChanges

    /// A decision on a session as it was read.
    enum Decided<Outcome> {
        /// Nothing is to be changed.
        case nothing(Outcome)
        /// One conditional write, and what has come of it once it has taken effect.
        case write(SessionWrite, () async throws(ServiceError) -> Outcome)
    }

    /// Looks for what an earlier time came to.
    typealias Recall<Outcome> = () async throws(ServiceError) -> Outcome?

    /// Decides on a session and writes what was decided, if that is anything.
    ///
    /// - Parameters:
    ///   - record: the session as it was just read; nil to read it.
    ///   - isCachedFirst: whether to decide first on what is remembered here of the session. Nothing is refused or left
    ///     undone because of that, for it may be no longer so.
    ///   - recall: asked before a refusal is thrown, and before a decision is made anew.
    ///   - decide: called once or several times.
    /// - Throws: `not_found`; what `decide` throws, with the revision; `unavailable`.
    func update<Outcome>(
        _ session: SessionID, for asker: Asker? = nil, startingFrom record: SessionRecord? = nil,
        isCachedFirst: Bool = false, recall: Recall<Outcome>? = nil,
        _ decide: (SessionRecord) async throws(ServiceError) -> Decided<Outcome>
    ) async throws(ServiceError) -> Outcome {
        var refusal: ServiceError?
        let cached = isCachedFirst ? asker.flatMap { store.cachedRecord(of: session, for: $0) } : nil
        if let cached {
            if let outcome = try await update(cached, decide, refused: { refusal = $0 }) { return outcome }
        } else {
            let record = if let record { record } else { try await read(session, for: asker) }
            if let outcome = try await attempt(record, recall, decide) { return try await outcome() }
        }
        let outcome = try await context.repeats.withPlace(for: session, refused: { _ in Self.isCrowded }) {
            () async throws(ServiceError) in
            for _ in 0..<Self.attempts {
                let record = try await read(session, for: asker)
                // NB: what the rules refuse rests on nothing but the session, so they need not be asked again.
                let isKnown = cached?.version == record.version
                let outcome = try await attempt(record, recall) { record throws(ServiceError) in
                    if isKnown, let refusal { throw refusal }
                    return try await decide(record)
                }
                if let outcome { return outcome }
            }
            throw Self.isCrowded
        }
        return try await outcome()
    }

    private static let isCrowded = ServiceError(.unavailable, "Too many players act on this session at once.")

    /// Decides on a session as it was just read, and writes what was decided.
    ///
    /// - Returns: nil if the session has moved on.
    private func attempt<Outcome>(
        _ record: SessionRecord, _ recall: Recall<Outcome>?,
        _ decide: (SessionRecord) async throws(ServiceError) -> Decided<Outcome>
    ) async throws(ServiceError) -> (() async throws(ServiceError) -> Outcome)? {
        do {
            switch try await decide(record) {
            case .nothing(let outcome): return { () async throws(ServiceError) in outcome }
            case .write(let write, let outcome): if try await perform(write, in: record.session.id) { return outcome }
            }
        } catch {
            if let first = try await recall?() { return { () async throws(ServiceError) in first } }
            context.metrics.countRefusal(error)
            throw error.lacksRevision ? error.at(revision: record.session.revision) : error
        }
        guard let first = try await recall?() else { return nil }
        return { () async throws(ServiceError) in first }
    }

    /// Writes, counts and tells.
    ///
    /// - Returns: whether the condition held; if not, nothing has changed.
    @discardableResult
    func perform(_ write: SessionWrite, in session: SessionID) async throws(ServiceError) -> Bool {
        let isWritten = try await write.apply()
        if !isWritten || !write.isRemembered { store.forgetCached(of: session) }
        guard isWritten else { return false }
        write.count(context.metrics)
        switch write.audience {
        case .nobody: break
        case .player(let player): changes.didChange(session, for: player)
        case .everybody: changes.didChange(session)
        }
        return true
    }

    /// Decides on what is remembered of a session; nil if that led to nothing that holds.
    ///
    /// - Parameter refused: told why the rules forbid it.
    private func update<Outcome>(
        _ cached: SessionRecord, _ decide: (SessionRecord) async throws(ServiceError) -> Decided<Outcome>,
        refused: (ServiceError) -> Void
    ) async throws(ServiceError) -> Outcome? {
        let outcome: (() async throws(ServiceError) -> Outcome)?
        do {
            outcome = try await write(on: cached, decide)
        } catch {
            // NB: what is refused, or collides, on a session that has moved on may well be allowed.
            if error.code == .unavailable { throw error }
            if error.code == .illegalMove { refused(error) }
            return nil
        }
        return try await outcome?()
    }

    /// Writes what is decided on what is remembered of a session; nil if nothing was, or it does not hold.
    private func write<Outcome>(
        on cached: SessionRecord, _ decide: (SessionRecord) async throws(ServiceError) -> Decided<Outcome>
    ) async throws(ServiceError) -> (() async throws(ServiceError) -> Outcome)? {
        guard case .write(let write, let outcome) = try await decide(cached) else { return nil }
        let isHit = try await perform(write, in: cached.session.id)
        context.metrics.cachedRecords.count(isHit ? .hit : .refuted)
        return isHit ? outcome : nil
    }

    private func read(_ session: SessionID, for asker: Asker?) async throws(ServiceError) -> SessionRecord {
        let record =
            if let asker {
                try await store.record(of: session, ifKnownTo: asker)
            } else {
                try await store.record(of: session, for: nil)
            }
        guard let record else { throw .notFound }
        return record
    }
}

/// One conditional write to a session, and what is counted when it has taken effect.
struct SessionWrite {
    typealias Apply = () async throws(ServiceError) -> Bool

    fileprivate let apply: Apply
    fileprivate let count: (ServiceMetrics) -> Void
    fileprivate let isRemembered: Bool
    fileprivate let audience: Audience

    /// Whose views of the session it changes. Those who wait for it are notified.
    enum Audience {
        case nobody
        case player(PlayerID)
        case everybody
    }

    /// - Parameters:
    ///   - isRemembered: whether the store remembers the session as it wrote it.
    ///   - audience: whose views of the session it changes.
    ///   - apply: false, and nothing, if its condition does not hold.
    init(
        isRemembered: Bool = false, shownTo audience: Audience = .everybody,
        counting count: @escaping (ServiceMetrics) -> Void = { _ in },
        _ apply: @escaping Apply
    ) {
        self.apply = apply
        self.isRemembered = isRemembered
        self.audience = audience
        self.count = count
    }
}

extension SessionWrite.Audience {
    /// The author of a session's newest event, who alone sees whether its message was sent.
    static func author(of session: Session) -> Self { session.newest?.player.map { .player($0) } ?? .nobody }
}

extension SessionLog {
    /// An event with all that becomes true together with it.
    func write(_ commit: Commit, by cause: ServiceMetrics.Cause) -> SessionWrite {
        SessionWrite(isRemembered: true, counting: { $0.committed(commit.event, by: cause) }) {
            () async throws(ServiceError) in
            try await store.commit(commit)
        }
    }

    /// An event that was decided on a session as it was read.
    func write(_ decision: Decision, on record: SessionRecord, by cause: ServiceMetrics.Cause) -> SessionWrite {
        write(Commit(decision, generation: record.generation, within: context.quotas), by: cause)
    }
}

extension ServiceError {
    /// Whether the session's revision explains it, and is not part of it yet.
    fileprivate var lacksRevision: Bool { revision == nil && ![.notFound, .badRequest].contains(code) }
}
