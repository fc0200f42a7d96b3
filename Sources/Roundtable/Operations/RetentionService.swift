import Foundation

/// Removes what nobody needs any more, in steps so small that turns don't notice.
///
/// It goes through the sessions in the order of their IDs and begins again: an index by age would have to be kept by
/// every turn. Instances may do so at the same time.
package actor RetentionService {
    private static let batch = 50
    /// The time that a notice is kept after it was made, once it was given up, in seconds.
    package static let givenUpSeconds = 30 * 86_400
    private static let givenUpRows = 1000

    private let context: ServiceContext
    private let store: any RetentionStore
    private let changes: SessionNotices
    private let retention: Retention
    private let archive: (@Sendable ([[UInt8]]) async throws -> Void)?
    /// The sessions that were looked at last.
    private var tidied: SessionID?
    private var finished: SessionID?

    /// - Parameter archive: keeps sessions that are about to be removed, exported, a line each; nil to keep nothing.
    package init(
        context: ServiceContext, store: any RetentionStore, changes: SessionNotices, retention: Retention,
        archive: (@Sendable ([[UInt8]]) async throws -> Void)? = nil
    ) {
        self.context = context
        self.store = store
        self.changes = changes
        self.retention = retention
        self.archive = archive
    }

    /// Makes one step, and says what it removed.
    @discardableResult
    package func step() async throws(ServiceError) -> Removals {
        let now = context.now()
        let limits = RetentionLimits(
            // An answer that is repeated shows its draft.
            drafts: retention.draftSeconds.map { now.adding(seconds: -max($0, retention.answerSeconds)) },
            aliases: retention.aliasSeconds.map { now.adding(seconds: -$0) },
            answers: now.adding(seconds: -retention.answerSeconds))
        let step = try await store.tidy(limits, after: tidied, limit: Self.batch)
        tidied = step.last
        if step.last == nil {
            try await store.removeGivenUp(before: now.adding(seconds: -Self.givenUpSeconds), limit: Self.givenUpRows)
        }
        guard let seconds = retention.finishedSeconds else { return step.removals }
        let old = try await store.removeFinished(
            before: now.adding(seconds: -seconds), at: now, after: finished, limit: Self.batch, archive: archive,
            noting: nil)
        finished = old.last
        for session in old.removed { changes.didChange(session) }
        return step.removals + Removals(sessions: old.removed.count)
    }
}
