package import Foundation
package import GameRules

/// Shows messages to whoever has their URL, without asking who that is: the public view and a picture, nothing more.
///
/// Looking is not a sighting: it proves nothing and changes nothing.
package struct PublicMessageService: Sendable {
    private let context: ServiceContext
    private let store: any SessionStores
    private let finder: MessageFinder
    private let reads: SharedReads<SessionRecord>
    private let histories = SharedValues<HistoryWindow, [PublicPage.Entry], ServiceError>(limit: 8 << 20)

    package init(context: ServiceContext, store: any SessionStores) {
        self.context = context
        self.store = store
        finder = MessageFinder(context: context, store: store)
        reads = SharedReads { session, askers throws(ServiceError) in
            try await store.records(of: session, for: askers)
        }
    }

    /// The number of the key that signs what is on a page.
    package var signer: UInt8 { context.keys.current }

    /// The address under which pages are reached, without a slash at its end.
    package var publicURL: String { context.publicURL }

    package func language(for preferences: [String]) -> String { context.composer.language(for: preferences) }

    /// The time by which pages tell how long ago something was.
    package var now: Date { context.now() }

    /// The same, with what players' clocks show.
    package var clockReading: ClockReading { context.clockReading }

    /// Which session a message is of.
    ///
    /// - Throws: `not_found`, for a token that is forged, or only a picture's.
    package func session(of token: MessageToken) throws(ServiceError) -> SessionID {
        let opened = try finder.token(token)
        if case .picture = opened.reference { throw .notFound }
        return opened.session
    }

    /// The session of a message as it stands. However many look at its page, few reads serve all of them.
    ///
    /// - Throws: `not_found`, for a token that is forged, or only a picture's.
    package func record(of token: MessageToken) async throws(ServiceError) -> SessionRecord {
        guard let record = try await reads.value(of: try session(of: token)) else { throw .notFound }
        return try await record.withKeptSeats(for: nil, in: store, at: context.now())
    }

    /// The page of a message.
    ///
    /// - Parameter revision: whose board to show; nil for the newest.
    /// - Throws: `not_found`, for a token of no message, and for a revision that there is not.
    package func page(
        _ token: MessageToken, at revision: Int?, in record: SessionRecord, languages: [String],
        for client: ClientAddress = .unknown
    ) async throws(ServiceError) -> PublicPage {
        let session = record.session
        let named = try finder.token(token)
        let message = try await finder.message(named.reference, of: named.session, knowing: session)
        if let revision, !(1...max(1, session.revision)).contains(revision) { throw .notFound }
        let language = context.composer.language(for: languages)
        let presenter = SessionPresenter(
            context: context, names: Attributions(reader: nil, seating: session.seating), language: language)
        guard let (texts, mover) = try await words(of: message, in: record, for: client) else { throw .notFound }
        let preview = presenter.displayed(texts, by: mover)
        let status = message.status(in: session, at: context.clockReading)
        var board = try await board(at: revision ?? session.revision, in: record, by: presenter, for: client)
        // NB: a claim is no event, and what its message says stands as long as the claim does.
        if message.claim != nil, revision == nil, status != .cancelled { board.summary = preview.summary }
        return PublicPage(
            session: try presenter.view(of: record), keptSeats: Set(record.keptSeats.keys.map(\.rawValue)),
            preview: preview, status: status,
            address: context.address(of: message.reference, in: message.session), board: board,
            history: try await history(showing: board.revision, in: record, by: presenter, for: client),
            updatedAt: session.updatedAt, seed: session.disclosedSeed,
            options: try await store.event(1, of: session.id)?.details.founding?.options ?? .emptyObject,
            isLive: session.identity.isLive, language: language)
    }

    /// The board after an event, or before the first one as it is opened. Never one that a draft would lead to.
    private func board(
        at revision: Int, in record: SessionRecord, by presenter: SessionPresenter, for client: ClientAddress
    ) async throws(ServiceError) -> PublicPage.Board {
        let session = record.session
        let told: (texts: MessageTexts, mover: Composer.Mover)?
        if revision > 0 {
            told = try await texts(of: revision, in: record, for: client)
        } else {
            let opener = Composer.Mover(player: session.identity.creator, seat: session.seating.table.taken.first ?? 0)
            told = (try session.labelled(session.openingTexts()), opener)
        }
        guard let told else { throw .notFound }
        let words = presenter.displayed(told.texts, by: told.mover)
        let picture = context.address(of: .picture(revision: revision), in: session.id).token
        return PublicPage.Board(
            revision: revision, isNewest: revision == session.revision, summary: words.summary,
            accessibilityLabel: words.accessibilityLabel, picture: picture)
    }

    /// Some events of a session, told once to all who ask for the same.
    private func history(
        showing revision: Int, in record: SessionRecord, by presenter: SessionPresenter, for client: ClientAddress
    ) async throws(ServiceError) -> PublicPage.History {
        let session = record.session
        let start = PublicPage.History.start(showing: revision)
        let end = min(session.revision, start + PublicPage.History.limit)
        let window = HistoryWindow(
            session: session.id, start: start, end: end, revision: session.revision,
            generation: record.generation, language: presenter.language)
        let entries = try await histories.value(of: window) { () async throws(ServiceError) in
            let entries = try await context.earlier.reading(for: .address(client)) { () async throws(ServiceError) in
                try await self.entries(of: session, after: start, upTo: end, by: presenter)
            }
            return (entries, entries.reduce(256) { $0 + 128 + $1.summary.utf8.count })
        }
        return PublicPage.History(events: entries, total: session.revision)
    }

    private func entries(
        of session: Session, after start: Int, upTo end: Int, by presenter: SessionPresenter
    ) async throws(ServiceError) -> [PublicPage.Entry] {
        var entries: [PublicPage.Entry] = []
        while start + entries.count < end {
            let next = start + entries.count
            let page = try await store.events(after: next, upTo: session, limit: end - next, withMoves: false)
            guard !page.events.isEmpty else { break }
            entries += page.events.map { event in
                PublicPage.Entry(revision: event.revision, summary: presenter.summaryText(of: event), at: event.at)
            }
        }
        return entries
    }

    /// What the picture of a message shows. Of the messages that show the same one is drawn.
    ///
    /// - Throws: `not_found`, for a token that is forged or of no message.
    package func pictured(by token: MessageToken) async throws(ServiceError) -> PicturedBoard {
        let opened = try finder.token(token)
        let session = opened.session
        switch opened.reference {
        case .event(let revision), .picture(let revision): return .after(revision, of: session)
        case .draft(let draft): return .proposed(draft, in: session)
        case .fresh(let message):
            guard let fresh = try await store.freshMessage(message, of: session) else { throw .notFound }
            return .after(fresh.revision, of: session)
        case .claim(let claim):
            guard let claim = try await store.claim(claim, of: session) else { throw .notFound }
            return .after(claim.revision, of: session)
        }
    }

    /// Charges a client for a picture that is to be drawn.
    ///
    /// - Throws: `rate_limited`.
    package func chargeDrawing(for client: ClientAddress) throws(ServiceError) {
        try context.usage?.drawPicture(from: client)
    }

    /// The public board, drawn. The same for ever.
    ///
    /// - Throws: `not_found`, for a revision or a draft that there is not.
    package func picture(of board: PicturedBoard, for client: ClientAddress = .unknown) async throws(ServiceError)
        -> Picture
    {
        guard let record = try await store.record(of: board.session, for: nil) else { throw .notFound }
        switch board {
        case .after(let revision, _):
            guard revision <= record.session.revision else { throw .notFound }
            return try await earlier(record, at: revision, for: client).picture()
        case .proposed(let id, let session):
            guard let draft = try await store.draft(id, of: session) else { throw .notFound }
            if let shown = try await decision(on: draft, in: record, for: client).shown { return try shown.picture() }
            return try await earlier(record, at: draft.expectedRevision - 1, for: client).picture()
        }
    }

    private func decision(
        on draft: Draft, in record: SessionRecord, for client: ClientAddress
    ) async throws(ServiceError) -> DraftDecision {
        try await context.drafts.firstDecision(on: draft) { () async throws(ServiceError) in
            // NB: not the revision that its author looked at, after which others may have moved at the same time.
            try await earlier(record, at: draft.expectedRevision - 1, for: client)
        }
    }

    private func earlier(
        _ record: SessionRecord, at revision: Int, for client: ClientAddress
    ) async throws(ServiceError) -> Session {
        try await context.earlier.session(of: record, at: revision, in: store, for: .address(client))
    }

    /// The texts of a message, and the mover they are about: of a fresh one that may be somebody else.
    private func words(
        of message: FoundMessage, in record: SessionRecord, for client: ClientAddress
    ) async throws(ServiceError) -> (MessageTexts, Composer.Mover)? {
        let author = Composer.Mover(player: message.author, seat: message.seat)
        if let draft = message.draft { return (await texts(of: draft, in: record, for: client), author) }
        if let claim = message.claim { return (.claim(to: claim.seat), author) }
        guard let revision = message.committedRevision else { return nil }
        return try await self.texts(of: revision, in: record, for: client)
    }

    /// The texts of a draft, with what VoiceOver says of the board as it would leave it, if that can be found out now.
    private func texts(of draft: Draft, in record: SessionRecord, for client: ClientAddress) async -> MessageTexts {
        let session = record.session
        if let newest = session.newest, newest.details.draft == draft.id, newest.details.texts == draft.texts,
            let labelled = try? session.labelledNewest()
        {
            return labelled
        }
        return (try? await decision(on: draft, in: record, for: client).texts(of: draft).texts) ?? draft.texts
    }

    /// The texts of an event, with what VoiceOver says of the board after it; nil if there is none.
    private func texts(
        of revision: Int, in record: SessionRecord, for client: ClientAddress
    ) async throws(ServiceError) -> (MessageTexts, Composer.Mover)? {
        let session = try await earlier(record, at: revision, for: client)
        // NB: an event that came after the session was read is not part of it.
        guard let event = try await store.event(revision, of: session) else { return nil }
        return (try session.labelled(event.details.texts), Composer.Mover(of: event))
    }
}

/// The events that a page lists, as they are told at some state of a session.
private struct HistoryWindow: Hashable {
    let session: SessionID
    let start: Int
    let end: Int
    let revision: Int
    let generation: Int
    let language: String
}
