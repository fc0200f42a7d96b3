import RoundtableModel

extension Oracle {
    /// Checks that devices with the same seats are shown the same board, and, where there are no secrets, all of them;
    /// and that nobody is shown what is another's.
    func judgeBoards(in survey: Survey) throws(OracleFinding) {
        let game = ledger.games[survey.session]
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
            guard let secret = OracleGame(of: look.view)?.secret(in: look.view) else { continue }
            throw OracleFinding("\(device) is shown \(secret)")
        }
    }

    /// Checks the answer to a move that a device makes at a view: one that reveals something counts at once, and one
    /// that does not count yet shows nothing of what it would do.
    func judge(_ answer: TurnAnswer, to move: GameJSON, at view: SessionView) throws(OracleFinding) {
        guard answer.draft else { return }
        if OracleGame(of: view)?.reveals(move) == true {
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
