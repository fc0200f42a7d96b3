package import Foundation

/// A session that the service can't go on with by itself: an operator must look at it. Kept apart from the session,
/// whose row may be what is damaged; while it is new, sweeps leave the session alone, unless it differs only.
package struct Fault: Sendable, Equatable {
    /// The kinds of faults, as operators and metrics call them.
    package enum Kind: String, CaseIterable, Sendable {
        /// A stored row can't be read.
        case unreadable
        /// The game, or the version of its rules, is not registered with this program.
        case unknownGame = "unknown_game"
        /// The session is not as its events made it.
        case differs
        /// A deadline or a claim that is due can't be carried out.
        case stuck

        /// The kinds that are mended when a session could be read, and what was due in it was done.
        static let seenBySweeps: Set = [unreadable, unknownGame, stuck]
        /// The kinds that are mended when a session is as its events make it.
        static let seenByVerification: Set = [unreadable, unknownGame, differs]
    }

    package let session: SessionID
    package let kind: Kind
    /// An explanation for operators; never a text, a name or a move.
    package let detail: String
    package let foundAt: Date

    package init(session: SessionID, kind: Kind, detail: String, foundAt: Date) {
        self.session = session
        self.kind = kind
        self.detail = detail
        self.foundAt = foundAt
    }
}

/// A place where something is due in a session.
package struct DueSession: Sendable, Equatable {
    /// Its place among what is due.
    package let mark: PageMark
    /// Whether a fault of it is known.
    package let isFaulty: Bool
    /// Whether it is to be passed over: its game is not known here, or its fault is new.
    package let isLeftAlone: Bool

    package init(_ mark: PageMark, isFaulty: Bool, isLeftAlone: Bool = false) {
        self.mark = mark
        self.isFaulty = isFaulty
        self.isLeftAlone = isLeftAlone
    }

    package var session: SessionID { SessionID(mark.id) }
}

/// Where faults are kept.
package protocol FaultStore: Sendable {
    /// Keeps and logs a fault. Sweeps try the session again after as long as the fault is old, at least a minute and at
    /// most an hour.
    ///
    /// - Returns: whether no fault of the session was known.
    @discardableResult
    func note(_ fault: Fault) async throws(ServiceError) -> Bool
    /// Forgets the fault of a session, if it is of one of the kinds of which nothing is to be seen any more; or if
    /// sweeps, which should have tried the session again a while ago, did not find it stuck: nothing is due in it any
    /// more.
    func resolve(_ session: SessionID, _ kinds: Set<Fault.Kind>, at now: Date) async throws(ServiceError)
    /// The faults of some kind, or of any, the oldest first.
    func faults(_ kind: Fault.Kind?, limit: Int) async throws(ServiceError) -> [Fault]
    /// The number of sessions that have a fault of each kind.
    func countFaults() async throws(ServiceError) -> [Fault.Kind: Int]
}
