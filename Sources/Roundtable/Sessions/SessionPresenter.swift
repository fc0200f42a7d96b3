import GameRules
@_spi(Roundtable) import RoundtableModel

/// Shows sessions, messages and events to one reader in one language, and nothing more than that reader may see.
struct SessionPresenter {
    let context: ServiceContext
    let names: Attributions
    let language: String
    private let writer: TextWriter

    /// Shows a session to who asks, on the device of its record.
    init(_ context: ServiceContext, _ record: SessionRecord, for asker: Asker, languages: [String]) {
        let seating = record.session.seating
        let names =
            record.device.map { Attributions(device: $0, seating: seating) }
            ?? Attributions(asker: asker, seating: seating)
        self.init(context: context, names: names, language: context.composer.language(for: languages))
    }

    init(context: ServiceContext, names: Attributions, language: String) {
        self.context = context
        self.names = names
        self.language = language
        writer = TextWriter(context.composer, in: language, for: names)
    }

    /// A session as it was read, and as the reader may see it.
    func view(of record: SessionRecord) throws(ServiceError) -> SessionView {
        var view = try view(
            of: record.session, with: record.draft.map { ($0, record.decision) },
            claims: record.shownClaims(at: context.clockReading), keeping: record.keptSeats)
        view.unsent = record.unsentRevision == record.session.revision && names.isReader(record.session.newest?.player)
        return view
    }

    /// A session as the reader may see it, whose newest message was not taken back.
    ///
    /// - Parameters:
    ///   - draft: the reader's draft, and what it comes to.
    ///   - kept: the seats that are kept for players of the session before, if the reader has none.
    /// - Throws: `internal`, `unavailable`, for rules that fail or take too long.
    func view(
        of session: Session, with draft: (Draft, DraftDecision?)?, claims: [SessionView.Claim],
        keeping kept: [SeatIndex: PlayerID] = [:]
    ) throws(ServiceError) -> SessionView {
        // NB: a view with a draft decides that.
        try session.watchingRules(by: draft?.0.player) { () throws(ServiceError) in
            let clockReading = context.clockReading
            let own = ownSeats(in: session)
            let toAct = session.toAct
            let clock = session.identity.clock
            let place = own.isEmpty ? session.place(for: names.reader, keeping: kept) : nil
            return SessionView(
                id: session.id, game: session.identity.game.rawValue, rules: session.identity.rules,
                revision: session.revision, state: SessionState(session.phase),
                you: (own.first { toAct.contains($0) } ?? own.first)?.rawValue, toAct: toAct.map(\.rawValue),
                deadline: session.deadline.map(clockReading.date(of:)),
                seats: session.seating.seats.indices.map { number in
                    let index = SeatIndex(number)
                    return seat(index, of: session, isOwn: own.contains(index), clock)
                },
                board: try session.board(for: Reader(seats: own)),
                legalMoves: try legalMoves(in: session, own: own, or: place),
                outcome: session.outcome.map { SessionView.Outcome($0) },
                message: try newestMessage(of: session),
                draft: try draft.map { draft, decision throws(ServiceError) in
                    try self.draft(draft, as: decision, in: session)
                },
                claims: claims,
                clock: clock.map { clock in
                    SessionView.Clock(
                        turnSeconds: clock.turnSeconds, bankSeconds: clock.bankSeconds,
                        atEnd: ClockEnd(session.lateness(of: session.firstToBeLate ?? 0)), paused: session.isClockPaused
                    )
                },
                offer: session.seating.offer.map { offer in
                    SessionView.Offer(
                        seat: offer.seat.rawValue, kind: OfferKind(offer.agreement),
                        accepted: offer.accepted.map(\.rawValue))
                },
                rematch: session.rematch?.session,
                series: session.series.map { SessionView.Series(number: $0.number, scores: $0.scores) },
                joinable: place != nil)
        }
    }

    /// The board as the reader may see it, as SVG; with the reader's draft on it, if that is wanted and there is one.
    func picture(of record: SessionRecord, withDraft: Bool) throws(ServiceError) -> String {
        let drafted = withDraft ? record.decision?.shown : nil
        let session = drafted ?? record.session
        return try session.clickablePicture(for: Reader(seats: ownSeats(in: session)))
    }

    func view(of event: Event, in session: Session) throws(ServiceError) -> EventView {
        let reader = Reader(seats: ownSeats(in: session))
        return EventView(
            revision: event.revision, kind: EventKind(event.kind), seat: event.seat?.rawValue,
            joined: event.details.joined, move: try session.shownMove(of: event, to: reader),
            outcome: event.details.outcome.map { SessionView.Outcome($0) },
            at: event.at,
            summaryText: summaryText(of: event),
            seedHash: session.startsChance(with: event) ? session.identity.seed.hash : nil,
            seed: event.details.outcome != nil ? session.disclosedSeed : nil)
    }

    /// What an event comes to, in a sentence.
    func summaryText(of event: Event) -> String {
        let texts = event.details.texts
        return writer.summary(texts.summary ?? texts.caption, mover: Composer.Mover(of: event))
    }

    /// A message that the reader's device is about to stage.
    ///
    /// - Parameter told: what others were told of the session after its event or draft; nil for another message.
    func staged(
        _ texts: MessageTexts, by mover: Composer.Mover, as reference: MessageReference, revision: Int,
        in session: Session.Identity, told: ToldSession? = nil
    ) -> GameMessage {
        let address = context.address(of: reference, in: session.id, told: told)
        let words = writer.compose(texts, mover: mover, as: .staged, of: told)
        return GameMessage(words, at: address, revision: revision, of: session)
    }

    /// The seats from which the reader sees a session: those that they play, and once it is over also those that they
    /// had lost by giving up or by time.
    private func ownSeats(in session: Session) -> [SeatIndex] {
        guard session.isOver else { return names.ownSeats }
        return session.seating.table.all.filter { names.isReader(session.seating[$0].player) }
    }

    private func seat(
        _ seat: SeatIndex, of session: Session, isOwn: Bool, _ clock: ClockSettings?
    ) -> SessionView.Seat {
        let place = session.seating[seat]
        return SessionView.Seat(
            seat: seat.rawValue, state: SeatState(place.state), you: isOwn,
            participant: names.participant(of: seat), nickname: names.nickname(of: seat),
            attribution: writer.attribution(of: seat),
            deadline: clock == nil ? nil : place.clock?.deadline.map(context.clockReading.date(of:)),
            bankSeconds: clock == nil ? nil : session.bankSeconds(of: seat))
    }

    /// The reader's moves; a bystander's are those of the place that they would take by moving.
    private func legalMoves(
        in session: Session, own: [SeatIndex], or place: (session: Session, seat: SeatIndex)?
    ) throws(ServiceError) -> [GameJSON]? {
        if let place {
            return place.session.toAct.contains(place.seat) ? try place.session.legalMoves(for: place.seat) : []
        }
        guard let seat = session.toAct.first(where: { own.contains($0) }) else { return [] }
        return try session.legalMoves(for: seat)
    }

    /// The message of the newest event, with its token only if it is the reader's own; nil while there is no event.
    private func newestMessage(of session: Session) throws(ServiceError) -> ShownMessage? {
        guard let event = session.newest, let texts = try session.labelledNewest() else { return nil }
        let isOwn = names.isReader(event.player)
        let reference = isOwn ? event.message : .picture(revision: event.revision)
        let address = context.address(of: reference, in: session.id, told: session.told)
        let words = writer.compose(texts, mover: Composer.Mover(of: event), as: .displayed, of: session.told)
        return ShownMessage(
            token: isOwn ? address.token : nil, address: isOwn ? address.page : nil, session: session.id,
            revision: event.revision, live: session.identity.isLive, layout: MessageLayout(words, image: address.image),
            summaryText: words.summary, accessibilityLabel: words.accessibilityLabel)
    }

    private func draft(
        _ draft: Draft, as decision: DraftDecision?, in session: Session
    ) throws(ServiceError) -> SessionView.Draft {
        let (texts, told) = try decision?.texts(of: draft) ?? (draft.texts, nil)
        let address = context.address(of: .draft(draft.id), in: session.id, told: told)
        let words = writer.compose(
            texts, mover: Composer.Mover(player: draft.player, seat: draft.proposal.seat), as: .displayed, of: told)
        return SessionView.Draft(
            token: address.token, move: draft.proposal.move, basedOn: draft.proposal.basedOn,
            expiresAt: draft.expiresAt,
            message: GameMessage(words, at: address, revision: draft.expectedRevision, of: session.identity),
            board: try decision?.shown.map { session throws(ServiceError) in
                // NB: a seat that the draft would take is nobody's so far, and may have secrets.
                try session.board(for: Reader(seats: names.ownSeats))
            })
    }

    func displayed(_ texts: MessageTexts, by mover: Composer.Mover) -> ComposedTexts {
        writer.compose(texts, mover: mover, as: .displayed)
    }
}

extension Session {
    /// The seed, in hexadecimal digits, once a game of chance is over; nil before.
    var disclosedSeed: String? { isOver && position.usesChance ? identity.seed.text : nil }

    /// Whether a game of chance starts by an event, which promises the seed.
    fileprivate func startsChance(with event: Event) -> Bool {
        position.usesChance && (event.details.started || event.kind == .opened && !position.waitsForPlayers)
    }
}

extension GameMessage {
    fileprivate init(_ words: ComposedTexts, at address: MessageAddress, revision: Int, of session: Session.Identity) {
        self.init(
            token: address.token, address: address.page, session: session.id, revision: revision, live: session.isLive,
            layout: MessageLayout(words, image: address.image), summaryText: words.summary,
            accessibilityLabel: words.accessibilityLabel)
    }
}

extension MessageLayout {
    fileprivate init(_ words: ComposedTexts, image: WebAddress) {
        self.init(
            imageTitle: words.imageTitle, imageSubtitle: words.imageSubtitle, caption: words.caption,
            subcaption: words.subcaption, trailingCaption: words.trailingCaption,
            trailingSubcaption: words.trailingSubcaption)
        imageAddress = image
        mediaAddress = words.mediaURL.map { WebAddress($0) }
    }
}
