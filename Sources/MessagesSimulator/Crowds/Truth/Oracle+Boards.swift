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

private struct BoardReaders: Hashable {
    let revision: Int
    let seats: [Int]
}

/// A game of which the oracle knows the rules of secrecy, so that it can check them without trusting the service.
enum OracleGame: String {
    case crazyEights = "crazy-eights"
    case open
    case rockPaperScissors = "rock-paper-scissors"
    case seaBattle = "sea-battle"
    case yacht

    /// The game of a view; nil for one that nothing more is known of.
    init?(of view: SessionView) { self.init(rawValue: view.game) }

    /// Whether a move shows its author something, whoever looks at the game: it is never a draft.
    func reveals(_ move: GameJSON) -> Bool {
        let word = move.string?.split(separator: " ").first
        return switch self {
        case .crazyEights: word == "draw"
        case .open: move["roll"] != nil
        case .rockPaperScissors: false
        case .seaBattle: word != "place"
        case .yacht: word == "roll" || word == "keep"
        }
    }

    /// The part of a running game that a reader is shown and may not see; nil if there is none.
    func secret(in view: SessionView) -> String? {
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
        case .yacht: return nil
        }
    }
}
