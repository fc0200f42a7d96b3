import Foundation
package import GameRules

/// Shows messages to whoever has their URL, without asking who that is: the public view and a picture, nothing more.
///
/// Looking is not a sighting: it proves nothing and changes nothing.
package struct PublicMessageService: Sendable {
    /// The content of the page at a message's URL.
    package struct Page: Sendable {
        /// The message's session as a bystander sees it.
        package let session: SessionView
        /// The texts of the message, as they are displayed.
        package let texts: ComposedTexts
        package let status: MessageStatus
        package let address: MessageAddress
        /// The seed of a game of chance that is over, in hexadecimal digits.
        package let seed: String?
        package let language: String
    }

    private let context: ServiceContext
    private let store: any SessionStores
    private let finder: MessageFinder
    private let answers: IdempotentAnswers

    /// Messages of the sessions in a store.
    package init(context: ServiceContext, store: any SessionStores) {
        self.context = context
        self.store = store
        finder = MessageFinder(context: context, store: store)
        answers = IdempotentAnswers(context: context, store: store)
    }

    /// The page of a message.
    ///
    /// - Throws: `not_found`, for a token that is forged or of no message.
    package func page(_ token: MessageToken, languages: [String]) async throws(ServiceError) -> Page {
        let message = try await finder.message(token)
        guard let record = try await store.record(of: message.session, for: nil) else { throw .notFound }
        let language = context.composer.language(for: languages)
        let presenter = SessionPresenter(
            context: context, names: Attributions(reader: nil, seating: record.session.seating), language: language)
        guard let (texts, mover) = try await words(of: message, in: record.session) else { throw .notFound }
        return Page(
            session: try presenter.view(of: record), texts: presenter.displayed(texts, by: mover),
            status: message.status(in: record.session, at: context.now()),
            address: context.address(of: message.reference, in: message.session), seed: record.session.disclosedSeed,
            language: language)
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
        let position = try await answers.session(session, at: revision).position
        return (event.details.texts.labelled(at: position), Composer.Mover(of: event))
    }
}

extension Session {
    /// The picture of the board after a proposal, unless that would show what nobody may know before the message is
    /// sent: what is dealt or rolled by it.
    fileprivate func picture(proposing proposal: Proposal, at now: Date) throws(ServiceError) -> Picture {
        guard let decision = try? deciding(proposal, at: now), !decision.reveals, !decision.event.details.started else {
            return try picture()
        }
        return try decision.session.picture()
    }
}
