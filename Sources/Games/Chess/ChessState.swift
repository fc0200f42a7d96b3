import GameRules

extension Chess {
    struct State: Hashable, OrderedState, Sendable {
        private(set) var position: ChessPosition
        /// For repetitions.
        private(set) var history: PositionHistory
        /// Where the latest move led from and to; a castling king's own squares. Nil before the first.
        private(set) var last: ChessMove?
        /// Whether the player to move has claimed a draw.
        private(set) var isDrawClaimed = false

        /// A game that begins in a position.
        init(position: ChessPosition) {
            self.position = position
            history = PositionHistory(position)
        }

        /// White and Black in turn.
        var order: TurnOrder { .rotation(next: position.turn.seat) }

        /// Goes on by a legal move.
        mutating func make(_ move: ChessMove) {
            let before = position
            let target = before.castling(by: move)?.kingTarget ?? move.to
            last = ChessMove(from: move.from, to: target, promotion: move.promotion)
            position.make(move)
            history.add(position, after: before)
        }

        /// Ends the game by a claim that is justified.
        mutating func claimDraw() { isDrawClaimed = true }
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
