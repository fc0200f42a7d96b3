import GameRules

extension TicTacToe {
    var texts: TextCatalog { Self.catalog }

    private static let catalog = TextCatalog(ofGame: [
        "ar": PackageResources.tic_tac_toe_ar_json, "de": PackageResources.tic_tac_toe_de_json,
        "en": PackageResources.tic_tac_toe_en_json, "pl": PackageResources.tic_tac_toe_pl_json,
    ])

    func message(for turn: TurnStory<TicTacToe>) -> MessageTexts {
        let (key, summary): (String, GameText?) =
            switch turn.outcome?.kind {
            case .won: ("tic-tac-toe.won", .ofMover("tic-tac-toe.won.summary"))
            case .drawn: ("tic-tac-toe.drawn", GameText("tic-tac-toe.drawn.summary"))
            case .completed, .abandoned, nil: ("tic-tac-toe.move", nil)
            }
        let cell = GameText("tic-tac-toe.\(turn.move.rawValue)")
        return MessageTexts(
            caption: GameText(key, ["mover": .mover, "cell": .text(cell)]),
            subcaption: turn.outcome == nil ? .next(turn.after.next) : nil,
            trailingCaption: .progress(moves: turn.after.rows.markCount, isOver: turn.outcome != nil),
            summary: summary)
    }

    func openingMessage(in state: State) -> MessageTexts {
        MessageTexts(caption: .ofMover("tic-tac-toe.opening"), subcaption: .ofMover("tic-tac-toe.opening.next"))
    }

    func accessibilityLabel(of state: State, after texts: MessageTexts) -> GameText {
        var arguments: TextArguments = ["what": .text(texts.caption)]
        guard state.rows.markCount > 0 else { return GameText("tic-tac-toe.empty-board", arguments) }
        for (place, row) in zip(["top", "middle", "bottom"], state.rows.rows) {
            arguments[place] = .list((0..<state.rows.columns).map { name(of: state.rows[Cell(column: $0, row: row)]) })
        }
        return GameText("tic-tac-toe.board", arguments)
    }

    private func name(of mark: Grid.Mark) -> GameText {
        switch mark {
        case .empty: GameText("tic-tac-toe.empty")
        case .x: GameText("tic-tac-toe.x")
        case .o: GameText("tic-tac-toe.o")
        }
    }
}
