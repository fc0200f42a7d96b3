package import Foundation

/// A place in a session's history, up to which a player was replaced: its events come first, then its drafts, then the
/// rest.
package enum HistoryPlace: Sendable, Equatable {
    /// Before the first event.
    package static let start = events(after: 0)

    case events(after: Int)
    /// In the order of their IDs; nil for the first.
    case drafts(after: DraftID?)
    case rest
}

/// Where successions are noted, and what they change in a session.
///
/// A session is found by the devices and the seats that the player had there; they are the last to be forgotten.
package protocol SuccessionStore: Sendable {
    /// Erases a player's credentials and notes the succession, and whatever line of the audit log there is; all or
    /// nothing.
    ///
    /// - Parameter salt: a random number for the succession, unless it has one already.
    func erase(_ player: PlayerID, at now: Date, salt: UUID, noting entry: AuditEntry?) async throws(ServiceError)
    /// The succession of a player who is no more.
    func succession(of player: PlayerID) async throws(ServiceError) -> Succession?
    /// Successions that are not carried out everywhere, in the order of the players' IDs.
    func successions(after last: PlayerID?, limit: Int) async throws(ServiceError) -> [Succession]
    /// The next sessions in which something of a player's is left, but for those whose fault is new; and the last one
    /// that was looked at, nil if there is none.
    func sessions(
        involving player: PlayerID, after last: SessionID?, at now: Date, limit: Int
    ) async throws(ServiceError) -> (sessions: [SessionID], last: SessionID?)
    /// Replaces a player in the next rows of what says who made what: a bounded number of them. It may be repeated from
    /// the start at any time.
    ///
    /// - Parameter place: where to begin: the start, or where an earlier call has ended.
    /// - Returns: where to go on; nil if no row is left.
    func replaceInHistory(
        _ replacement: Replacement, of session: SessionID, from place: HistoryPlace
    ) async throws(ServiceError) -> HistoryPlace?
    /// Lets no draft of a player count any more.
    func overtakeDrafts(of player: PlayerID, in session: SessionID) async throws(ServiceError)
    /// The next devices of a session that have learned something about a player, in the order of their keys.
    func devices(
        naming player: PlayerID, in session: SessionID, after last: Device?, limit: Int
    ) async throws(ServiceError) -> [Device]
    /// Changes what a device has learned; false, and nothing, if that is not what is given.
    func relearn(_ device: Device, in session: SessionID) async throws(ServiceError) -> Bool
    /// Hands over, or forgets, a player's devices of a session, and that they belong to it.
    func forget(_ replacement: Replacement, in session: SessionID) async throws(ServiceError)
    /// Forgets a succession that was noted before a time, if no session is left to be changed.
    func finish(_ succession: Succession, before: Date) async throws(ServiceError)
}
