import GameRules

extension Yacht {
    var texts: TextCatalog { Self.catalog }

    private static let catalog = TextCatalog(ofGame: [
        "ar": PackageResources.yacht_ar_json, "de": PackageResources.yacht_de_json,
        "en": PackageResources.yacht_en_json, "pl": PackageResources.yacht_pl_json,
    ])

    func message(for turn: TurnStory<Yacht>) -> MessageTexts {
        switch turn.move {
        case .roll: story(ofRoll: turn)
        case .score(let category): story(of: turn, scoringIn: category)
        }
    }

    func openingMessage(in state: State) -> MessageTexts {
        MessageTexts(caption: .ofMover("yacht.opening"), subcaption: GameText("yacht.opening.next"))
    }

    /// The points of all, and what is open on the sheet of whose turn it is.
    func accessibilityLabel(of state: State, after texts: MessageTexts, outcome: Outcome?) -> GameText {
        let sheets = state.totals.enumerated().map { seat, total in
            GameText("yacht.sheet", ["who": .seat(SeatIndex(seat)), "points": .text(Self.points(total))])
        }
        var places: TextArguments = ["what": .text(texts.caption), "sheets": .list(sheets, joinedBy: "yacht.sheets")]
        var key = "yacht.table"
        // The caption of a roll tells the dice already.
        if !state.dice.isEmpty, texts.caption.key != Self.roll, texts.caption.key != Self.keep {
            places["dice"] = Self.faces(state.dice)
            key += ".dice"
        }
        let open = state.openCategories(of: state.next).map { GameText("yacht.\($0.rawValue)") }
        if outcome == nil, let open = TextArgument.list(open) {
            (places["next"], places["open"]) = (.seat(state.next), open)
            key += ".open"
        }
        return GameText(key, places)
    }

    private func story(ofRoll turn: TurnStory<Yacht>) -> MessageTexts {
        let state = turn.after
        let rolled = state.dice.indices.filter { !state.kept.contains($0) }.map { state.dice[$0] }
        var caption = GameText(Self.roll, ["mover": .mover, "rolled": Self.faces(rolled)])
        if !state.kept.isEmpty {
            let kept = Self.faces(state.kept.map { state.dice[$0] })
            caption = GameText(Self.keep, ["mover": .mover, "kept": kept, "rolled": Self.faces(rolled)])
        }
        let rollsLeft =
            state.rollsLeft == 0
            ? GameText("yacht.no-rolls-left") : GameText("yacht.rolls-left", ["number": .number(state.rollsLeft)])
        return MessageTexts(
            caption: caption, subcaption: rollsLeft, trailingCaption: Self.points(state.totals[turn.seat.rawValue]),
            trailingSubcaption: Self.round(of: turn), summary: .ofMover("yacht.roll.summary")
        ).showing(state.totals, isOver: false)
    }

    private func story(of turn: TurnStory<Yacht>, scoringIn category: YachtCategory) -> MessageTexts {
        let points = category.score(of: turn.before.dice)
        let places: TextArguments = [
            "mover": .mover, "points": .number(points), "category": .text(GameText("yacht.\(category.rawValue)")),
        ]
        let result = turn.outcome.map(result)
        return MessageTexts(
            caption: GameText("yacht.score", places), subcaption: result ?? .next(turn.after.next),
            trailingCaption: Self.points(turn.after.totals[turn.seat.rawValue]),
            trailingSubcaption: turn.outcome == nil ? Self.round(of: turn) : nil, summary: result
        ).showing(turn.after.totals, isOver: turn.outcome != nil)
    }

    /// Who has won, by name: it need not be the one who scored last.
    private func result(_ outcome: Outcome) -> GameText {
        let best = outcome.scores?.max() ?? 0
        let points = TextArgument.text(Self.points(best))
        guard outcome.kind == .won, let winner = outcome.winners.first else {
            return GameText(outcome.kind == .drawn ? "yacht.drawn" : "yacht.completed", ["points": points])
        }
        if outcome.winners.count == 1 { return GameText("yacht.won", ["winner": .seat(winner), "points": points]) }
        let names = outcome.winners.map { GameText("yacht.name", ["who": .seat($0)]) }
        return GameText("yacht.shared", ["winners": .list(names, joinedBy: "common.list"), "points": points])
    }

    private static let roll = "yacht.roll"
    private static let keep = "yacht.keep"

    private static func faces(_ dice: [Int]) -> TextArgument {
        .list(dice.map { GameText("yacht.die", ["face": .number($0)]) }, joinedBy: "common.list")
    }

    private static func points(_ number: Int) -> GameText { GameText("yacht.points", ["number": .number(number)]) }

    /// Which of the rounds the mover plays, of as many as there are categories.
    private static func round(of turn: TurnStory<Yacht>) -> GameText {
        let categories = YachtCategory.allCases.count
        let round = categories - turn.before.openCategories(of: turn.seat).count + 1
        return GameText("yacht.round", ["round": .number(round), "rounds": .number(categories)])
    }
}

extension MessageTexts {
    /// The same with the points of all over the picture, in the order of its bars, unless one plays alone.
    fileprivate func showing(_ totals: [Int], isOver: Bool) -> MessageTexts {
        guard totals.count > 1 else { return self }
        var texts = self
        // NB: as words, which keep their direction in a text from right to left, as the bars do.
        texts.imageTitle = GameText(
            "yacht.standing", ["points": .words(totals.map(String.init).joined(separator: "–"))])
        texts.imageSubtitle = GameText(isOver ? "yacht.standing.over" : "yacht.standing.so-far")
        return texts
    }
}
