import GameRules

extension Chess {
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

    func board(of state: State) -> Board { Board(state: state) }
}
