import Foundation
package import GameRules

/// What devices tell of messages: opened, sent, cancelled.
package struct MessageService: Sendable {
    /// Where a tapped message stands.
    package enum Status: String, Sendable {
        case latest, earlier, draft, overtaken, cancelled
    }

    /// A tapped message with the truth about its session.
    package struct Opened: Sendable {
        package let session: SessionView
        /// The revision of the message; nil unless it is committed.
        package let revision: Int?
        package let status: Status
        /// The seat that made it.
        package let seat: SeatIndex?
        package let hint: Device.Hint?
        /// What happened since, and the revision to ask for more after.
        package let events: [EventView]
        package let next: Int?
    }

    private static let eventLimit = 100
    /// How often a report is taken in anew because another one of the same device came in between.
    private static let attempts = 16

    private let context: ServiceContext
    private let store: any SessionStores
    private let finder: MessageFinder
    private let closer: DraftCloser
    private let claims: ClaimDesk
    private let changes: SessionChanges

    /// Messages of the sessions in a store.
    package init(context: ServiceContext, store: any SessionStores, changes: SessionChanges) {
        self.context = context
        self.store = store
        self.changes = changes
        finder = MessageFinder(context: context, store: store)
        closer = DraftCloser(context: context, store: store, changes: changes)
        claims = ClaimDesk(context: context, store: store, changes: changes)
    }

    /// A device tells that it holds a message and who sent it. Proves that a draft was sent, vouches for a claim or objects
    /// to it, teaches the device's aliases, and answers with the truth.
    ///
    /// - Throws: `not_found`, for a token that is forged or of no message.
    package func open(
        _ text: String, by player: PlayerID, in conversation: Conversation, sender: ParticipantID?,
        languages: [String]
    ) async throws(ServiceError) -> Opened {
        let token = try finder.token(text)
        let asker = Asker(player: player, local: conversation.local)
        let known = token.isEvent ? try await store.record(of: token.session, for: asker) : nil
        var message = try await finder.message(token, knowing: known?.session)
        if message.isDraft, sender != nil || message.author != player {
            message = try await closer.prove(message, by: .opened)
        }
        let newest = if let known { known } else { try await store.record(of: token.session, for: asker) }
        guard var record = newest else { throw .notFound }
        let vouches = try await claims.hear(sender, of: message, by: player, in: conversation, &record)
        // NB: a vouch knows the sender as the seat's player; learned as the claimant's, the alias would be contested.
        let hint = try await learn(from: message, sender: vouches ? nil : sender, player, conversation, &record)
        if sender != nil { try await resend(message, on: &record) }
        return try await opened(message, hint: hint, on: record, player: player, languages: languages)
    }

    /// The player pressed Send, or another player tells that the message arrived: either way its draft counts, if it can.
    ///
    /// - Throws: `not_found`, for a token that is forged or of no message.
    package func sent(
        _ token: String, by player: PlayerID, in conversation: Conversation?, languages: [String]
    ) async throws(ServiceError) -> Opened {
        let asker = Asker(player: player, local: conversation?.local)
        if let sent = try await sentAtOnce(token, by: asker, in: conversation, languages: languages) { return sent }
        let message = try await closer.prove(try await finder.message(token), by: .sent)
        guard var record = try await store.record(of: message.session, for: asker) else { throw .notFound }
        if let conversation { _ = try await teach(player, in: conversation, &record) { _ in nil } }
        try await resend(message, on: &record)
        return try await opened(message, hint: nil, on: record, player: player, languages: languages)
    }

    /// The author took the staged message back: its draft never counts.
    ///
    /// - Throws: `not_found`, `not_allowed` for anybody but the author, `already_committed` if the event stands.
    package func cancel(
        _ token: String, by player: PlayerID, in conversation: Conversation?, languages: [String]
    ) async throws(ServiceError) -> SessionView {
        let message = try await finder.message(token)
        guard message.author == player else {
            throw ServiceError(
                .notAllowed, "Only its author can take a message back.",
                revision: try await store.revision(of: message.session))
        }
        try await closer.cancel(message)
        let asker = Asker(player: player, local: conversation?.local)
        guard var record = try await store.record(of: message.session, for: asker) else { throw .notFound }
        if let conversation { _ = try await teach(player, in: conversation, &record) { _ in nil } }
        return SessionPresenter(context, record, for: player, languages: languages)
            .view(of: record.withLiveDraft(at: context.now()))
    }

    // MARK: -

    /// Takes in that a draft was sent by one conditional write, where everything it takes is remembered here; nil if something
    /// is not, or is not so any more.
    private func sentAtOnce(
        _ text: String, by asker: Asker, in conversation: Conversation?, languages: [String]
    ) async throws(ServiceError) -> Opened? {
        guard let token = MessageToken(text, keys: context.keys), case .draft(let id) = token.reference,
            let draft = store.hint(of: id, in: token.session), draft.player == asker.player,
            var record = store.hint(of: token.session, for: asker),
            let decision = try? record.session.deciding(draft.proposal, draft: id, at: context.now())
        else { return nil }
        let device = conversation.map { record.device(of: asker.player, telling: $0) }
        let commit = Commit(
            decision, cancellations: record.cancellations, device: device.map { DeviceReport($0, isNews: false) })
        let isCommitted = try await store.commit(commit)
        context.metrics.hints.count(isCommitted ? .hit : .refuted)
        guard isCommitted else { return nil }
        context.metrics.committed(decision.event, by: .sent)
        changes.didChange(token.session)
        record.session = decision.session
        if let conversation { _ = try await teach(asker.player, in: conversation, &record) { _ in nil } }
        let message = FoundMessage(
            session: token.session, reference: token.reference, author: draft.player, seat: decision.event.seat,
            committedRevision: decision.event.revision, basedOn: draft.proposal.basedOn, draft: nil)
        return try await opened(message, hint: nil, on: record, player: asker.player, languages: languages)
    }

    private func opened(
        _ message: FoundMessage, hint: Device.Hint?, on record: SessionRecord, player: PlayerID, languages: [String]
    ) async throws(ServiceError) -> Opened {
        let session = record.session
        let since = message.committedRevision ?? message.basedOn
        let events = try await store.events(after: since, upTo: session, limit: Self.eventLimit)
        let presenter = SessionPresenter(context, record, for: player, languages: languages)
        let last = events.last?.revision ?? since
        return Opened(
            session: presenter.view(of: record.withLiveDraft(at: context.now())),
            revision: message.committedRevision, status: message.status(in: session, at: context.now()),
            seat: message.seat,
            hint: hint, events: events.map { presenter.view(of: $0, in: session) },
            next: events.count == Self.eventLimit && last < session.revision ? last : nil)
    }

    /// What the device's report teaches; kept with the device, which from now on may read the session.
    private func learn(
        from message: FoundMessage, sender: ParticipantID?, _ player: PlayerID, _ conversation: Conversation,
        _ record: inout SessionRecord
    ) async throws(ServiceError) -> Device.Hint? {
        let context = context
        return try await teach(player, in: conversation, &record) { device in
            guard let sender, let author = message.author, !author.isErased else { return nil }
            let evidence = AliasBook.Evidence(
                message: message.reference, revision: message.committedRevision ?? message.basedOn, at: context.now())
            return device.learn(Sighting(author: author, sender: sender, evidence: evidence))
        }
    }

    /// Changes what is known of a device, and keeps it; again from the start if another request did so meanwhile.
    private func teach(
        _ player: PlayerID, in conversation: Conversation, _ record: inout SessionRecord,
        _ lesson: (inout Device) -> Device.Hint?
    ) async throws(ServiceError) -> Device.Hint? {
        let id = record.session.id
        for _ in 0..<Self.attempts {
            var device = record.device(of: player, telling: conversation)
            device.aliases = device.aliases.merging(record.session.seating.person)
            let hint = lesson(&device)
            guard device.isNews(to: record.device, in: record.session.seating) else { return hint }
            let now = context.now()
            if try await store.remember(device, in: id, at: now) {
                changes.didChange(id)
                record.device = device.kept(at: now)
                return hint
            }
            let asker = Asker(player: player, local: conversation.local)
            guard let newer = try await store.record(of: id, for: asker) else { throw .notFound }
            record = newer
        }
        throw ServiceError(.unavailable, "This device reports too much at once.")
    }

    /// A bubble that shows the newest state is in the transcript: the newest event is not unsent any more.
    private func resend(_ message: FoundMessage, on record: inout SessionRecord) async throws(ServiceError) {
        guard let unsent = record.unsentRevision, message.committedRevision == unsent, message.claim == nil else {
            return
        }
        try await store.markSent(unsent, of: record.session.id)
        record.unsentRevision = nil
        changes.didChange(record.session.id)
    }
}
