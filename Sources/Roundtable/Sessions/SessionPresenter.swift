import GameRules

/// Shows sessions, messages and events to one reader in one language, and nothing more than that reader may see.
struct SessionPresenter {
    let context: ServiceContext
    let names: Attributions
    let language: String
    private let memory = WritingMemory()

    /// Shows a session to a player on the device of its record.
    init(_ context: ServiceContext, _ record: SessionRecord, for player: PlayerID, languages: [String]) {
        let seating = record.session.seating
        let names =
            record.device.map { Attributions(device: $0, seating: seating) }
            ?? Attributions(reader: player, seating: seating)
        self.init(context: context, names: names, language: context.composer.language(for: languages))
    }

    /// What a reader is shown, names given.
    init(context: ServiceContext, names: Attributions, language: String) {
        self.context = context
        self.names = names
        self.language = language
    }

    /// A session as the reader may see it.
    ///
    /// - Parameter known: a message of it whose address was made already.
    func view(of record: SessionRecord, besides known: (reference: MessageReference, view: MessageView)? = nil)
        -> SessionView
    {
        let session = record.session
        let own = names.ownSeats
        let toAct = session.toAct
        return SessionView(
            session: session, toAct: toAct,
            you: own.first { toAct.contains($0) } ?? own.first,
            seats: session.seating.table.all.map { seat($0, of: session) },
            board: session.position.board(for: Reader(seats: own)),
            legalMoves: legalMoves(in: session, own: own, toAct: toAct),
            message: session.newest.map { plainMessage(of: $0, in: session, besides: known) },
            draft: record.draft.map { draft($0, in: session) },
            isUnsent: record.unsentRevision == session.revision && names.isReader(session.newest?.player),
            claims: record.shownClaims(at: context.now()))
    }

    /// An event as the reader may see it now.
    func view(of event: Event, in session: Session) -> EventView {
        let reader = Reader(seats: names.ownSeats)
        let move = event.details.move.flatMap { move in
            event.seat.flatMap { session.position.shown(move, by: $0, to: reader) }
        }
        let mover = Composer.Mover(of: event)
        let summary = context.composer.plain(event.details.texts.summary, mover: mover, in: language, for: names)
        return EventView(event: event, move: move, summary: summary)
    }

    /// A message that the reader's device is about to stage.
    func staged(
        _ texts: MessageTexts, by mover: Composer.Mover, as reference: MessageReference, revision: Int,
        in session: SessionID
    ) -> MessageView {
        let address = context.address(of: reference, in: session)
        let words = context.composer.compose(texts, mover: mover, in: language, as: .staged, for: names, memory: memory)
        return MessageView(
            session: session, revision: revision, address: address, imageURL: address.imageURL, texts: words)
    }

    private func seat(_ seat: SeatIndex, of session: Session) -> SessionView.Seat {
        SessionView.Seat(
            index: seat, state: session.seating[seat].state, isOwn: names.isOwn(seat),
            participant: names.participant(of: seat), nickname: session.seating.displayName(of: seat),
            attribution: context.composer.attribution(of: seat, in: language, for: names))
    }

    /// The reader's moves; a bystander's are those of the open seat that is to act.
    private func legalMoves(in session: Session, own: [SeatIndex], toAct: [SeatIndex]) -> GameJSON? {
        let table = session.seating.table
        let candidates = own.isEmpty ? table.open : own
        guard let seat = toAct.first(where: { candidates.contains($0) }) else { return .emptyArray }
        return session.position.legalMoves(for: seat, at: table)
    }

    private func plainMessage(
        of event: Event, in session: Session, besides known: (reference: MessageReference, view: MessageView)?
    ) -> MessageView {
        let isOwn = names.isReader(event.player)
        let reference = isOwn ? event.message : .picture(revision: event.revision)
        let knownAddress = known?.reference == reference ? known?.view.address : nil
        let address = knownAddress ?? context.address(of: reference, in: session.id)
        return MessageView(
            session: session.id, revision: event.revision, address: isOwn ? address : nil,
            imageURL: address.imageURL,
            texts: plain(event.details.texts, by: Composer.Mover(of: event)))
    }

    private func draft(_ draft: Draft, in session: Session) -> SessionView.Draft {
        let address = context.address(of: .draft(draft.id), in: session.id)
        let mover = Composer.Mover(player: draft.player, seat: draft.proposal.seat)
        return SessionView.Draft(
            message: MessageView(
                session: session.id, revision: draft.expectedRevision, address: address, imageURL: address.imageURL,
                texts: plain(draft.texts, by: mover)),
            move: draft.proposal.move, basedOn: draft.proposal.basedOn, expiresAt: draft.expiresAt)
    }

    func plain(_ texts: MessageTexts, by mover: Composer.Mover) -> ComposedTexts {
        context.composer.compose(texts, mover: mover, in: language, as: .plain, for: names, memory: memory)
    }
}
