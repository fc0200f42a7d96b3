import RoundtableModel

extension Oracle {
    /// Checks that devices with the same seats are shown the same board, and, where there are no secrets, all of them;
    /// and that nobody is shown what is another's.
    func judgeBoards(in survey: Survey) throws(OracleFinding) {
        let game = ledger.game(of: survey.session)
        let groups = Dictionary(grouping: survey.looks.values.map(\.view)) { view in
            BoardReaders(
                revision: view.revision,
                seats: game?.hasSecrets == true ? view.seats.filter(\.you).map(\.seat) : [])
        }
        for views in groups.values {
            guard Set(views.map(\.board)).count == 1 else {
                throw OracleFinding("two devices are shown different boards")
            }
        }
        for (device, look) in survey.looks where look.view.outcome == nil {
            guard let secret = game?.secret(in: look.view) else { continue }
            throw OracleFinding("\(device) is shown \(secret)")
        }
    }

    /// Checks the answer to a move that a device makes at a view: one that reveals something counts at once, and one
    /// that does not count yet shows nothing of what it would do.
    func judge(_ answer: TurnAnswer, to move: GameJSON, at view: SessionView) throws(OracleFinding) {
        guard answer.draft else { return }
        if ledger.game(of: view.id)?.reveals(move) == true {
            throw OracleFinding("\(move) is a draft, and reveals something")
        }
        guard answer.session.revision == view.revision, answer.session.you == view.you else { return }
        if answer.session.board != view.board { throw OracleFinding("the draft \(move) shows what it would do") }
    }
}

/// Whoever must be shown the same board.
private struct BoardReaders: Hashable {
    let revision: Int
    let seats: [Int]
}

extension PlayedGame {
    /// The part of a running game that a reader is shown and may not see; nil if there is none.
    fileprivate func secret(in view: SessionView) -> String? {
        let own = view.seats.filter(\.you).map(\.seat)
        switch self {
        case .crazyEights:
            let counts = view.board["counts"]?.array?.compactMap(\.integer) ?? []
            let hand = view.board["hand"]?.array?.count
            let isOwn = own.isEmpty ? hand == nil : own.contains { counts.indices.contains($0) && counts[$0] == hand }
            return isOwn ? nil : "a hand of \(hand ?? 0) cards: \(view.board)"
        case .seaBattle:
            let others = [view.board["theirs"]].compactMap(\.self) + (view.board["seats"]?.array ?? [])
            return others.contains { $0["ships"]?.array != nil } ? "another's fleet: \(view.board)" : nil
        case .rockPaperScissors:
            return own.isEmpty && view.board["choice"]?.string != nil ? "another's choice: \(view.board)" : nil
        case .open:
            return own.isEmpty && view.board["private"].map { $0 != .null } ?? false ? "what is another's" : nil
        case .chess, .dotsAndBoxes, .fourInARow, .iceCream, .reversi, .ticTacToe, .yacht: return nil
        }
    }
}
