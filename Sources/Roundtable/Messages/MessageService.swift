import Foundation
import GameRules

/// Takes in reports of devices on messages: opened, sent, cancelled.
package struct MessageService: Sendable {
    private static let eventLimit = 100

    private let context: ServiceContext
    private let store: any SessionStores
    private let finder: MessageFinder
    private let closer: DraftCloser
    private let claims: WitnessReports
    private let log: SessionLog

    package init(context: ServiceContext, store: any SessionStores, changes: SessionNotices) {
        self.context = context
        self.store = store
        log = SessionLog(context: context, store: store, changes: changes)
        finder = MessageFinder(context: context, store: store)
        closer = DraftCloser(log: log)
        claims = WitnessReports(log: log)
    }

    /// A device reports that it holds a message and who sent it. Proves that a draft was sent, vouches for a claim or
    /// objects to it, teaches the device's aliases, and answers with the truth.
    ///
    /// - Throws: `not_found`, for a token that is forged or of no message.
    package func open(
        _ text: MessageToken, by player: PlayerID, in conversation: Conversation, sender: ParticipantID?,
        languages: [String]
    ) async throws(ServiceError) -> Opened {
        let token = try finder.token(text)
        let asker = Asker(player: player, local: conversation.local)
        var (message, record) = try await find(token, by: asker, by: .opened) {
            sender != nil || $0.author != player
        }
        if let rematch = try await rematchThatCounts(insteadOf: record.session, to: asker) { record = rematch }
        // NB: before a vouch counts. That a draft's bubble was seen is true, whoever reports it.
        try count(player, on: record)
        let vouches = try await claims.applyReport(of: sender, on: message, by: player, in: conversation, &record)
        // NB: a vouch knows the sender as the seat's player; learned as the claimant's, the alias would be contested.
        let hint = try await learn(from: message, sender: vouches ? nil : sender, player, conversation, &record)
        if sender != nil { try await resend(message, on: &record) }
        return try await opened(message, hint: hint, on: record, asker: asker, languages: languages)
    }

    /// The player pressed Send, or another player reports that the message arrived: either way its draft counts, if it
    /// can.
    ///
    /// - Throws: `not_found`, for a token that is forged or of no message.
    package func sent(
        _ token: MessageToken, by player: PlayerID, in conversation: Conversation?, languages: [String]
    ) async throws(ServiceError) -> Sent {
        let asker = Asker(player: player, local: conversation?.local)
        var (message, record) = try await find(try finder.token(token), by: asker, by: .sent) { _ in true }
        if let rematch = try await rematchThatCounts(insteadOf: record.session, to: asker) { record = rematch }
        if let conversation { try await teach(player, in: conversation, &record) }
        try await resend(message, on: &record)
        let presenter = SessionPresenter(context, record, for: asker, languages: languages)
        return Sent(
            session: try presenter.view(of: try await shown(record, to: player)),
            revision: message.committedRevision, status: try await finder.status(of: message, in: record))
    }

    /// The author took the staged message back: its draft never counts. A session that was never opened is abandoned by
    /// it.
    ///
    /// - Parameter errorCode: the error of `MSMessageErrorCode` that kept the message from being sent; nil if the user
    ///   did.
    /// - Throws: `not_found`, also for players who may not read the session; `not_allowed` for anybody but the author;
    ///   `already_committed` if the event stands.
    package func cancel(
        _ token: MessageToken, by player: PlayerID, in conversation: Conversation?, errorCode: Int? = nil,
        languages: [String]
    ) async throws(ServiceError) -> SessionView {
        let named = try finder.token(token)
        let message = try await finder.message(named.reference, of: named.session)
        let asker = Asker(player: player, local: conversation?.local)
        guard message.author == player else {
            guard let record = try await store.record(of: message.session, for: asker), record.mayBeRead(by: player)
            else { throw .notFound }
            throw ServiceError(because: .notAuthor, revision: record.session.revision)
        }
        context.metrics.cancellations.count(.init(errorCode: errorCode))
        try await closer.cancel(message)
        guard var record = try await store.record(of: message.session, for: asker) else { throw .notFound }
        if let conversation { try await teach(player, in: conversation, &record) }
        return try SessionPresenter(context, record, for: asker, languages: languages)
            .view(of: try await shown(record, to: player))
    }

    // MARK: -

    /// The rematch that counts, if a session is another one of the same session; nil else.
    private func rematchThatCounts(
        insteadOf session: Session, to asker: Asker
    ) async throws(ServiceError) -> SessionRecord? {
        guard session.revision == 0, let origin = session.identity.origin,
            let rematch = try await store.record(of: origin.session, for: nil)?.session.rematch?.session,
            rematch != session.id
        else { return nil }
        return try await store.record(of: rematch, for: asker)
    }

    /// The message of a token, its draft committed if there is proof that it was sent, and its session.
    private func find(
        _ token: TokenPayload, by asker: Asker, by cause: ServiceMetrics.Cause, if isProof: (FoundMessage) -> Bool
    ) async throws(ServiceError) -> (FoundMessage, SessionRecord) {
        switch token.reference {
        case .draft(let id): return try await closer.prove(id, of: token.session, to: asker, by: cause, if: isProof)
        // NB: everybody has these, so they cost no read.
        case .picture: throw .notFound
        case .event, .fresh, .claim: break
        }
        guard let record = try await store.record(of: token.session, for: asker) else { throw .notFound }
        return (try await finder.message(token.reference, of: token.session, knowing: record.session), record)
    }

    private func opened(
        _ message: FoundMessage, hint: Hint?, on record: SessionRecord, asker: Asker, languages: [String]
    ) async throws(ServiceError) -> Opened {
        let session = record.session
        let since = message.committedRevision ?? message.basedOn
        let page =
            if since < session.revision {
                try await context.reads.reading(for: asker.player) { () async throws(ServiceError) in
                    try await store.events(after: since, upTo: session, limit: Self.eventLimit)
                }
            } else {
                EventPage(events: [], next: nil)
            }
        let presenter = SessionPresenter(context, record, for: asker, languages: languages)
        let tapped = Tapped(
            revision: message.committedRevision, status: try await finder.status(of: message, in: record),
            seat: message.seat?.rawValue, hint: hint)
        let shown = try await shown(record, to: asker.player)
        return try await context.reads.composing(page, for: asker.player) { () throws(ServiceError) in
            Opened(
                session: try presenter.view(of: shown), tapped: tapped,
                events: try page.events.map { event throws(ServiceError) in
                    try presenter.view(of: event, in: session)
                }, next: page.next)
        }
    }

    private func shown(_ record: SessionRecord, to player: PlayerID) async throws(ServiceError) -> SessionRecord {
        try await record.withKeptSeats(for: player, in: store, at: context.now()).withLiveDraft(context)
    }

    /// Learns the aliases that follow from a device's report; kept with the device, which from now on may read the
    /// session.
    private func learn(
        from message: FoundMessage, sender: ParticipantID?, _ player: PlayerID, _ conversation: Conversation,
        _ record: inout SessionRecord
    ) async throws(ServiceError) -> Hint? {
        let context = context
        return try await teach(player, in: conversation, &record) { device in
            guard let sender, let author = message.author, !author.isErased else { return nil }
            let evidence = AliasBook.Evidence(
                revision: message.committedRevision ?? message.basedOn, at: context.now())
            return device.learn(sender, sent: evidence, madeBy: author)
        }
    }

    /// Takes in what a device reports of its conversation beside a report that was taken in already.
    private func teach(
        _ player: PlayerID, in conversation: Conversation, _ record: inout SessionRecord
    ) async throws(ServiceError) {
        try count(player, on: record)
        _ = try await teach(player, in: conversation, &record) { _ in nil }
    }

    /// Counts a device that is new to the session.
    private func count(_ player: PlayerID, on record: SessionRecord) throws(ServiceError) {
        if record.device == nil { try context.usage?.addDevice(of: player) }
    }

    /// Changes what is known of a device, and keeps it; again from the start if another request did so meanwhile.
    private func teach(
        _ player: PlayerID, in conversation: Conversation, _ record: inout SessionRecord,
        _ change: (inout Device) -> Hint?
    ) async throws(ServiceError) -> Hint? {
        let asker = Asker(player: player, local: conversation.local)
        let hint: Hint?
        (hint, record) = try await log.update(record.session.id, for: asker, startingFrom: record) {
            record throws(ServiceError) in
            var (device, newest) = (record.device(of: player, reporting: conversation), record)
            device.aliases = device.aliases.merging(record.session.seating.person)
            let hint = change(&device)
            guard device.hasChanges(from: record.device, in: record.session.seating) else {
                return .nothing((hint, record))
            }
            let now = context.now()
            newest.device = device.kept(at: now)
            let charge = try device.charge(replacing: record.device, at: now, within: context.quotas)
            return .write(.device(device, at: now, charge: charge), (hint, newest))
        }
        return hint
    }

    /// A bubble that shows the newest state is in the transcript: the newest event is not unsent any more.
    private func resend(_ message: FoundMessage, on record: inout SessionRecord) async throws(ServiceError) {
        guard let unsent = record.unsentRevision, message.committedRevision == unsent, message.claim == nil else {
            return
        }
        try await log.update(record.session.id, startingFrom: record) { _ in
            .write(.sentMessage(revision: unsent), ())
        }
        record.unsentRevision = nil
    }
}
