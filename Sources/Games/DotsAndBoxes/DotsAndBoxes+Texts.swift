import GameRules

extension DotsAndBoxes {
    var texts: TextCatalog { Self.catalog }

    private static let catalog = TextCatalog(ofGame: [
        "ar": PackageResources.dots_and_boxes_ar_json, "de": PackageResources.dots_and_boxes_de_json,
        "en": PackageResources.dots_and_boxes_en_json, "pl": PackageResources.dots_and_boxes_pl_json,
    ])

    func message(for turn: TurnStory<DotsAndBoxes>) -> MessageTexts {
        var texts = turn.outcome.map { ending(of: turn, $0) } ?? story(of: turn)
        texts.trailingCaption = scores(turn.after.scores)
        texts.trailingSubcaption = lines(of: turn.after)
        return texts
    }

    func openingMessage(in state: DotsAndBoxesPosition) -> MessageTexts {
        MessageTexts(
            caption: .ofMover("dots-and-boxes.opening"),
            subcaption: GameText(
                "dots-and-boxes.opening.next",
                ["mover": .mover, "rows": .number(state.rows), "columns": .number(state.columns)]))
    }

    /// Tells of a line while the game goes on, and who draws the next one.
    private func story(of turn: TurnStory<DotsAndBoxes>) -> MessageTexts {
        let completed = turn.after.completedCount
        guard completed > 0 else {
            return MessageTexts(
                caption: .ofMover("dots-and-boxes.line"),
                subcaption: turn.after.order.toAct(at: turn.table).first.map { .next($0) })
        }
        let boxes = GameText("dots-and-boxes.boxes", ["number": .number(completed)])
        return MessageTexts(
            caption: GameText("dots-and-boxes.box", ["mover": .mover, "boxes": .text(boxes)]),
            subcaption: .ofMover("dots-and-boxes.again"))
    }

    /// Tells of the last line and the result.
    private func ending(of turn: TurnStory<DotsAndBoxes>, _ outcome: Outcome) -> MessageTexts {
        switch outcome.winners {
        case []:
            return MessageTexts(
                caption: .ofMover("dots-and-boxes.drawn"), summary: GameText("dots-and-boxes.drawn.summary"))
        case [turn.seat]:
            return MessageTexts(
                caption: .ofMover("dots-and-boxes.won"), summary: .ofMover("dots-and-boxes.won.summary"))
        case let winners where winners.count == 1:
            let winner: TextArguments = ["winner": .seat(winners[0])]
            return MessageTexts(
                caption: .ofMover("dots-and-boxes.last"), subcaption: GameText("dots-and-boxes.winner", winner),
                summary: GameText("dots-and-boxes.lost.summary", winner))
        case let winners:
            let names = winners.map { winner in
                winner == turn.seat
                    ? .ofMover("dots-and-boxes.mover") : GameText("dots-and-boxes.player", ["player": .seat(winner)])
            }
            return MessageTexts(
                caption: .ofMover("dots-and-boxes.last"),
                subcaption: GameText("dots-and-boxes.winners", ["winners": .list(names, joinedBy: "common.list")]),
                summary: GameText("dots-and-boxes.shared.summary", ["number": .number(winners.count)]))
        }
    }

    private func scores(_ scores: [Int]) -> GameText {
        let scores = scores.map { GameText("dots-and-boxes.number", ["number": .number($0)]) }
        return GameText("dots-and-boxes.score", ["scores": .list(scores, joinedBy: "dots-and-boxes.scores")])
    }

    private func lines(of state: DotsAndBoxesPosition) -> GameText {
        GameText(
            "dots-and-boxes.lines",
            ["number": .number(state.drawn.count), "total": .number(state.lattice.lineCount)])
    }

    /// Tells the latest line, and of each box how many lines it has, or whose it is: by a letter, not by name, lest a
    /// large board take minutes.
    func accessibilityLabel(of state: DotsAndBoxesPosition, after texts: MessageTexts) -> GameText {
        var places: TextArguments = ["what": .text(texts.caption)]
        guard let last = state.drawn.last else {
            (places["rows"], places["columns"]) = (.number(state.rows), .number(state.columns))
            return GameText("dots-and-boxes.empty-board", places)
        }
        let seats = zip(0..., state.scores).map { seat, score in
            GameText(
                "dots-and-boxes.seat",
                ["letter": .text(Self.letters[seat]), "player": .seat(SeatIndex(seat)), "number": .number(score)])
        }
        let (counts, owners) = state.boxes
        let rows = (0..<state.rows).map { row in
            let boxes = (row * state.columns..<(row + 1) * state.columns).map { box in
                owners[box].map { Self.letters[$0.rawValue] } ?? Self.counts[counts[box]]
            }
            return GameText(
                "dots-and-boxes.row", ["row": .number(row + 1), "boxes": .list(boxes, joinedBy: "common.list")])
        }
        places["lines"] = .text(lines(of: state))
        places["last"] = .text(place(of: last.edge, on: state))
        places["scores"] = .list(seats, joinedBy: "dots-and-boxes.rows")
        places["rows"] = .list(rows, joinedBy: "dots-and-boxes.rows")
        return GameText("dots-and-boxes.board", places)
    }

    /// Where a line is, by the box below or right of it; at the far edges by the one before.
    private func place(of line: DotLine, on state: DotsAndBoxesPosition) -> GameText {
        let side =
            switch line.direction {
            case .horizontal: line.row < state.rows ? "above" : "below"
            case .vertical: line.column < state.columns ? "left" : "right"
            }
        return GameText(
            "dots-and-boxes.\(side)",
            ["row": .number(min(line.row + 1, state.rows)), "column": .number(min(line.column + 1, state.columns))])
    }

    private static let letters = (0..<6).map { GameText("dots-and-boxes.letter.\($0)") }
    private static let counts = (0...4).map { GameText("dots-and-boxes.number", ["number": .number($0)]) }
}
