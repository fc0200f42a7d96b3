import GameRules

extension Chess {
    /// The position as everybody sees it: `{"fen", "check", "drawOffer"}`.
    struct Board: GameJSONWritable, JSONObjectWritable, Sendable {
        let position: ChessPosition
        /// The latest move and the ending are for the picture only.
        let last: ChessMove?
        let ending: ChessEnding?

        func writeMembers(to json: inout JSONWriter) {
            json.member("check", position.isCheck)
            json.name("drawOffer")
            json.null()
            json.member("fen", position.fen)
        }
    }

    func board(of state: State) -> Board {
        Board(position: state.position, last: state.last, ending: state.ending)
    }
}
