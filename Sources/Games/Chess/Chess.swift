import GameRules

/// Chess, by the FIDE Laws of Chess that hold from 1 January 2023, articles 1 to 5 and 9, and guideline II for
/// Chess960.
///
/// Moves are written as the Universal Chess Interface has them (``ChessMove``); a draw by threefold repetition or by
/// the 50-move rule is claimed by the move `draw`, which is legal exactly while the position on the board is such a one
/// (articles 9.2.2 and 9.3.2; a claim together with the move that would bring it about is not known). Fivefold
/// repetition, 75 moves and dead positions end the game by themselves. A player who goes loses, whatever the other has
/// left. There is no passing: skipping a seat changes nothing.
struct Chess: OpenInformationGame {
    let name: GameName = "chess"
    let seats = 2...2
    let latenesses: Set<Lateness> = [.forfeits, .plays]

    var description: GameDescription {
        GameDescription(
            of: name, options: [.init("fen", .text), .init("chess960", .flag, default: GameJSON(false))],
            examples: ["e2e4"])
    }

    func setUp(_ options: Options, seats: Int) throws(OptionsRejection) -> State {
        let position = try ChessPosition(fen: options.fen ?? ChessPosition.startFEN, isChess960: options.chess960)
        try position.check()
        let state = State(position: position)
        guard state.ending == nil else { throw OptionsRejection("The game is over in this position already.") }
        return state
    }

    func apply(
        _ move: Move, by seat: SeatIndex, to state: inout State, at table: GameTable, random: inout GameRandom
    ) throws(MoveRejection) {
        try state.apply(move)
    }

    /// A move of a piece: nobody's draw is claimed for them.
    func moveWhenLate(of seat: SeatIndex, in state: State, at table: GameTable, random: inout GameRandom) -> Move? {
        state.position.legalMoves.randomElement(using: &random).map { .move($0) }
    }

    func legalMoves(for seat: SeatIndex, in state: State, at table: GameTable) -> [Move]? {
        state.position.legalMoves.map { .move($0) } + (state.claim == nil ? [] : [.claimDraw])
    }

    func outcome(of state: State, at table: GameTable) -> Outcome? {
        state.ending?.outcome ?? table.contestOutcome
    }

    func board(of state: State) -> Board { Board(state: state) }
}

extension Chess {
    /// Where a game begins, and how it castles.
    struct Options: Codable, Hashable, Sendable {
        /// The starting position in Forsyth-Edwards Notation; nil for the standard one.
        var fen: String?
        /// Whether castling is that of Chess960, by the rules and in the notation.
        var chess960 = false
    }

    /// The position as everybody sees it: `{"fen", "check", "drawOffer"}`.
    struct Board: GameJSONWritable, JSONObjectWritable, Sendable {
        let state: State

        func writeMembers(to json: inout JSONWriter) {
            json.member("check", state.position.isCheck)
            json.name("drawOffer")
            json.null()
            json.member("fen", state.position.fen)
        }
    }
}

extension Chess.Options {
    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        fen = try members.decodeIfPresent(String.self, forKey: .fen)
        chess960 = try members.decodeIfPresent(Bool.self, forKey: .chess960) ?? false
    }
}
