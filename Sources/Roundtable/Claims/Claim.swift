package import Foundation
package import GameRules

/// A player's request to get back a seat that they had with a credential they lost: granted when witnesses vouch for
/// them and the seat's holder does not object in time. No event until then.
package struct Claim: Sendable, Equatable {
    package enum State: String, Sendable {
        case open
        /// The session has too many others: it is not shown, until somebody whose word counts vouches for it.
        case aside
        /// Its player took the message back, or took another seat.
        case withdrawn
        /// The seat's holder objected by saying so; the same player can't claim it again.
        case vetoed
        /// The seat's holder has acted, which is a veto, too; but it may have been an old bubble that came late.
        case disproved
        /// The seat is its player's again.
        case granted
        /// It was not granted in time, or there was nothing left to claim.
        case expired

        /// Whether it may still be granted.
        package var stands: Bool { self == .open || self == .aside }
    }

    /// The number of claims of one session that may be open; others are set aside.
    package static let capacity = 512
    /// The number of those that are read with their session, and shown.
    package static let shown = 32
    /// The time that a claim stays open, as a multiple of the time for a veto.
    static let patience = 7

    package let id: ClaimID
    package let session: SessionID
    package let seat: SeatIndex
    package let player: PlayerID
    /// Whose the seat was when it was claimed.
    package let holder: PlayerID
    /// The session's revision when it was claimed.
    package let revision: Int
    package let createdAt: Date
    /// Until when it must be granted, by ``ClockTime``.
    package let expiresAt: Date
    /// Whose vouches count; nil for a claim that is closed, or of a version without this rule.
    package let witnesses: Witnesses?
    /// The number of those who must vouch, as many as it took when the claim was made.
    package let needed: Int
    /// Its state, as it was last stored.
    package var state = State.open
    /// When it is granted unless somebody objects, by ``ClockTime``; nil before enough players have vouched.
    package var until: Date?
    /// The last report of each player with a seat: true for a vouch, false for an objection.
    package var reports: [PlayerID: Bool] = [:]
    /// Whether the holder has asked for anything since the claim was made that no seat of theirs tells.
    package var hasHolderActed = false
    /// The number of its changes.
    package var version = 0

    package init(
        id: ClaimID, session: SessionID, seat: SeatIndex, player: PlayerID, holder: PlayerID, revision: Int,
        createdAt: Date, expiresAt: Date, witnesses: Witnesses?, needed: Int? = nil
    ) {
        self.id = id
        self.session = session
        self.seat = seat
        self.player = player
        self.holder = holder
        self.revision = revision
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.witnesses = witnesses
        self.needed = needed ?? (witnesses ?? Witnesses([])).needed
    }
}

/// A vouch or an objection of a player with a seat, by a report of who sent the claim's message.
package struct ClaimReport: Sendable, Equatable {
    package let witness: PlayerID
    /// Whether the sender is, on the witness's device, the seat's player; else it is somebody else.
    package let vouches: Bool
    package let at: Date
}

extension Claim {
    /// The number of people who vouch and whose word counts; never the claimant or the holder, whoever became one
    /// meanwhile.
    package func vouches(in seating: Seating) -> Int {
        let vouchers = reports.filter(\.value).keys.map(seating.person)
        let persons = Set(vouchers).subtracting([player, holder].map(seating.person))
        return witnesses?.count(among: persons, by: seating.person) ?? 0
    }

    /// Its state in its session as that stands: a claim also ends by what happens to its seat.
    ///
    /// - Parameter now: by ``ClockTime``, as in what follows.
    func state(in session: Session, at now: Date) -> State {
        guard state.stands else { return state }
        let seat = session.seating[seat]
        if seat.player == player { return .granted }
        guard witnesses != nil, !session.isOver, seat.state == .taken, seat.player == holder else { return .expired }
        if hasHolderActed || session.seating.hasActed(holder, after: revision) { return .disproved }
        if session.seating.hasSeat(of: player) { return .withdrawn }
        return grantedAt(in: session.seating) != nil || expiresAt > now ? state : .expired
    }

    /// When it is granted unless somebody objects; nil before enough players have vouched, and again if one of them is
    /// erased or turns out to be the same as another.
    func grantedAt(in seating: Seating) -> Date? { isVouchedFor(in: seating) ? until : nil }

    /// Whether witnesses vouch, and the time for a veto is over.
    func isDue(at now: Date, in seating: Seating) -> Bool { grantedAt(in: seating).map { $0 <= now } ?? false }

    /// Whether enough players vouch and none objects.
    private func isVouchedFor(in seating: Seating) -> Bool {
        !reports.values.contains(false) && vouches(in: seating) >= needed
    }

    /// The vouch or objection that follows from a device's report of the claim's sender; nil if neither does.
    ///
    /// Only what the device learned by sighting earlier messages counts, and only if nothing contradicts it. A message
    /// from the device's own account says that the claimant is its user, and so not the seat's player.
    ///
    /// - Parameter device: what the device knew before this report.
    func report(on sender: ParticipantID, by device: Device, in seating: Seating, at now: Date) -> ClaimReport? {
        let vouches: Bool
        if sender == device.conversation.local {
            vouches = false
        } else {
            let alias = device.onlyAlias(of: sender, in: seating)
            guard let known = alias.map({ seating.person($0.player) }), known != player else { return nil }
            vouches = known == seating.person(holder)
        }
        return ClaimReport(witness: device.player, vouches: vouches, at: now)
    }

    /// Whether a player is asked: somebody else who has a seat, and had it when the claim was made. Anybody of these
    /// may object; whose vouch counts is for the holder's devices to say.
    func isWitness(_ player: PlayerID, in session: Session) -> Bool {
        player != self.player && player != holder
            && session.seating.seats(of: player).contains { session.seating[$0].takenAt ?? 0 <= revision }
    }

    /// Takes in what a player with a seat says; what the same player said before is forgotten.
    ///
    /// When enough of the witnesses vouch and nobody objects, the time for a veto begins; an objection ends it. A claim
    /// that was set aside is open again as soon as one of them vouches.
    mutating func apply(_ report: ClaimReport, vetoSeconds: Int, in seating: Seating, at now: Date) {
        let since = grantedAt(in: seating)
        reports[report.witness] = report.vouches
        if state == .aside, vouches(in: seating) > 0 { state = .open }
        until = isVouchedFor(in: seating) ? since ?? now.adding(seconds: vetoSeconds) : nil
    }
}

extension SessionRecord {
    /// The claims that anybody may still vouch for or object to.
    func openClaims(at now: ClockReading) -> [Claim] {
        claims.filter { $0.state(in: session, at: now.clockTime) == .open }
    }

    /// The same as a view shows them.
    func shownClaims(at now: ClockReading) -> [SessionView.Claim] {
        let seating = session.seating
        return openClaims(at: now).map { claim in
            SessionView.Claim(
                seat: claim.seat.rawValue, vouches: claim.vouches(in: seating), needed: claim.needed,
                until: claim.grantedAt(in: seating).map(now.date(of:)))
        }
    }

    /// Takes in a claim as it stands, which may not be among those that were read with the session.
    mutating func take(_ claim: Claim) {
        if let index = claims.firstIndex(where: { $0.id == claim.id }) {
            claims[index] = claim
        } else {
            claims.append(claim)
        }
    }

    /// The claims in a view after a player has acted, which vetoes every claim to that player's seats; nil for none.
    func claims(after session: Session, by player: PlayerID, at now: ClockReading) -> [SessionView.Claim]? {
        guard !claims.isEmpty else { return nil }
        var record = self
        record.session = session
        record.claims.removeAll { $0.holder == player }
        let shown = record.shownClaims(at: now)
        return shown.isEmpty ? nil : shown
    }
}
