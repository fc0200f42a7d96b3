import GameRules

/// The text that VoiceOver reads: what happened, where the pieces stand, and whose turn it is.
extension Chess {
    func accessibilityLabel(of state: State, after texts: MessageTexts, outcome: Outcome?) -> GameText {
        let position = state.position
        var arguments: TextArguments = ["what": .text(texts.caption)]
        for color in ChessColor.allCases {
            arguments[color.word] = .list(position.placement.list(of: color), joinedBy: "chess.board.pieces")
        }
        guard outcome == nil else { return GameText("chess.board.over", arguments) }
        arguments["turn"] = .text(GameText("chess.board.\(position.turn.word)-to-move"))
        return GameText("chess.board", arguments)
    }
}

extension Placement {
    /// The pieces of a colour kind by kind, from the king to the pawns.
    fileprivate func list(of color: ChessColor) -> [GameText] {
        ChessPiece.Kind.allCases.reversed().compactMap { kind in
            let squares = self[color, kind]
            guard !squares.isEmpty else { return nil }
            var arguments: TextArguments = ["squares": .words(squares.map(\.name).joined(separator: ", "))]
            if kind != .king { arguments["number"] = .number(squares.count) }
            return GameText("chess.board.\(kind.word)", arguments)
        }
    }
}
