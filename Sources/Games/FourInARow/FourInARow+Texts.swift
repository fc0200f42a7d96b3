import GameRules

extension FourInARow {
    var texts: TextCatalog { Self.catalog }

    private static let catalog = TextCatalog(ofGame: [
        "ar": PackageResources.four_in_a_row_ar_json, "de": PackageResources.four_in_a_row_de_json,
        "en": PackageResources.four_in_a_row_en_json, "pl": PackageResources.four_in_a_row_pl_json,
    ])

    func message(for turn: TurnStory<FourInARow>) -> MessageTexts {
        let column = TextArgument.number(turn.move.number)
        var texts: MessageTexts
        switch turn.outcome?.kind {
        case .won:
            texts = MessageTexts(
                caption: .ofMover("four-in-a-row.won"),
                subcaption: GameText("four-in-a-row.won.subcaption", ["column": column]))
        case .drawn:
            texts = MessageTexts(
                caption: .ofMover("four-in-a-row.drawn"), summary: GameText("four-in-a-row.drawn.summary"))
        case .completed, .abandoned, nil:
            texts = MessageTexts(
                caption: GameText("four-in-a-row.move", ["column": column, "mover": .mover]),
                subcaption: .next(turn.after.next))
        }
        texts.trailingCaption = .progress(moves: turn.after.rows.markCount, isOver: turn.outcome != nil)
        return texts
    }

    func openingMessage(in state: State) -> MessageTexts {
        MessageTexts(caption: .ofMover("four-in-a-row.opening"), subcaption: .ofMover("four-in-a-row.opening.next"))
    }

    func accessibilityLabel(of state: State, after texts: MessageTexts) -> GameText {
        var columns: [GameText] = []
        columns.reserveCapacity(state.rows.columns)
        for column in 0..<state.rows.columns {
            guard let discs = discs(in: column, of: state.rows) else { continue }
            columns.append(GameText("four-in-a-row.column", ["column": .number(column + 1), "discs": discs]))
        }
        guard !columns.isEmpty else { return GameText("four-in-a-row.empty-rack", ["what": .text(texts.caption)]) }
        let list = TextArgument.list(columns, joinedBy: "four-in-a-row.columns")
        return GameText("four-in-a-row.rack", ["columns": list, "what": .text(texts.caption)])
    }

    /// The discs of a column from the bottom up; nil if it is empty.
    private func discs(in column: Int, of grid: Grid) -> TextArgument? {
        var discs: [GameText] = []
        for row in grid.rows.reversed() {
            guard let seat = grid[Cell(column: column, row: row)].seat else { continue }
            if discs.isEmpty { discs.reserveCapacity(grid.rows.count) }
            discs.append(seat == 0 ? Self.red : Self.yellow)
        }
        return .list(discs)
    }

    private static let red = GameText("four-in-a-row.red")
    private static let yellow = GameText("four-in-a-row.yellow")
}
