import GameRules

extension Chess {
    struct State: Hashable, OrderedState, Sendable {
        private(set) var position: ChessPosition
        /// For repetitions.
        private(set) var history: PositionHistory
        /// Where the latest move led from and to; a castling king's own squares. Nil before the first.
        private(set) var last: ChessMove?
        private(set) var isDrawClaimed = false

        init(position: ChessPosition) {
            self.position = position
            history = PositionHistory(position)
        }

        var order: TurnOrder { .rotation(next: position.turn.seat) }

        /// Makes a move, or ends the game by a claim.
        mutating func apply(_ move: Move) throws(MoveRejection) {
            switch move {
            case .move(let move):
                if let refusal = position.refusal(of: move) { throw refusal.rejection }
                make(move)
            case .claimDraw:
                guard claim != nil else { throw ChessRefusal.noDrawToClaim.rejection }
                isDrawClaimed = true
            }
        }

        private mutating func make(_ move: ChessMove) {
            let before = position
            let target = before.castling(by: move)?.kingTarget ?? move.to
            last = ChessMove(from: move.from, to: target, promotion: move.promotion)
            position.make(move)
            history.add(position, after: before)
        }
    }
}

/// The ways in which a game of chess ends on the board.
enum ChessEnding: Hashable, Sendable {
    /// FIDE 5.1.1.
    case checkmate(winner: ChessColor)
    case drawn(ChessDraw)

    var outcome: Outcome {
        if case .checkmate(let winner) = self { .won(by: winner.seat) } else { .drawn }
    }
}

/// The reasons why a game is drawn, as keys of texts name them. The last two count if the player to move claims them.
enum ChessDraw: String, Sendable {
    /// FIDE 5.2.1.
    case stalemate
    /// FIDE 5.2.2: nobody can give checkmate by any moves.
    case deadPosition = "dead"
    /// FIDE 9.6.1: the same position five times.
    case fivefoldRepetition = "fivefold"
    /// FIDE 9.6.2: 75 moves by each player without a capture or a pawn move.
    case seventyFiveMoves = "seventy-five"
    /// FIDE 9.2: the same position three times.
    case threefoldRepetition = "threefold"
    /// FIDE 9.3: 50 moves by each player without a capture or a pawn move.
    case fiftyMoves = "fifty"
}

extension Chess.State {
    /// The end of the game; nil while it goes on.
    var ending: ChessEnding? {
        if let claim, isDrawClaimed { return .drawn(claim) }
        // NB: checkmate takes precedence over the 75 moves (FIDE 9.6.2).
        if !position.hasLegalMove {
            return position.isCheck ? .checkmate(winner: position.turn.opponent) : .drawn(.stalemate)
        }
        if position.isDead { return .drawn(.deadPosition) }
        if position.halfmoveClock >= 150 { return .drawn(.seventyFiveMoves) }
        return history.occurrences >= 5 ? .drawn(.fivefoldRepetition) : nil
    }

    /// The grounds of a claim by the player to move; nil if it would be refused.
    var claim: ChessDraw? {
        if history.occurrences >= 3 { return .threefoldRepetition }
        return position.halfmoveClock >= 100 ? .fiftyMoves : nil
    }
}

/// `{"chess960", "claimed", "fen", "last", "seen"}`; the first two only where they are true.
extension Chess.State: Codable, GameJSONWritable, JSONObjectWritable {
    private enum Member: CodingKey { case chess960, claimed, fen, last, seen }

    func writeMembers(to json: inout JSONWriter) {
        json.member("chess960", ifPresent: position.isChess960 ? true : nil)
        json.member("claimed", ifPresent: isDrawClaimed ? true : nil)
        json.member("fen", position.fen)
        json.member("last", ifPresent: last?.uci)
        json.member("seen", history.digits)
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        let isChess960 = try members.decodeIfPresent(Bool.self, forKey: .chess960) ?? false
        position = try ChessPosition(fen: try members.decode(String.self, forKey: .fen), isChess960: isChess960)
        isDrawClaimed = try members.decodeIfPresent(Bool.self, forKey: .claimed) ?? false
        let digits = try members.decode(String.self, forKey: .seen)
        guard let history = PositionHistory(digits: digits) else {
            throw DecodingError.dataCorruptedError(forKey: .seen, in: members, debugDescription: "No hashes")
        }
        self.history = history
        last = try members.decodeIfPresent(String.self, forKey: .last).map { text in
            guard let move = ChessMove(uci: text) else {
                throw DecodingError.dataCorruptedError(forKey: .last, in: members, debugDescription: "No move")
            }
            return move
        }
    }
}
