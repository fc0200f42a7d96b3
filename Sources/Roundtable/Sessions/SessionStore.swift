package import Foundation
import GameRules

/// A session with everything that a request about it needs to know, read in one round trip.
package struct SessionRecord: Sendable {
    package var session: Session
    /// The asking player on the asking device; nil if the device is new to this session or not named.
    @Boxed package var device: Device?
    /// Whether the asking player has ever used a device in this session, and so may read it.
    package var isKnownReader: Bool
    /// The asking player's newest live draft, expired or not.
    package var draft: Draft?
    /// What that draft comes to; nil as long as nobody has asked.
    var decision: DraftDecision?
    /// The seats of a rematch that are kept for players of the session before, if it was read for somebody who has
    /// none; see ``withKeptSeats(for:in:at:)``.
    var keptSeats: [SeatIndex: PlayerID] = [:]
    /// Whether it is what was last known here, rather than what was just read.
    var mayBeStale = false
    /// The event whose bubble its author took back; nil if there is none.
    package var unsentRevision: Int?
    /// The session's generation: raised by each change that is no event, when what could have become an event was taken
    /// back, a seat was claimed, or a player was replaced. A commit that was decided on another generation is void.
    package var generation: Int
    /// Of the session's claims that nobody has closed those that are shown: who has most vouches, then who came first.
    /// Any other is found by its ID.
    package var claims: [Claim]

    package init(
        session: Session, device: Device? = nil, isKnownReader: Bool = false, draft: Draft? = nil,
        unsentRevision: Int? = nil, generation: Int = 0, claims: [Claim] = []
    ) {
        self.session = session
        self.device = device
        self.isKnownReader = isKnownReader
        self.draft = draft
        self.unsentRevision = unsentRevision
        self.generation = generation
        self.claims = claims
    }
}

/// The version of a session: its revision, raised by each event, and its generation, raised by each other change.
package struct SessionVersion: Hashable, Sendable {
    let revision: Int
    private let generation: Int

    package init(revision: Int, generation: Int) {
        self.revision = revision
        self.generation = generation
    }
}

extension SessionRecord {
    package var version: SessionVersion {
        SessionVersion(revision: session.revision, generation: generation)
    }

    /// The versions of all that a view of a session rests on, besides its reader's languages: of two records with equal
    /// stamps for one reader, the views are equal, too.
    package struct Stamp: Hashable, Sendable {
        let session: SessionVersion
        fileprivate let isUnsent: Bool
        fileprivate let device: Int?
        fileprivate let draft: DraftID?
        fileprivate let claims: [SessionView.Claim]
        fileprivate let deadline: Date?
        fileprivate let keptSeats: [SeatIndex: PlayerID]
    }

    /// The stamp of a record at a time.
    ///
    /// - Parameter reader: the player who reads it, and whose live draft is in it; nil for nobody who is known.
    package func stamp(for reader: PlayerID?, at now: ClockReading) -> Stamp {
        Stamp(
            session: version,
            isUnsent: reader != nil && unsentRevision == session.revision && session.newest?.player == reader,
            device: device?.version, draft: draft?.id, claims: shownClaims(at: now),
            deadline: session.deadline.map(now.date(of:)), keptSeats: keptSeats)
    }

    /// When its stamp changes although nothing is written: a draft or a claim expires, or seats are kept no longer. Nil
    /// for never.
    func changesByItself(after now: ClockReading) -> Date? {
        var ends = openClaims(at: now).map { now.date(of: $0.expiresAt) } + [draft].compactMap { $0?.expiresAt }
        if !keptSeats.isEmpty { ends.append(session.keepsSeatsUntil) }
        return ends.filter { $0 > now.date }.min()
    }
}

/// Who asks about a session: a player, and the device if the request names it.
package struct Asker: Hashable, Sendable {
    package let player: PlayerID
    /// The device's own identifier.
    package let local: ParticipantID?

    package init(player: PlayerID, local: ParticipantID?) {
        self.player = player
        self.local = local
    }
}

extension Device {
    package var asker: Asker { Asker(player: player, local: conversation.local) }
}

/// A session to be created: with its opening event, or with the draft of it.
package struct Creation: Sendable {
    /// The session after what is stored with it.
    package let session: Session
    /// The opening event, if it is committed at once.
    package let event: Event?
    /// The opening draft, if it is not.
    package let draft: Draft?
    /// The answer to a repeated request.
    package let answer: StoredAnswer
    /// The creator's device, to be kept with the session.
    package let device: Device
    /// The bytes that it may leave behind.
    package let allowance: ByteAllowance
    /// The decision on the draft; nil without a draft.
    let decision: DraftDecision?
    /// The notices of the opening event; none if nobody listens.
    package private(set) var notices: [Notice] = []
    /// When those who are to act are reminded first; nil for never.
    package private(set) var reminder: Date?

    package init(
        session: Session, event: Event?, draft: Draft?, comingTo decision: DraftDecision? = nil, answer: StoredAnswer,
        device: Device, within quotas: Quotas? = nil
    ) {
        self.session = session
        self.event = event
        self.draft = draft
        self.decision = decision
        self.answer = answer
        self.device = device
        allowance = quotas?.allowanceForSession ?? .unlimited
    }
}

extension Creation {
    /// The same with its notices, which rest on the seats that are kept for players of the session before.
    func heard(by listeners: Listeners, keeping kept: [SeatIndex: PlayerID], makeID: () -> UUID) -> Creation {
        guard listeners.isAnybody, let event else { return self }
        var creation = self
        creation.notices = listeners.notices(
            of: event, in: session, previously: nil, keeping: kept, makeID: makeID)
        creation.reminder = listeners.reminder(in: session, after: event).next
        return creation
    }
}

/// Some events of a session in order, and where it goes on.
package struct EventPage: Sendable {
    /// The most bytes of several events: four whole states of the open game, or more ordinary events than a page has.
    package static let bytes = 256 << 10

    package let events: [Event]
    /// The revision to ask for more after; nil if there are no more.
    package let next: Int?
}

/// All that is kept of sessions.
package typealias SessionStores = SessionStore & TurnStore & MessageStore & ClaimStore & FaultStore & OutboxStore

/// Where sessions and their events are kept.
package protocol SessionStore: Sendable {
    /// A session as it stands, and what is known of the asker in it; nil if there is none.
    func record(of session: SessionID, for asker: Asker?) async throws(ServiceError) -> SessionRecord?
    /// Whether a player has ever used a device in a session, or had a seat in it, as far as the database can tell
    /// without reading the session.
    func isKnown(_ player: PlayerID, in session: SessionID) async throws(ServiceError) -> Bool
    /// The version of a session; nil if there is none.
    func version(of session: SessionID) async throws(ServiceError) -> SessionVersion?
    /// A session as it stands for several askers, in few statements however many they are; nil for each if there is
    /// none.
    func records(of session: SessionID, for askers: [Asker?]) async throws(ServiceError) -> [SessionRecord?]
    /// The cached record of a session for an asker, without a query: perhaps stale, so that only a conditional write
    /// may rest on it. Nil if nothing is known; a device that was never
    /// seen here counts as one that has reported nothing.
    func cachedRecord(of session: SessionID, for asker: Asker) -> SessionRecord?
    /// Forgets what was last known here of a session, since it has turned out, or come, to be otherwise.
    func forgetCached(of session: SessionID)
    /// Stores a new session with its opening; false if there is one with that ID already, and nothing was stored.
    ///
    /// - Throws: `quota_exceeded`.
    func create(_ creation: Creation) async throws(ServiceError) -> Bool
    /// Replaces a player in a session, its claims, and the drafts that may still count, if the session is as it was
    /// read; else false, and nothing.
    func replace(_ replacement: Replacement, on record: SessionRecord) async throws(ServiceError) -> Bool
    /// The next events after a revision, in order: at most so many, and, but for the first, none that would make them
    /// more than ``EventPage/bytes``. Fewer than the limit therefore do not mean that there are no more.
    ///
    /// - Parameter withMoves: whether their moves are read, which may be most of them; without, no event has one.
    func events(
        of session: SessionID, after revision: Int, limit: Int, withMoves: Bool
    ) async throws(ServiceError) -> [Event]
    /// A session as it was at the newest revision, up to some, at which it was kept; nil if it was at none.
    func snapshot(of session: SessionID, upTo revision: Int) async throws(ServiceError) -> Session?
    /// The number of sessions that a player has created and that are not over, counted up to a limit.
    func unfinishedSessions(createdBy player: PlayerID, limit: Int) async throws(ServiceError) -> Int
    /// A player's sessions, without those that they have hidden: in the order of ``SessionQuery/Part``, so many at
    /// most, and the place to go on after; nil at the end. It looks at a bounded number of sessions, and so may find
    /// fewer although there are more.
    func sessions(
        of player: PlayerID, _ filter: SessionQuery
    ) async throws(ServiceError) -> (sessions: [ListedSession], next: SessionQuery.Place?)
    /// Keeps a session from being removed as long as the seats are kept of a rematch that was asked for at a time, and
    /// is a draft; false if it is gone.
    func keep(_ session: SessionID, forRematchAskedAt now: Date) async throws(ServiceError) -> Bool
    /// Notes the rematch of a session, if the session is of the generation at which it was read; else false, and
    /// nothing.
    func setRematch(_ rematch: Rematch?, of record: SessionRecord) async throws(ServiceError) -> Bool
    /// Hides a session from a player's list until something happens in it; false if the player has no such session.
    func hide(_ session: SessionID, from player: PlayerID) async throws(ServiceError) -> Bool
    /// Hides a session for good from a player for whom a seat is kept, until they take a seat.
    func hide(_ session: SessionID, fromExpected player: PlayerID, at now: Date) async throws(ServiceError)
    /// Sessions whose deadline has passed by players' clocks, by deadline, after a place in that order; not those of
    /// games that are not known here, nor those whose fault is new.
    func overdue(at now: ClockReading, after last: PageMark?, limit: Int) async throws(ServiceError) -> [DueSession]
}

extension SessionStore {
    /// As ``record(of:for:)``, for an asker who needs to be known in the session: to anybody else one that can't be
    /// read is none, just as any other.
    func record(of session: SessionID, ifKnownTo asker: Asker?) async throws(ServiceError) -> SessionRecord? {
        do {
            return try await record(of: session, for: asker)
        } catch {
            if error.code == .internal, let asker, try await !isKnown(asker.player, in: session) { return nil }
            throw error
        }
    }

    /// Whether a player may read a session: known there, or one of those who had a seat in the session before.
    func mayRead(_ record: SessionRecord, _ player: PlayerID) async throws(ServiceError) -> Bool {
        if record.mayBeRead(by: player) { return true }
        guard record.session.revision > 0, let origin = record.session.identity.origin,
            let before = try await self.record(of: origin.session, for: nil)
        else { return false }
        return before.session.seating.hasKnown(player)
    }

    /// The seats of a rematch that are kept now for players of the session before; none for other sessions.
    func keptSeats(of session: Session, at now: Date) async throws(ServiceError) -> [SeatIndex: PlayerID] {
        guard let origin = session.identity.origin, !session.isOver, !session.seating.table.open.isEmpty,
            now < session.keepsSeatsUntil,
            let before = try await record(of: origin.session, for: nil)
        else { return [:] }
        return session.keptSeats(for: before.session)
    }

    /// The seats that are kept, as far as a view for a player rests on them: none for one who has a seat, nor where
    /// the session before can't be read, which is no reason to show nothing.
    ///
    /// - Parameter player: nil for somebody who is not known.
    /// - Throws: `unavailable`.
    func keptSeats(
        of session: Session, shownTo player: PlayerID?, at now: Date
    ) async throws(ServiceError) -> [SeatIndex: PlayerID] {
        guard session.phase != .draft, player.map({ !session.seating.hasSeat(of: $0) }) ?? true else {
            return [:]
        }
        do {
            return try await keptSeats(of: session, at: now)
        } catch {
            if error.code == .unavailable { throw error }
            return [:]
        }
    }

    /// The revision that a refusal tells; nil if there is no such session.
    func revision(of session: SessionID) async throws(ServiceError) -> Int? { try await version(of: session)?.revision }

    /// The next events after a revision, with their moves.
    package func events(
        of session: SessionID, after revision: Int, limit: Int
    ) async throws(ServiceError) -> [Event] {
        try await events(of: session, after: revision, limit: limit, withMoves: true)
    }

    /// The next events after a revision, in order, and none that the session as it was read does not know: its position
    /// tells what a reader may see of them.
    func events(
        after revision: Int, upTo session: Session, limit: Int, withMoves: Bool = true
    ) async throws(ServiceError) -> EventPage {
        guard revision < session.revision else { return EventPage(events: [], next: nil) }
        let events = try await events(
            of: session.id, after: revision, limit: min(limit, session.revision - revision), withMoves: withMoves)
        // NB: if there is a gap, there is nothing to go on with.
        let next = events.last.flatMap { $0.revision < session.revision ? $0.revision : nil }
        return EventPage(events: events, next: next)
    }
}
