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
        let isKnown = player.map(seating.hasKnown) ?? false
        let isFull = seating.table.open.allSatisfy { isKept($0, from: player, among: kept) }
        let session = isFull && !isKnown ? withSeatForNewcomer ?? self : self
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
        guard let player = proposal.player, proposal.seat == nil, !seating.hasKnown(player) else { return nil }
        let isFull = seating.table.open.allSatisfy { seat in
            guard let circumstances else { return identity.origin != nil }
            return isKept(seat, from: player, among: circumstances.keptSeats)
        }
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

    private func isKept(
        _ seat: SeatIndex, from player: PlayerID?, among kept: [SeatIndex: PlayerID]
    ) -> Bool {
        kept[seat].map { $0 != player } ?? false
    }

    /// The session with a seat more, if the game welcomes newcomers; nil else.
    var withSeatForNewcomer: Session? {
        guard phase == .active, position.welcomesNewcomers(at: seating.table) else { return nil }
        var session = self
        session.seating.grow()
        return session
    }
}
