import GameRules

extension Chess {
    /// Where a game begins, and how it castles.
    struct Options: Codable, Hashable, Sendable {
        /// The starting position in Forsyth-Edwards Notation; nil for the standard one.
        var fen: String?
        /// Whether castling is that of Chess960, by the rules and in the notation.
        var chess960: Bool

        init(fen: String? = nil, chess960: Bool = false) {
            self.fen = fen
            self.chess960 = chess960
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            fen = try members.decodeIfPresent(String.self, forKey: .fen)
            chess960 = try members.decodeIfPresent(Bool.self, forKey: .chess960) ?? false
        }
    }

    func setUp(_ options: Options, seats: Int) throws(OptionsRejection) -> State {
        let state: State
        do {
            state = State(
                position: try ChessPosition(
                    fen: options.fen ?? ChessPosition.startFEN, isChess960: options.chess960))
        } catch {
            throw OptionsRejection(error.description)
        }
        if let flaw = state.position.flaw { throw OptionsRejection(flaw.description) }
        guard state.ending == nil else { throw OptionsRejection("The game is over in this position already.") }
        return state
    }
}
