import Foundation
package import GameRules
@_spi(Roundtable) package import RoundtableJSON
import RoundtableModel

/// Creates sessions and shows them.
package struct SessionService: Sendable {
    /// A request for a new session.
    package struct NewSession: Sendable {
        package var game: GameName
        package var options: GameJSON
        /// The number of seats; nil for what the options say, else one per participant, within the game's limits.
        package var seats: Int?
        package var move: GameJSON?
        package var clock: ClockSettings?
        /// Short for a clock with this time for a turn, and nothing else.
        package var turnTimeoutSeconds: Int?
        package var isLive: Bool

        package init(
            game: GameName, options: GameJSON, seats: Int?, move: GameJSON?, clock: ClockSettings? = nil,
            turnTimeoutSeconds: Int? = nil, isLive: Bool = false
        ) {
            self.game = game
            self.options = options
            self.seats = seats
            self.move = move
            self.clock = clock
            self.turnTimeoutSeconds = turnTimeoutSeconds
            self.isLive = isLive
        }
    }

    let log: SessionLog
    let reads: SharedReads<SessionRecord>
    let versions: SharedReads<SessionVersion>

    package var context: ServiceContext { log.context }
    var store: any SessionStores { log.store }

    init(log: SessionLog) {
        self.log = log
        let store = log.store
        reads = SharedReads { session, askers throws(ServiceError) in
            try await store.records(of: session, for: askers)
        }
        versions = SharedReads { session, _ throws(ServiceError) in [try await store.version(of: session)] }
    }

    /// A new session with its opening message, or the first answer again if this request was answered before.
    ///
    /// - Throws: `unknown_game`, `bad_options`, `illegal_move`, `idempotency_key_reused`, `rate_limited`,
    ///   `quota_exceeded`.
    package func create(_ newSession: NewSession, _ request: MessageRequest) async throws(ServiceError) -> TurnAnswer {
        let id = sessionID(for: request)
        return try await log.answer(request, in: id) { once throws(ServiceError) in
            let founding = try founding(of: newSession, in: id, by: request)
            let (creation, answer) = try decide(
                founding, move: newSession.move, id, request, once.id, at: context.now())
            do throws(ServiceError) {
                try await checkUnfinished(of: request.player)
            } catch {
                guard let first = try await once.firstAnswer() else { throw error }
                return first
            }
            return try await create(creation, answering: answer, once)
        }
    }

    /// The rematch of a session that is over: the same game with the same people, each one seat further.
    ///
    /// - Throws: `not_found`, `not_seated`, `not_allowed` unless the session is over, `already_rematched`,
    ///   `idempotency_key_reused`, `rate_limited`, `quota_exceeded`.
    package func rematch(of id: SessionID, _ request: MessageRequest) async throws(ServiceError) -> TurnAnswer {
        let rematch = sessionID(for: request)
        return try await log.answer(request, in: rematch) { once throws(ServiceError) in
            if let first = try await once.firstAnswer() { return first }
            let before = try await record(of: id, for: request.asker).session
            let founding = try await founding(ofRematchOf: before, as: rematch, by: request)
            let now = context.now()
            let (creation, answer) = try decide(founding, move: nil, rematch, request, once.id, at: now)
            try await checkUnfinished(of: request.player)
            if creation.event != nil {
                let first = try await log.settleRematch(rematch, of: id)
                guard first == rematch else { throw ServiceError(rematchedBy: first, of: before) }
            } else {
                guard try await store.keep(id, forRematchAskedAt: now) else { throw .notFound }
            }
            return try await create(creation, answering: answer, once)
        }
    }

    /// Creates a session, or finds the answer of the request that has done so.
    ///
    /// - Throws: `idempotency_key_reused`: the session is there, since its ID follows from the key; only what was
    ///   answered then is forgotten.
    private func create(
        _ creation: Creation, answering answer: DecidedAnswer, _ once: IdempotentRequest
    ) async throws(ServiceError) -> DecidedAnswer {
        if try await log.create(creation) { return answer }
        if let first = try await once.firstAnswer() { return first }
        throw ServiceError(
            .idempotencyKeyReused, "This Idempotency-Key opened a session long ago.",
            revision: try await store.revision(of: creation.session.id))
    }

    /// A session as it stands, for a player who may read it: what views are made of.
    ///
    /// - Throws: `not_found`, also for players who neither have a seat nor opened one of its messages.
    package func record(of id: SessionID, for asker: Asker) async throws(ServiceError) -> SessionRecord {
        guard let record = try await store.record(of: id, ifKnownTo: asker),
            try await store.mayRead(record, asker.player)
        else { throw .notFound }
        return try await record.withKeptSeats(for: asker.player, in: store, at: context.now()).withLiveDraft(context)
    }

    /// A session that was read for somebody, as they may see it.
    package func view(
        of record: SessionRecord, for asker: Asker, languages: [String]
    ) throws(ServiceError) -> SessionView {
        try SessionPresenter(context, record, for: asker, languages: languages).view(of: record)
    }

    /// The board of a session as a player may see it, as SVG with the places that can be clicked; with the player's
    /// draft on it, if that is wanted and there is one.
    ///
    /// - Throws: `not_found`, also for players who neither have a seat nor opened one of its messages.
    package func picture(of id: SessionID, withDraft: Bool, for asker: Asker) async throws(ServiceError) -> String {
        let record = try await record(of: id, for: asker)
        return try SessionPresenter(context, record, for: asker, languages: []).picture(
            of: record, withDraft: withDraft)
    }

    /// Events after a revision, as a player may see them, and the revision to ask for more after.
    package func events(
        of id: SessionID, after revision: Int, limit: Int, for asker: Asker, languages: [String]
    ) async throws(ServiceError) -> EventList {
        let record = try await record(of: id, for: asker)
        let page = try await context.reads.reading(for: asker.player) { () async throws(ServiceError) in
            try await store.events(after: revision, upTo: record.session, limit: limit)
        }
        let presenter = SessionPresenter(context, record, for: asker, languages: languages)
        return try await context.reads.composing(page, for: asker.player) { () throws(ServiceError) in
            EventList(
                events: try page.events.map { event throws(ServiceError) in
                    try presenter.view(of: event, in: record.session)
                }, next: page.next)
        }
    }

    /// A page of a player's sessions, each with its newest summary, and the place to go on after; nil on the last page.
    /// The page ends early if its sessions have many names or long texts, or when many sessions were looked at.
    package func sessions(
        of player: PlayerID, _ filter: SessionQuery, languages: [String]
    ) async throws(ServiceError) -> (page: [SessionSummary], next: SessionQuery.Place?) {
        let language = context.composer.language(for: languages)
        let listed = try await context.reads.reading(for: player) { () async throws(ServiceError) in
            // NB: whether there are more is told by one session more.
            var filter = filter
            filter.limit += 1
            return try await store.sessions(of: player, filter)
        }
        var cost = 0
        let page = listed.sessions.prefix(filter.limit).prefix { session in
            defer { cost += session.cost }
            return cost < Self.listCost
        }
        let next = page.count < listed.sessions.count ? page.last?.place : listed.next
        return (page.map { $0.summary(for: player, in: language, context) }, next)
    }

    /// Hides a session from a player's list until something happens in it, and silences its alerts until the player
    /// acts; also for a player for whom a seat is kept.
    ///
    /// - Throws: `not_found`, also for players who never had a seat in it.
    package func hide(_ session: SessionID, from player: PlayerID) async throws(ServiceError) {
        if try await store.hide(session, from: player) { return }
        let now = context.now()
        guard let record = try await store.record(of: session, for: nil),
            try await store.keptSeats(of: record.session, at: now).values.contains(player)
        else { throw .notFound }
        try await store.hide(session, fromExpected: player, at: now)
    }

    /// The cost of the sessions of one page of a list, by ``ListedSession/cost``: some milliseconds.
    private static let listCost = 512

    // MARK: -

    /// Checks that a player may create a session now; if not, throws `rate_limited` or `quota_exceeded`.
    private func checkUnfinished(of player: PlayerID) async throws(ServiceError) {
        try await context.usage?.createSession(by: player) { limit throws(ServiceError) in
            try await store.unfinishedSessions(createdBy: player, limit: limit)
        }
    }

    /// Derived from player and key by a keyed hash, so that a repeated creation finds the same session.
    private func sessionID(for request: MessageRequest) -> SessionID {
        let source = request.player.uuid.bytes + Data(request.key.utf8)
        return SessionID(context.keys.derivedUUID(from: source, for: .sessionID))
    }

    private func founding(
        of newSession: NewSession, in id: SessionID, by request: MessageRequest
    ) throws(ServiceError) -> Founding {
        let game = try context.games.game(called: newSession.game)
        if let excess = newSession.options.excess(over: .usual) {
            throw ServiceError(.badOptions, "These are too many options. \(excess)")
        }
        let seats = if let given = newSession.seats { given } else { try newSession.options.seats() }
        if let seats, !game.seats.contains(seats) {
            throw ServiceError(
                .badOptions, "\(game.name) has \(game.seats.lowerBound) to \(game.seats.upperBound) seats.")
        }
        let short = newSession.turnTimeoutSeconds.map { ClockSettings(turnSeconds: $0) }
        for clock in [newSession.clock, short].compactMap(\.self) {
            try clock.check(for: game, within: context.limits.turnSeconds)
        }
        if newSession.move != nil, !game.allowsOpeningMove {
            throw ServiceError(because: .noOpeningMove)
        }
        let participants = request.conversation.remotes.count + 1
        let asking = RulesSubject(
            game: game.name, session: id, creator: request.player, player: request.player)
        let options = try context.watch.run(asking) { () throws(ServiceError) in
            try game.options(understanding: newSession.options)
        }
        return Founding(
            game: game.name, rules: game.version, options: options,
            seats: seats ?? min(max(participants, game.seats.lowerBound), game.seats.upperBound),
            clock: newSession.clock ?? short, creator: request.player, participants: participants,
            isLive: newSession.isLive)
    }

    private func founding(
        ofRematchOf before: Session, as rematch: SessionID, by request: MessageRequest
    ) async throws(ServiceError) -> Founding {
        let origin = Origin(before)
        guard let own = before.seating.table.all.first(where: { before.seating[$0].player == request.player }),
            let seat = origin.seats.firstIndex(of: own)
        else { throw ServiceError(.notSeated, revision: before.revision) }
        guard before.isOver, before.revision > 0 else {
            throw ServiceError(because: before.isOver ? .openingTakenBack : .gameNotOver, revision: before.revision)
        }
        if let first = try await log.standingRematch(of: before), first != rematch {
            throw ServiceError(rematchedBy: first, of: before)
        }
        guard let founding = try await store.event(1, of: before.id)?.details.founding else {
            throw ServiceError(.internal, "A session's first event says what it was founded on.")
        }
        let game = try context.games.game(called: founding.game)
        return Founding(
            game: game.name, rules: game.version, options: founding.options,
            seats: max(origin.seats.count, game.seats.lowerBound), clock: founding.clock, creator: request.player,
            participants: request.conversation.remotes.count + 1, isLive: founding.isLive, seat: SeatIndex(seat),
            origin: origin)
    }

    private func decide(
        _ founding: Founding, move: GameJSON?, _ id: SessionID, _ request: MessageRequest,
        _ requestID: RequestID, at now: Date
    ) throws(ServiceError) -> (Creation, DecidedAnswer) {
        var generator = SystemRandomNumberGenerator()
        let identity = Session.Identity(
            id: id, founding: founding, seed: .make(using: &generator), createdAt: now, watch: context.watch)
        let session = Session(
            identity, seats: founding.seats, participants: founding.participants, creatorAt: founding.seat ?? 0,
            position: try context.games.position(for: founding, of: id, watch: context.watch))
        let proposal = Proposal(
            .open(founding, move: move), by: request.player, seat: founding.seat ?? 0, basedOn: 0,
            nickname: request.nickname)
        let opened = try session.opening(proposal, at: context.clockTime.reading(at: now))
        let device = Device(player: request.player, conversation: request.conversation, since: 0)
        // NB: texts that can't be shown are refused before anything is kept.
        _ = try opened.session.labelledNewest()
        guard request.send == .draft else {
            let answer = try DecidedAnswer(to: request, .event, in: opened.session, on: device, context)
            let creation = Creation(
                session: opened.session, event: opened.event, draft: nil,
                answer: answer.kept(for: request, requestID), device: device, within: context.quotas)
            return (creation, answer)
        }
        let decision = DraftDecision(opened)
        let draft = Draft(of: proposal, as: opened, by: request, requestID, at: now, context)
        let answer = try DecidedAnswer(to: request, .draft(draft, decision), in: session, on: device, context)
        let creation = Creation(
            session: session, event: nil, draft: draft, comingTo: decision,
            answer: answer.kept(for: request, requestID),
            device: device, within: context.quotas)
        return (creation, answer)
    }
}

extension GameLibrary {
    /// The newest version of a game's rules; throws `unknown_game` if there are none.
    fileprivate func game(called name: GameName) throws(ServiceError) -> any Game {
        guard let game = newest(name) else {
            throw ServiceError(.unknownGame, "There is no game called \(name.rawValue.prefix(40)).")
        }
        return game
    }
}

extension ServiceError {
    init(rematchedBy rematch: SessionID, of session: Session) {
        self.init(.alreadyRematched, revision: session.revision)
        self.session = rematch
    }
}

extension SessionRecord {
    /// Whether a player may read the session: seated there, now or before, or somebody who opened one of its messages.
    func mayBeRead(by player: PlayerID) -> Bool { isKnownReader || session.seating.hasKnown(player) }
}

extension Session {
    /// Decides the opening; its move must be one that seat 0 may begin with and that reveals nothing.
    fileprivate func opening(_ proposal: Proposal, at now: ClockReading) throws(ServiceError) -> Decision {
        guard proposal.move == nil || position.toAct(at: seating.table).contains(0) else {
            throw ServiceError(because: .notFirst, revision: 0)
        }
        let decision = try deciding(proposal, at: now)
        guard !decision.reveals else {
            throw ServiceError(because: .revealsAtOpening, revision: 0)
        }
        return decision
    }
}

// MARK: - The checks of what a creator chooses

extension ClockSettings {
    /// Checks that a game can be played with the clock; if not, throws `bad_options`.
    func check(for game: any Game, within range: ClosedRange<Int>) throws(ServiceError) {
        guard range.contains(turnSeconds) else {
            throw ServiceError(
                .badOptions, "clock.turnSeconds is a number from \(range.lowerBound) to \(range.upperBound).")
        }
        guard (0...range.upperBound).contains(bankSeconds) else {
            throw ServiceError(.badOptions, "clock.bankSeconds is a number from 0 to \(range.upperBound).")
        }
        guard let atEnd else { return }
        guard let lateness = Lateness(atEnd), game.latenesses.contains(lateness) else {
            throw ServiceError(.badOptions, "clock.atEnd: the rules of \(game.name) can't do this.")
        }
    }
}

extension GameJSON {
    /// The number of seats that options ask for; nil if they leave it open.
    ///
    /// - Throws: `bad_options`.
    func seats() throws(ServiceError) -> Int? {
        switch self["seats"] {
        case nil, .null: nil
        case .integer(let count): count
        default: throw ServiceError(.badOptions, "options.seats is a number.")
        }
    }
}

extension Game {
    /// Options as the game has understood them: what a stranger sends is never kept as it came.
    ///
    /// - Throws: `bad_options`.
    func options(understanding given: GameJSON) throws(ServiceError) -> GameJSON {
        do throws(OptionsRejection) {
            return try understood(options: given)
        } catch {
            throw ServiceError(.badOptions, error.detail)
        }
    }
}
