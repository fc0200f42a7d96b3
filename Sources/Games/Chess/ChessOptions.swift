import GameRules

extension Chess {
    /// Where a game begins, and how it castles.
    struct Options: Codable, Hashable, Sendable {
        /// The starting position in Forsyth-Edwards Notation; nil for the standard one.
        var fen: String?
        /// Whether castling is that of Chess960, by the rules and in the notation.
        var chess960 = false
    }

    func setUp(_ options: Options, seats: Int) throws(OptionsRejection) -> State {
        let position = try ChessPosition(fen: options.fen ?? ChessPosition.startFEN, isChess960: options.chess960)
        if let flaw = position.flaw { throw flaw }
        let state = State(position: position)
        guard state.ending == nil else { throw OptionsRejection("The game is over in this position already.") }
        return state
    }
}

extension Chess.Options {
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        fen = try members.decodeIfPresent(String.self, forKey: .fen)
        chess960 = try members.decodeIfPresent(Bool.self, forKey: .chess960) ?? false
    }
}
