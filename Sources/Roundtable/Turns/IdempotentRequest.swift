/// A request that makes a message, while it is answered: the first time and every further time in the same words.
///
/// The row of an event or a draft also holds the first answer to the request that made it. The service searches for it
/// only after a refusal or a collision, because the search reads the session's rows. Even so, no repetition counts
/// twice, on any instance:
///
/// - An event is committed on the condition that the session is at the revision on which it was decided. Of two turns
///   with one key at once one is first; the other collides with it, and finds its event.
/// - A repetition names the same revision, so the first event came after that revision. If the session is still at it,
///   there is no first event. If the session has moved on, the repetition is usually stale. If it is not stale (others
///   moved at the same time; a join names no revision), the seats show whether the player may have acted since. Only if
///   so, the service searches for the first answer before it decides.
/// - A draft has the ID of its request. So the primary key refuses a second draft for a request, at any revision. A
///   move that the client wants as a draft is committed at once if it now reveals something. For such a move, the
///   service searches for the first answer before the commit, if the session has moved on. If another instance saves
///   the draft at that moment, the committed move overtakes it.
///
/// A client must not send one key with two different requests. If it does, the service finds it after a refusal or a
/// collision; for a draft, the primary key finds it. In addition, ``RecentRequests`` makes an instance answer requests
/// with one key one at a time, and remember them for a while. So if a draft and a turn with one key come to the same
/// instance at once, only one counts. Two instances can accept different requests with one key: two turns, the second
/// for a later revision; or a draft and a turn for the same revision. Then both count, and each repetition gets the
/// answer to its own request.
final class IdempotentRequest {
    private let log: SessionLog
    private let request: MessageRequest
    let id: RequestID
    private let session: SessionID
    /// The revision before the first event that it may have made.
    private let revision: Int
    private let isSearchedFirst: Bool
    /// Whether a decision on a fresh record has come to a write since the last search for the first answer. The write
    /// may have collided with that of the first request.
    fileprivate var mayHaveCollided = false
    /// The rules' refusal on a cached version of the session. If the fresh version is the same, they are not asked
    /// again.
    private var refusal: (version: SessionVersion, error: ServiceError)?

    private var context: ServiceContext { log.context }
    private var store: any SessionStores { log.store }

    fileprivate init(
        _ request: MessageRequest, _ id: RequestID, in session: SessionID, after revision: Int, isSearchedFirst: Bool,
        _ log: SessionLog
    ) {
        self.request = request
        self.id = id
        self.session = session
        self.revision = revision
        self.isSearchedFirst = isSearchedFirst
        self.log = log
    }

    /// The first answer to the request, if it was answered before; else what is decided on the session, once that is
    /// written.
    ///
    /// - Throws: `not_found`, for players who may not read the session; `idempotency_key_reused`; what `decide` throws.
    func update(
        isCachedFirst: Bool = false,
        _ decide: (SessionRecord) async throws(ServiceError) -> SessionLog.Decided<DecidedAnswer>
    ) async throws(ServiceError) -> DecidedAnswer {
        try await log.update(session, for: request.asker, isCachedFirst: isCachedFirst) { record throws(ServiceError) in
            try await decided(on: record, decide)
        }
    }

    private func decided(
        on record: SessionRecord,
        _ decide: (SessionRecord) async throws(ServiceError) -> SessionLog.Decided<DecidedAnswer>
    ) async throws(ServiceError) -> SessionLog.Decided<DecidedAnswer> {
        guard try await store.mayRead(record, request.player) else { throw .notFound }
        let isSearched = isSearchedFirst || mayHaveCollided || mayBeAnswered(in: record)
        if isSearched, let first = try await firstAnswer() { return .nothing(first) }
        let decided: SessionLog.Decided<DecidedAnswer>
        do throws(ServiceError) {
            if let refusal, refusal.version == record.version { throw refusal.error }
            decided = try await decide(record)
        } catch {
            if record.mayBeStale {
                if error.code == .illegalMove { refusal = (record.version, error) }
            } else if !isSearched, let first = try await firstAnswer() {
                return .nothing(first)
            }
            throw error
        }
        if isNoDraft(decided), !isSearched, record.session.revision > revision,
            let first = try await firstAnswer()
        {
            return .nothing(first)
        }
        if case .write = decided, !record.mayBeStale { mayHaveCollided = true }
        return decided
    }

    /// Whether the player's draft, or an event, may be what the request has made.
    private func mayBeAnswered(in record: SessionRecord) -> Bool {
        record.draft?.id.uuid == id.uuid
            || record.session.revision > revision
                && record.session.seating.mayHaveActed(request.player, after: revision)
    }

    private func isNoDraft(_ decided: SessionLog.Decided<DecidedAnswer>) -> Bool {
        guard request.send == .draft, case .write(_, let answer) = decided else { return false }
        return !answer.stored.isDraft
    }

    /// The first answer to the request. A device with the same identifiers gets the same words; a device with other
    /// identifiers gets its own. Nil if there is no first answer, or if it has expired.
    ///
    /// - Throws: `idempotency_key_reused`, if the key came with another request.
    func firstAnswer() async throws(ServiceError) -> DecidedAnswer? {
        let search = StoredAnswer.Search(
            session: session, request: request, id: id, revision: revision,
            since: context.now().adding(seconds: -context.limits.answerSeconds))
        mayHaveCollided = false
        guard let found = try await store.answer(search) else { return nil }
        guard request.fingerprint() == found.fingerprint else {
            throw ServiceError(
                .idempotencyKeyReused, "This Idempotency-Key came with another request before.",
                revision: try await store.revision(of: session))
        }
        guard var record = try await store.record(of: session, for: request.asker) else { throw .notFound }
        record.session = try await context.earlier.session(
            of: record, at: found.content.revision, in: store, for: .player(request.player))
        let subject = try await subject(of: found.content, in: record)
        return DecidedAnswer(found.content, of: record.session, subject, names: names(of: found.content, in: record))
    }

    private func subject(
        of answer: StoredAnswer.Content, in record: SessionRecord
    ) async throws(ServiceError) -> DecidedAnswer.Subject {
        switch answer.message {
        case .draft(let id):
            let known = record.draft?.id == id ? record.draft : try await store.draft(id, of: session)
            guard let draft = known else { throw .notFound }
            guard answer.isDraft else { return .draft(draft, nil) }
            return .draft(draft, try await context.drafts.firstDecision(on: draft) { record.session })
        case .claim(let id):
            guard let claim = try await store.claim(id, of: session) else { throw .notFound }
            return .claim(claim)
        case .fresh(let id): return .fresh(id)
        case .event, .picture: return .event
        }
    }

    private func names(of answer: StoredAnswer.Content, in record: SessionRecord) -> Attributions {
        let seating = record.session.seating
        guard answer.conversation != request.conversation else {
            return Attributions(reader: request.player, seating: seating, participants: answer.participants)
        }
        return Attributions(
            device: record.device(of: request.player, reporting: request.conversation), seating: seating)
    }
}

extension SessionLog {
    /// Answers a request about a session: as it was answered before, or by what is decided now.
    ///
    /// - Parameters:
    ///   - revision: the one that the request names; nil for none.
    ///   - isSearchedFirst: whether to search for the first answer before deciding, because deciding uses up a quota.
    ///   - body: decides through ``IdempotentRequest/update(isCachedFirst:_:)``, which searches for the first answer
    ///     where there may be one.
    /// - Throws: `idempotency_key_reused`; what `body` throws.
    func answer(
        _ request: MessageRequest, in session: SessionID, after revision: Int? = nil, isSearchedFirst: Bool = false,
        _ body: (IdempotentRequest) async throws(ServiceError) -> DecidedAnswer
    ) async throws(ServiceError) -> TurnAnswer {
        let id = request.id(in: session)
        return try await context.requests.answer(id) { isKnown throws(ServiceError) in
            let request = IdempotentRequest(
                request, id, in: session, after: isKnown ? 0 : revision ?? 0,
                isSearchedFirst: isSearchedFirst || isKnown, self)
            let answer: DecidedAnswer
            do throws(ServiceError) {
                answer = try await body(request)
            } catch {
                guard request.mayHaveCollided, let first = try await request.firstAnswer() else { throw error }
                answer = first
            }
            if let (device, now, charge) = answer.keptDevice {
                // NB: the result may be false: another request from this device was stored first, and reported the
                // same identifiers.
                _ = try await store.remember(device, in: session, at: now, charge: charge)
            }
            if !answer.isRepeated { context.metrics.composed(naming: answer.names) }
            let kept =
                if let kept = answer.keptSeats { kept } else {
                    try await store.keptSeats(of: answer.session, shownTo: answer.names.reader, at: context.now())
                }
            return try answer.composed(keeping: kept, context)
        }
    }
}
