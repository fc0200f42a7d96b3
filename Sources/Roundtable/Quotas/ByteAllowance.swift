package import Foundation
package import GameRules

/// The bytes that one write may leave behind.
package struct ByteAllowance: Sendable, Equatable {
    /// The bytes of a session's history with it; nil for any number.
    package var ofSession: Int?
    /// The bytes of its player on one day; nil if it is not charged to anybody.
    package var ofPlayer: Int?

    package static let unlimited = ByteAllowance()

    /// Checks that a session's history stays within its quota.
    ///
    /// Half of the quota is divided among the seats; the other half is for whoever needs it. So no seat can use up what
    /// the others need to go on.
    ///
    /// - Parameters:
    ///   - history: the bytes of each seat's events.
    ///   - bytes: what the write adds to them.
    ///   - seat: the seat that acts; nil for somebody who has none.
    /// - Throws: `quota_exceeded`.
    package func check(
        _ history: Seating, adding bytes: Int = 0, by seat: SeatIndex?
    ) throws(ServiceError) {
        guard let ofSession else { return }
        let half = ofSession / 2
        let sum = history.historyBytes + bytes
        guard sum > half else { return }
        guard sum <= ofSession else { throw ServiceError(exceeding: .sessionBytes) }
        let share = half / max(1, history.seats.count)
        var own = bytes
        var common = 0
        for (index, used) in history.bytes.enumerated() {
            if index == seat?.rawValue { own += used } else { common += max(0, used - share) }
        }
        guard own <= share || common + own - share <= half else { throw ServiceError(exceeding: .sessionBytes) }
    }

    /// The charge of a write that the session does not count, and that is large; nil if it is small. The address is
    /// charged in any case.
    ///
    /// - Parameter size: the bytes from which it is large.
    /// - Throws: `quota_exceeded`, for the address.
    package func charge(
        of bytes: Int, to player: PlayerID, at now: Date, from size: Int = ByteCharge.large
    ) throws(ServiceError) -> ByteCharge? {
        guard let ofPlayer else { return nil }
        try Payer.current?.take(bytes: bytes)
        guard bytes >= size else { return nil }
        return ByteCharge(player: player, at: now, bytes: bytes, quota: ofPlayer)
    }
}

/// Bytes that are added to what a player has left behind on a day, on the condition that the sum stays within the
/// quota; all that is written with them holds only if it does.
///
/// A player's row is written as rarely as possible. A turn as people make them is not charged by itself: its session
/// counts the bytes that the turns of each seat write, and whenever these reach another 64 KiB, the turn that does so is
/// charged with them. A draft and a new session, which no session counts, are charged if they are large. Small ones are
/// bounded by their number.
package struct ByteCharge: Sendable, Equatable {
    /// The bytes of a seat's events for which there is one charge.
    package static let unit = 64 << 10
    /// The size from which drafts and new sessions are charged: several times that of ordinary ones.
    package static let large = 4 << 10
    /// The size up to which nobody counts that a turn writes its session anew: that of ordinary games.
    package static let smallSession = 4 << 10

    package let player: PlayerID
    /// When; its day is that of UTC.
    package let at: Date
    package let bytes: Int
    /// The bytes that the player may leave behind on the day.
    package let quota: Int

    /// The refusal, if the quota does not allow it: until the day is over.
    package var refusal: ServiceError {
        let day = 86_400
        return ServiceError(exceeding: .playerBytes, retryAfter: day - Int(at.timeIntervalSince1970) % day)
    }
}

extension Quotas {
    /// The bytes of a session's history beyond its quota, for what was allowed before it was used up.
    private var reserve: Int { sessionBytes / 16 }

    /// The bytes that an event may leave behind. What ends a game, what time does, and what operators do, is always
    /// possible. Time does a few things only until a player acts.
    ///
    /// A draft counts by the reserve, too, and is not charged again: it was looked at when it was made.
    ///
    /// - Parameter isAsked: whether a player asks for it now, with its move.
    package func allowance(for event: Event, isAsked: Bool) -> ByteAllowance {
        guard event.details.operation == nil else { return .unlimited }
        return switch event.kind {
        case .resigned, .left, .abandoned, .skipped, .timedOut: .unlimited
        case .reclaimed: ByteAllowance(ofSession: sessionBytes + reserve)
        case .opened, .joined, .started, .moved, .offered, .accepted, .declined, .undone, .paused, .resumed:
            event.details.draft == nil
                ? ByteAllowance(ofSession: sessionBytes, ofPlayer: isAsked ? playerBytes : nil)
                : ByteAllowance(ofSession: sessionBytes + reserve)
        }
    }

    /// The bytes that a draft may leave behind, with all that its session has.
    package func allowance(for draft: Draft) -> ByteAllowance {
        switch draft.proposal.intent {
        case .resign, .leave, .abandon: .unlimited
        case .open, .move, .join, .start, .release, .reclaim, .offer, .accept, .decline, .resume, .timeOut, .skip:
            ByteAllowance(ofSession: sessionBytes, ofPlayer: playerBytes)
        }
    }

    /// The bytes that a new session may leave behind.
    package var allowanceForSession: ByteAllowance {
        ByteAllowance(ofSession: sessionBytes, ofPlayer: playerBytes)
    }
}

extension Seating {
    /// The bytes of all events.
    package var historyBytes: Int { bytes.reduce(0, +) }

    /// An event's row has so many bytes, and with it others are written anew.
    ///
    /// - Returns: how many of its seat's bytes are to be charged with it: those that reached another unit.
    package mutating func count(_ bytes: Int, rewriting: Int = 0, ofEventBy seat: SeatIndex?) -> Int {
        let place = seat?.rawValue ?? 0
        let units = written(by: place) / ByteCharge.unit
        while self.bytes.count <= place { self.bytes.append(0) }
        self.bytes[place] += bytes
        if rewriting > 0 {
            while rewritten.count <= place { rewritten.append(0) }
            rewritten[place] += rewriting
        }
        return (written(by: place) / ByteCharge.unit - units) * ByteCharge.unit
    }

    private func written(by place: Int) -> Int {
        (place < bytes.count ? bytes[place] : 0) + (place < rewritten.count ? rewritten[place] : 0)
    }

    /// The bytes that count when the session is written anew.
    ///
    /// - Parameter position: the bytes of the position, and of what else is written with it.
    package func rewriting(position: Int) -> Int {
        let ofSeats = seats.reduce(0) { $0 + 128 + 160 * ($1.formerHolders?.count ?? 0) }
        return max(0, position + ofSeats - ByteCharge.smallSession)
    }
}

extension Commit {
    /// The session with the bytes of the event's row, whether it is to be kept as it is then, which counts, too, and
    /// what its player is charged.
    ///
    /// - Parameters:
    ///   - bytes: those of the event's row.
    ///   - position: those of the position.
    ///   - more: those of what else is written anew with it.
    /// - Throws: `quota_exceeded`, if its history becomes too long.
    package func counting(
        _ bytes: Int, position: Int, more: Int
    ) throws(ServiceError) -> (session: Session, isSnapshot: Bool, charge: ByteCharge?) {
        var session = session
        let rewriting = session.seating.rewriting(position: position + more)
        let unit = Session.snapshotBytes(position: position)
        let units = session.seating.historyBytes / unit
        var due = session.seating.count(bytes, rewriting: rewriting, ofEventBy: event.seat)
        let isSnapshot = session.isAtSnapshotInterval(position: position) || session.seating.historyBytes / unit > units
        if isSnapshot { due += session.seating.count(position, ofEventBy: event.seat) }
        session.keep(toAct: self.session.toAct)
        try allowance.check(session.seating, by: event.seat)
        guard let quota = allowance.ofPlayer, let player = event.player else { return (session, isSnapshot, nil) }
        try Payer.current?.take(bytes: bytes + rewriting + (isSnapshot ? position : 0))
        guard due > 0 else { return (session, isSnapshot, nil) }
        return (session, isSnapshot, ByteCharge(player: player, at: event.at, bytes: due, quota: quota))
    }
}

extension ServiceContext {
    var quotas: Quotas? { usage?.quotas }
}
