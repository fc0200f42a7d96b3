import GameRules

/// The seats that are open for those who have none: the referee gives them, and a view offers them.
extension Session {
    /// The seat that somebody without a seat takes by acting, and the session in which it is open: this one, or one
    /// that has grown for them. Nil if there is none for them.
    ///
    /// - Parameters:
    ///   - player: nil for somebody who is not known.
    ///   - kept: the seats that are kept for players of the session before.
    func place(
        for player: PlayerID?, keeping kept: [SeatIndex: PlayerID]
    ) -> (session: Session, seat: SeatIndex)? {
        guard !isOver else { return nil }
        let session = grown(for: player, keeping: kept) ?? self
        return session.openSeat(for: player, keeping: kept).map { (session, $0) }
    }

    /// The session with a seat more, if a newcomer wants one, none is open for them, and the game welcomes them; nil
    /// else.
    ///
    /// - Parameter circumstances: nil for a draft that was decided before.
    func growing(for proposal: Proposal, in circumstances: Circumstances?) -> Session? {
        switch proposal.intent {
        case .move, .join: break
        default: return nil
        }
        guard let player = proposal.player, proposal.seat == nil else { return nil }
        if let circumstances { return grown(for: player, keeping: circumstances.keptSeats) }
        let isFull = identity.origin != nil || seating.table.open.isEmpty
        return isFull && !seating.hasKnown(player) ? withSeatForNewcomer : nil
    }

    /// The session with a seat more for somebody who never had one, if each open seat is kept for others.
    private func grown(for player: PlayerID?, keeping kept: [SeatIndex: PlayerID]) -> Session? {
        if let player, seating.hasKnown(player) { return nil }
        let isFull = seating.table.open.allSatisfy { kept[$0].map { $0 != player } ?? false }
        return isFull ? withSeatForNewcomer : nil
    }

    /// The open seat that a newcomer takes: the one that is kept for them, else of those that are kept for nobody the
    /// first that is to act, else the first; nil for none.
    func openSeat(for player: PlayerID?, keeping kept: [SeatIndex: PlayerID]) -> SeatIndex? {
        let all = phase == .draft ? [] : seating.table.open
        if let player, let own = all.first(where: { kept[$0] == player }) { return own }
        let open = all.filter { kept[$0] == nil }
        return open.first { toAct.contains($0) } ?? open.first
    }

    /// The session with a seat more, if the game welcomes newcomers; nil else.
    var withSeatForNewcomer: Session? {
        guard phase == .active, position.welcomesNewcomers(at: seating.table) else { return nil }
        var session = self
        session.seating.grow()
        return session
    }
}
