import GameRules

extension Reversi {
    var texts: TextCatalog { Self.catalog }

    private static let catalog = TextCatalog(ofGame: [
        "ar": PackageResources.reversi_ar_json, "de": PackageResources.reversi_de_json,
        "en": PackageResources.reversi_en_json, "pl": PackageResources.reversi_pl_json,
    ])

    func message(for turn: TurnStory<Reversi>) -> MessageTexts {
        MessageTexts(
            caption: caption(of: turn),
            subcaption: turn.outcome == nil ? next(in: turn.after) : empties(in: turn.after),
            trailingCaption: score(turn.after.scores),
            trailingSubcaption: .progress(moves: turn.after.moveCount, isOver: turn.outcome != nil),
            summary: summary(of: turn))
    }

    func openingMessage(in state: ReversiPosition) -> MessageTexts {
        MessageTexts(caption: .ofMover("reversi.opening"), subcaption: .ofMover("reversi.opening.next"))
    }

    private func caption(of turn: TurnStory<Reversi>) -> GameText {
        guard case .put(let cell) = turn.move else { return .ofMover("reversi.pass") }
        let place = TextArgument.words(cell.rawValue)
        guard let end = end(of: turn) else {
            let flipped = GameText("reversi.discs", ["number": .number(turn.after.flipped.count)])
            return GameText("reversi.move", ["mover": .mover, "cell": place, "discs": .text(flipped)])
        }
        return GameText("reversi.\(end)", ["mover": .mover, "cell": place])
    }

    private func summary(of turn: TurnStory<Reversi>) -> GameText? {
        end(of: turn).map { GameText("reversi.\($0).summary", $0 == "drawn" ? [:] : ["mover": .mover]) }
    }

    /// The outcome for the mover; nil while the game goes on.
    private func end(of turn: TurnStory<Reversi>) -> String? {
        switch turn.outcome?.kind {
        case .won: turn.outcome?.winners == [turn.seat] ? "won" : "lost"
        case .drawn: "drawn"
        case .completed, .abandoned, nil: nil
        }
    }

    private func next(in state: ReversiPosition) -> GameText {
        guard state.discs.moves(of: state.next).isEmpty else { return .next(state.next) }
        return GameText("reversi.next-passes", ["next": .seat(state.next)])
    }

    private func empties(in state: ReversiPosition) -> GameText? {
        guard state.emptyCount > 0 else { return nil }
        let isDrawn = state.scores[0] == state.scores[1]
        return GameText(isDrawn ? "reversi.empties.shared" : "reversi.empties", ["number": .number(state.emptyCount)])
    }

    private func score(_ scores: [Int]) -> GameText {
        GameText("reversi.score", ["black": .number(scores[0]), "white": .number(scores[1])])
    }

    func accessibilityLabel(of state: ReversiPosition, after texts: MessageTexts) -> GameText {
        let grid = state.discs.grid
        let rows = grid.rows.compactMap { row in
            discs(in: row, of: grid).map {
                GameText("reversi.row", ["row": .number(row + 1), "discs": $0])
            }
        }
        return GameText(
            "reversi.board",
            [
                "what": .text(texts.caption), "score": .text(score(state.scores)),
                "rows": .list(rows, joinedBy: "reversi.rows"),
            ])
    }

    /// The discs of a row from left to right, neighbours of one colour together; nil if there are none.
    private func discs(in row: Int, of grid: Grid) -> TextArgument? {
        var runs: [(first: Cell, last: Cell)] = []
        for cell in (0..<grid.columns).map({ Cell(column: $0, row: row) }) where grid[cell] != .empty {
            if let run = runs.last, run.last.column == cell.column - 1, grid[run.last] == grid[cell] {
                runs[runs.count - 1].last = cell
            } else {
                runs.append((cell, cell))
            }
        }
        return .list(
            runs.map { run in
                GameText(grid[run.first] == .x ? "reversi.black" : "reversi.white", ["cells": span(of: run)])
            })
    }

    private func span(of run: (first: Cell, last: Cell)) -> TextArgument {
        let (first, last) = (TextArgument.words(run.first.columnLetter), TextArgument.words(run.last.columnLetter))
        return run.first == run.last ? first : .text(GameText("reversi.cells", ["first": first, "last": last]))
    }
}
