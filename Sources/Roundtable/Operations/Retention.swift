package import Foundation

/// For how long what nobody needs any more is kept; each age in seconds, nil for ever.
package struct Retention: Sendable, Equatable {
    /// Sessions that are over, since their last event.
    package var finishedSeconds: Int?
    /// Drafts that never became an event, since they expired; opening drafts take their sessions with them. After that,
    /// a bubble that was sent all the same counts no more.
    package var draftSeconds: Int?
    /// Aliases of devices, since they last reported something new and anything happened in the session.
    package var aliasSeconds: Int?
    /// Answers to requests, which may be repeated for so long at least.
    package var answerSeconds: Int

    /// The time if nobody says otherwise.
    package static let usualAnswerSeconds = 259_200

    package init(finishedSeconds: Int?, draftSeconds: Int?, aliasSeconds: Int?, answerSeconds: Int) {
        self.finishedSeconds = finishedSeconds
        self.draftSeconds = draftSeconds
        self.aliasSeconds = aliasSeconds
        self.answerSeconds = answerSeconds
    }
}

/// The times before which something is removed; nil for nothing.
package struct RetentionLimits: Sendable {
    package let drafts: Date?
    package let aliases: Date?
    package let answers: Date
}

/// The number of rows that were removed.
package struct Removals: Sendable, Equatable {
    package var sessions = 0
    package var drafts = 0
    package var aliases = 0
    package var answers = 0

    package init(sessions: Int = 0, drafts: Int = 0, aliases: Int = 0, answers: Int = 0) {
        self.sessions = sessions
        self.drafts = drafts
        self.aliases = aliases
        self.answers = answers
    }

    package static func + (left: Removals, right: Removals) -> Removals {
        Removals(
            sessions: left.sessions + right.sessions, drafts: left.drafts + right.drafts,
            aliases: left.aliases + right.aliases, answers: left.answers + right.answers)
    }
}

/// Where what is old is removed from, a few sessions at a time, in the order of their IDs.
package protocol RetentionStore: Sendable {
    /// Removes what is old of the next sessions; they themselves stay, but for those that were never opened and have no
    /// draft left. Rematches that can't count any more, because another one does, are abandoned.
    ///
    /// - Returns: the last of these sessions; nil if there was none left.
    func tidy(
        _ limits: RetentionLimits, after last: SessionID?, limit: Int
    ) async throws(ServiceError) -> (last: SessionID?, removals: Removals)
    /// Removes the next sessions that were over before a time, with all that belongs to them; not those whose rematch
    /// is so young that its seats are kept for their players.
    ///
    /// - Parameters:
    ///   - now: the time by which seats are kept.
    ///   - archive: keeps their exported lines; if it throws, nothing is removed.
    ///   - entry: the operator's line of the audit log, if one removes them; written with the first that are removed.
    /// - Returns: those that were looked at last; nil if there was none left; and those that were removed.
    func removeFinished(
        before: Date, at now: Date, after last: SessionID?, limit: Int,
        archive: (@Sendable ([[UInt8]]) async throws -> Void)?, noting entry: AuditEntry?
    ) async throws(ServiceError) -> (last: SessionID?, removed: [SessionID])
    /// Removes notices that were given up before a time: at most so many.
    @discardableResult
    func removeGivenUp(before: Date, limit: Int) async throws(ServiceError) -> Int
}
