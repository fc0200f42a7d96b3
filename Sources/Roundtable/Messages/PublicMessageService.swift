package import Foundation
package import GameRules

/// Shows messages to whoever has their URL, without asking who that is: the public view and a picture, nothing more.
///
/// Looking is not a sighting: it proves nothing and changes nothing.
package struct PublicMessageService: Sendable {
    private let context: ServiceContext
    private let store: any SessionStores
    private let finder: MessageFinder
    private let answers: IdempotentAnswers
    private let reads: SharedReads

    /// Messages of the sessions in a store.
    package init(context: ServiceContext, store: any SessionStores) {
        self.context = context
        self.store = store
        finder = MessageFinder(context: context, store: store)
        answers = IdempotentAnswers(context: context, store: store)
        reads = SharedReads { session, askers throws(ServiceError) in
            try await store.records(of: session, for: askers)
        }
    }

    /// The number of the key that signs what is on a page.
    package var signer: UInt8 { context.keys.current }

    /// The address under which pages are reached, without a slash at its end.
    package var publicURL: String { context.publicURL }

    /// The language of a page for readers of some languages.
    package func language(for preferences: [String]) -> String { context.composer.language(for: preferences) }

    /// The time by which pages tell how long ago something was.
    package var now: Date { context.now() }

    /// The session of a message as it stands. However many look at its page, few reads serve all of them.
    ///
    /// - Throws: `not_found`, for a token that is forged, or only a picture's.
    package func record(of token: MessageToken) async throws(ServiceError) -> SessionRecord {
        let opened = try finder.token(token)
        if case .picture = opened.reference { throw .notFound }
        guard let record = try await reads.record(of: opened.session, for: nil) else { throw .notFound }
        return record
    }

    /// The page of a message.
    ///
    /// - Parameters:
    ///   - revision: whose board to show; nil for the newest.
    ///   - record: the message's session.
    /// - Throws: `not_found`, for a token of no message, and for a revision that there is not.
    package func page(
        _ token: MessageToken, at revision: Int?, in record: SessionRecord, languages: [String]
    ) async throws(ServiceError) -> PublicPage {
        let session = record.session
        let message = try await finder.message(try finder.token(token), knowing: session)
        if let revision, !(1...max(1, session.revision)).contains(revision) { throw .notFound }
        let language = context.composer.language(for: languages)
        let presenter = SessionPresenter(
            context: context, names: Attributions(reader: nil, seating: session.seating), language: language)
        guard let (texts, mover) = try await words(of: message, in: session) else { throw .notFound }
        let preview = presenter.displayed(texts, by: mover)
        let status = try message.status(in: session, at: context.now())
        var board =
            revision == nil && (status == .draft || session.revision == 0)
            ? PublicPage.Board(preview, of: token, at: session.revision)
            : try await self.board(at: revision ?? session.revision, in: session, by: presenter)
        // NB: a claim is no event, and what its message says stands as long as the claim does.
        if message.claim != nil, revision == nil, status != .cancelled { board.summary = preview.summary }
        return PublicPage(
            session: try presenter.view(of: record), preview: preview, status: status,
            address: context.address(of: message.reference, in: message.session), board: board,
            history: try await history(showing: board.revision, in: session, by: presenter),
            updatedAt: session.updatedAt, seed: session.disclosedSeed, language: language)
    }

    private func board(
        at revision: Int, in session: Session, by presenter: SessionPresenter
    ) async throws(ServiceError) -> PublicPage.Board {
        let newest = session.newest.flatMap { $0.revision == revision ? $0 : nil }
        let found = if let newest { newest } else { try await store.event(revision, of: session.id) }
        guard let event = found else { throw .notFound }
        let texts = try await answers.session(session, at: revision).labelled(event.details.texts)
        let words = presenter.displayed(texts, by: Composer.Mover(of: event))
        let picture = context.address(of: .picture(revision: revision), in: session.id).token
        return PublicPage.Board(words, of: picture, at: revision, isNewest: revision == session.revision)
    }

    private func history(
        showing revision: Int, in session: Session, by presenter: SessionPresenter
    ) async throws(ServiceError) -> PublicPage.History {
        let limit = PublicPage.History.limit
        var page = try await store.events(
            after: PublicPage.History.start(showing: revision), upTo: session, limit: limit)
        if let last = page.events.last, last.revision < revision {
            // Events so large that a page ends before the one that is shown.
            page = try await store.events(after: revision - 1, upTo: session, limit: limit)
        }
        return PublicPage.History(
            events: try page.events.map { event throws(ServiceError) in try presenter.view(of: event, in: session) },
            total: session.revision)
    }

    /// Whether a token was made by this service, and not by a key that is retired.
    package func isGenuine(_ token: MessageToken) -> Bool { TokenPayload(token, keys: context.keys) != nil }

    /// The picture of a message: the public board as its move leaves it. The same for ever.
    ///
    /// - Throws: `not_found`, for a token that is forged or of no message.
    package func picture(_ token: MessageToken) async throws(ServiceError) -> Picture {
        guard let opened = TokenPayload(token, keys: context.keys),
            let session = try await store.record(of: opened.session, for: nil)?.session
        else { throw .notFound }
        switch opened.reference {
        case .event(let revision), .picture(let revision):
            guard revision <= session.revision else { throw .notFound }
            return try await answers.session(session, at: revision).picture()
        case .draft, .fresh, .claim:
            let message = try await finder.message(token)
            guard let draft = message.draft else {
                return try await answers.session(session, at: message.basedOn).picture()
            }
            // NB: not the revision that its author looked at, after which others may have moved at the same time.
            let before = try await answers.session(session, at: draft.expectedRevision - 1)
            return try before.picture(proposing: draft.proposal, at: context.now())
        }
    }

    /// The texts of a message, and the mover they are about: of a fresh one that may be somebody else.
    private func words(
        of message: FoundMessage, in session: Session
    ) async throws(ServiceError) -> (MessageTexts, Composer.Mover)? {
        let author = Composer.Mover(player: message.author, seat: message.seat)
        if let draft = message.draft { return (draft.texts, author) }
        if let claim = message.claim { return (.claim(to: claim.seat), author) }
        guard let revision = message.committedRevision,
            let event = try await store.event(revision, of: message.session)
        else { return nil }
        let texts = try await answers.session(session, at: revision).labelled(event.details.texts)
        return (texts, Composer.Mover(of: event))
    }
}

extension Session {
    /// The picture of the board after a proposal, unless that would show what nobody may know before the message is
    /// sent: what is dealt or rolled by it.
    fileprivate func picture(proposing proposal: Proposal, at now: Date) throws(ServiceError) -> Picture {
        guard let decision = try decision(on: proposal, at: now), !decision.reveals,
            !decision.event.details.started
        else {
            return try picture()
        }
        return try decision.session.picture()
    }
}

extension PublicPage.Board {
    fileprivate init(_ words: ComposedTexts, of picture: MessageToken, at revision: Int, isNewest: Bool = true) {
        self.init(
            revision: revision, isNewest: isNewest, summary: words.summary,
            accessibilityLabel: words.accessibilityLabel, picture: picture)
    }
}
