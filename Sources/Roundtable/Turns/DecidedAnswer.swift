import Foundation
import GameRules

/// The decided answer to a request for a message. The service composes it for the reader now, stores it, and composes
/// it again for each repetition. NB: a class, because a reference is cheaper to pass on.
final class DecidedAnswer: Sendable {
    /// The event, draft or claim that the message shows.
    enum Subject: Sendable {
        case event
        case draft(Draft, DraftDecision?)
        /// The session as it stands, without an event.
        case fresh(FreshMessageID)
        case claim(Claim)
    }

    /// The part that is kept, from which, with the session, everything else follows.
    let stored: StoredAnswer.Content
    let session: Session
    let subject: Subject
    /// The reader's names for the players.
    let names: Attributions
    /// The seats that are kept from the reader for others; nil if they were not looked for.
    let keptSeats: [SeatIndex: PlayerID]?
    let isRepeated: Bool
    /// The asking device as it reports itself, if that is to be kept by a write of its own.
    let keptDevice: (device: Device, at: Date, charge: ByteCharge?)?

    /// An answer as it is found again.
    init(_ stored: StoredAnswer.Content, of session: Session, _ subject: Subject, names: Attributions) {
        self.stored = stored
        self.session = session
        self.subject = subject
        self.names = names
        keptSeats = nil
        isRepeated = true
        keptDevice = nil
    }

    /// The first answer to a request, with names and claims as they are now.
    ///
    /// - Parameters:
    ///   - session: as it is after what was decided.
    ///   - device: the asking device with the conversation that it reports in the request.
    ///   - record: what was known before; nil for a new session.
    ///   - kept: the seats that are kept from the reader for others; nil if they were not looked for.
    ///   - report: what the device reports, if that is to be kept by a write of its own.
    init(
        to request: MessageRequest, _ subject: Subject, in session: Session, on device: Device,
        knowing record: SessionRecord? = nil, keeping kept: [SeatIndex: PlayerID]? = nil,
        storing report: DeviceReport? = nil, _ context: ServiceContext
    ) throws(ServiceError) {
        self.session = session
        self.subject = subject
        names = Attributions(device: device, seating: session.seating)
        stored = StoredAnswer.Content(
            message: try subject.reference(in: session), isDraft: subject.isDraft, revision: session.revision,
            conversation: request.conversation, participants: names.resolved,
            language: context.composer.language(for: request.locale.map { [$0] } ?? []),
            claims: record?.claims(after: session, by: request.player, at: context.clockReading))
        keptSeats = kept
        isRepeated = false
        keptDevice = try report.map { report throws(ServiceError) in
            let (device, now) = (report.device, context.now())
            return (device, now, try device.charge(replacing: record?.device, at: now, within: context.quotas))
        }
    }

    /// The first answer to a request about a session as it was read, by which the asking device's report is kept, too.
    convenience init(
        to request: MessageRequest, _ subject: Subject, on record: SessionRecord, _ context: ServiceContext
    ) throws(ServiceError) {
        let report = record.report(of: request.player, reporting: request.conversation)
        try self.init(
            to: request, subject, in: record.session, on: report.device, knowing: record,
            storing: report.hasChanges ? report : nil, context)
    }

    /// The answer with its request, as both are kept.
    func kept(for request: MessageRequest, _ id: RequestID) -> StoredAnswer {
        StoredAnswer(
            id: id, player: request.player, key: request.key, fingerprint: request.fingerprint(), content: stored)
    }

    /// The answer in its reader's words.
    ///
    /// - Parameter kept: the seats that are kept from the reader for others.
    /// - Throws: `internal` and `unavailable`, of rules that fail or take too long.
    func composed(
        keeping kept: [SeatIndex: PlayerID], _ context: ServiceContext
    ) throws(ServiceError) -> TurnAnswer {
        let presenter = SessionPresenter(context: context, names: names, language: stored.language)
        var shown: (Draft, DraftDecision?)?
        let message: GameMessage
        switch subject {
        case .draft(let draft, let decision):
            if stored.isDraft, let decision { shown = (draft, decision) }
            let (texts, told) = try decision?.texts(of: draft) ?? (draft.texts, nil)
            message = presenter.staged(
                texts, by: Composer.Mover(player: draft.player, seat: draft.proposal.seat), as: stored.message,
                revision: draft.expectedRevision, in: session.identity, told: told)
        case .event, .fresh:
            guard let newest = session.newest, let texts = try session.labelledNewest() else { throw .notFound }
            message = presenter.staged(
                texts, by: Composer.Mover(of: newest), as: stored.message,
                revision: newest.revision, in: session.identity, told: session.told)
        case .claim(let claim):
            message = presenter.staged(
                .claim(to: claim.seat), by: Composer.Mover(player: claim.player, seat: nil), as: stored.message,
                revision: claim.revision, in: session.identity)
        }
        let view = try presenter.view(of: session, with: shown, claims: stored.claims ?? [], keeping: kept)
        var answer = TurnAnswer(session: view, message: message, draft: stored.isDraft)
        answer.isRepeated = isRepeated
        return answer
    }
}

extension DecidedAnswer.Subject {
    fileprivate var isDraft: Bool { if case .draft = self { true } else { false } }

    fileprivate func reference(in session: Session) throws(ServiceError) -> MessageReference {
        switch self {
        case .event:
            guard let newest = session.newest else { throw .notFound }
            return newest.message
        case .draft(let draft, _): return .draft(draft.id)
        case .fresh(let id): return .fresh(id)
        case .claim(let claim): return .claim(claim.id)
        }
    }
}
