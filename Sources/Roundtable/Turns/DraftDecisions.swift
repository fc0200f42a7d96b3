import Foundation
@_spi(Roundtable) import GameRules
@_spi(Roundtable) import RoundtableJSON

/// What a draft comes to.
package final class DraftDecision: Sendable {
    /// The decision; nil if the draft is overtaken.
    let decision: Decision?
    /// The memory that it takes, in bytes.
    fileprivate let bytes: Int

    init(_ decision: Decision?) {
        self.decision = decision
        let session = decision.map { $0.session.memory(ofPosition: JSONMemory.estimate(of: $0.position.data)) }
        bytes = 512 + (session ?? 0)
    }

    /// The session as the author and the draft's picture may show it; nil if nobody may see it before the message is
    /// sent: something is dealt or rolled by it.
    var shown: Session? {
        guard let decision, !decision.reveals, !decision.event.details.started else { return nil }
        return decision.session
    }

    /// The texts of the draft's message, with what VoiceOver says of the board as the draft would leave it; the caption
    /// is told instead if nobody may see that board yet.
    ///
    /// - Returns: also what was told of that session, if its newest message has the same texts. NB: a decision that was
    ///   made again may have others: those that the draft was made with stay.
    func texts(of draft: Draft) throws(ServiceError) -> (texts: MessageTexts, told: ToldSession?) {
        guard let shown else { return (draft.texts, nil) }
        if shown.newest?.details.texts == draft.texts, let labelled = try shown.labelledNewest() {
            return (labelled, shown.told)
        }
        return (try shown.labelled(draft.texts), nil)
    }
}

/// The decisions on drafts. A draft is decided when it is made, and once more when its session has moved on; all who
/// look at it are shown what was decided.
final class DraftDecisions: Sendable {
    private struct Key: Hashable {
        let draft: DraftID
        /// The session that it was decided on; nil for the one that it was made in: what its picture and its first
        /// answer show.
        let version: SessionVersion?
    }

    /// The number of bytes of decisions that are kept.
    private static let limit = 32 << 20

    private let kept: SharedValues<Key, DraftDecision, ServiceError>

    init(metrics: ServiceMetrics) { kept = SharedValues(limit: Self.limit, lookups: metrics.draftDecisions) }

    /// Keeps the decision by which a draft was made.
    func keep(_ decision: DraftDecision, on draft: Draft, of record: SessionRecord) {
        for version in [record.version, nil] {
            kept.keep(decision, for: Key(draft: draft.id, version: version), bytes: decision.bytes)
        }
    }

    /// The decision on a draft as its session stands, if it was made here before.
    func known(on draft: DraftID, in record: SessionRecord) -> DraftDecision? {
        kept.known(Key(draft: draft, version: record.version))
    }

    /// What a draft comes to as its session stands.
    ///
    /// - Throws: `internal` and `unavailable`, of rules that don't decide.
    func decision(on draft: Draft, in record: SessionRecord) async throws(ServiceError) -> DraftDecision {
        let key = Key(draft: draft.id, version: record.version)
        return try await kept.value(of: key) { () throws(ServiceError) in
            let decision = try DraftDecision(on: draft, in: record.session)
            if decision.decision?.event.revision == draft.expectedRevision {
                kept.keep(decision, for: Key(draft: draft.id, version: nil), bytes: decision.bytes)
            }
            return (decision, decision.bytes)
        }
    }

    /// What a draft came to when it was made.
    ///
    /// - Parameter before: the session as it was then.
    /// - Throws: what `before` throws; `internal` and `unavailable`, of rules that don't decide.
    func firstDecision(
        on draft: Draft, before: () async throws(ServiceError) -> Session
    ) async throws(ServiceError) -> DraftDecision {
        try await kept.value(of: Key(draft: draft.id, version: nil)) { () async throws(ServiceError) in
            let decision = try DraftDecision(on: draft, in: try await before())
            return (decision, decision.bytes)
        }
    }
}

extension DraftDecision {
    fileprivate convenience init(on draft: Draft, in session: Session) throws(ServiceError) {
        self.init(try session.decision(on: draft.proposal, at: ClockReading(draft.createdAt)))
    }
}

extension SessionRecord {
    /// The same, with the draft only if it is still its author's to send, and what it comes to: not expired, and not
    /// overtaken.
    func withLiveDraft(_ context: ServiceContext) async throws(ServiceError) -> SessionRecord {
        var record = withoutDeadDraft(at: context.now())
        guard let draft = record.draft else { return record }
        record.draft = nil
        let decision = try await context.drafts.decision(on: draft, in: self)
        if decision.decision != nil { (record.draft, record.decision) = (draft, decision) }
        return record
    }

    /// The same, with the seats that are kept for others than a player, if the player has none; nil for somebody who is
    /// not known.
    ///
    /// - Throws: `unavailable`.
    func withKeptSeats(
        for player: PlayerID?, in store: any SessionStore, at now: Date
    ) async throws(ServiceError) -> SessionRecord {
        var record = self
        record.keptSeats = try await store.keptSeats(of: session, shownTo: player, at: now)
        return record
    }

    /// The same, without a draft that has expired, or was taken back.
    func withoutDeadDraft(at now: Date) -> SessionRecord {
        guard let draft, !draft.isLive(at: now) else { return self }
        var record = self
        record.draft = nil
        return record
    }
}
