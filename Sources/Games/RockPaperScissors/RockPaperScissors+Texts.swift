import GameRules

extension RockPaperScissors {
    var texts: TextCatalog { Self.catalog }

    private static let catalog = TextCatalog(ofGame: [
        "ar": PackageResources.rock_paper_scissors_ar_json, "de": PackageResources.rock_paper_scissors_de_json,
        "en": PackageResources.rock_paper_scissors_en_json, "pl": PackageResources.rock_paper_scissors_pl_json,
    ])

    func message(for turn: TurnStory<RockPaperScissors>) -> MessageTexts {
        guard turn.after.rounds.count > turn.before.rounds.count, let round = turn.after.rounds.last else {
            return choosing(turn)
        }
        return turn.after.winners.map { ending(round, winners: $0, turn) } ?? revealing(round, turn)
    }

    func openingMessage(in state: State) -> MessageTexts {
        MessageTexts(
            caption: .ofMover("rock-paper-scissors.opening"),
            subcaption: GameText("rock-paper-scissors.opening.prompt"), trailingCaption: number(of: 1, in: state))
    }

    /// The same words whatever was chosen.
    private func choosing(_ turn: TurnStory<RockPaperScissors>) -> MessageTexts {
        let waitedFor = turn.after.order.toAct(at: turn.table).count
        return MessageTexts(
            caption: .ofMover("rock-paper-scissors.chosen"),
            subcaption: GameText("rock-paper-scissors.waiting", ["number": .number(waitedFor)]),
            trailingCaption: number(of: turn.after.rounds.count + 1, in: turn.after))
    }

    private func revealing(_ round: RockPaperScissorsRound, _ turn: TurnStory<RockPaperScissors>) -> MessageTexts {
        let points = round.points
        let best = points.leaders(among: turn.table.all)
        let result =
            points.max() == 0
            ? GameText("rock-paper-scissors.round.tie")
            : names(of: best, "rock-paper-scissors.round.best", mover: turn.seat)
        var texts = MessageTexts(
            caption: GameText("rock-paper-scissors.reveal", arguments(of: turn)),
            subcaption: sentences(round.how, result),
            trailingCaption: number(of: turn.after.rounds.count, in: turn.after),
            trailingSubcaption: score(after: round, in: turn.after))
        if let lead = lead(after: turn) { (texts.imageTitle, texts.imageSubtitle) = lead }
        return texts
    }

    /// Over the picture, who of more than two has most points in the middle of several rounds; nil if all have as many.
    private func lead(after turn: TurnStory<RockPaperScissors>) -> (names: GameText, points: GameText)? {
        let points = turn.after.points
        let best = points.leaders(among: turn.table.all)
        guard turn.after.showsLead, best.count < points.count, let most = points.max() else { return nil }
        return (
            names(of: best, "rock-paper-scissors.lead", mover: turn.seat),
            GameText("rock-paper-scissors.lead.points", ["number": .number(most)])
        )
    }

    private func ending(
        _ round: RockPaperScissorsRound, winners: [SeatIndex], _ turn: TurnStory<RockPaperScissors>
    ) -> MessageTexts {
        let result: GameText?
        let summary: GameText
        switch winners {
        case []:
            (result, summary) = (GameText("rock-paper-scissors.drawn"), GameText("rock-paper-scissors.drawn.summary"))
        case [turn.seat]: (result, summary) = (nil, .ofMover("rock-paper-scissors.won.summary"))
        default:
            result = names(of: winners, "rock-paper-scissors.winners", mover: turn.seat)
            summary = names(of: winners, "rock-paper-scissors.winners.summary", mover: turn.seat)
        }
        let key = result == nil ? "rock-paper-scissors.reveal.won" : "rock-paper-scissors.reveal"
        let rounds = GameText("rock-paper-scissors.round-count", ["number": .number(turn.after.totalRounds)])
        return MessageTexts(
            caption: GameText(key, arguments(of: turn)), subcaption: sentences(round.how, result),
            trailingCaption: turn.after.totalRounds > 1 ? rounds : nil,
            trailingSubcaption: score(after: round, in: turn.after), summary: summary)
    }

    private func arguments(of turn: TurnStory<RockPaperScissors>) -> TextArguments {
        ["mover": .mover, "choice": .text(turn.move.text)]
    }

    private func sentences(_ first: GameText?, _ rest: GameText?) -> GameText? {
        guard let first, let rest else { return first ?? rest }
        return GameText("rock-paper-scissors.sentences", ["first": .text(first), "rest": .text(rest)])
    }

    /// Up to three names; of more, how many they are.
    private func names(of seats: [SeatIndex], _ key: String, mover: SeatIndex) -> GameText {
        let names = seats.prefix(3).map { seat in
            GameText("rock-paper-scissors.name", ["name": seat == mover ? .mover : .seat(seat)])
        }
        guard names.count == seats.count, let list = TextArgument.list(names) else {
            return GameText("\(key).many", ["number": .number(seats.count)])
        }
        return GameText(key, ["names": list])
    }

    /// Which round it is, where there are several.
    private func number(of round: Int, in state: State) -> GameText? {
        guard state.totalRounds > 1 else { return nil }
        return GameText(
            "rock-paper-scissors.round-number", ["number": .number(round), "total": .number(state.totalRounds)])
    }

    /// The points of two; of more, how often each choice was made in a round.
    private func score(after round: RockPaperScissorsRound, in state: State) -> GameText {
        guard state.points.count > 2 else {
            return GameText(
                "rock-paper-scissors.score",
                ["first": .number(state.points[0]), "second": .number(state.points[1])])
        }
        return GameText(
            "rock-paper-scissors.counts",
            [
                "rock": .number(round.count(of: .rock)), "paper": .number(round.count(of: .paper)),
                "scissors": .number(round.count(of: .scissors)),
            ])
    }
}

extension RockPaperScissors {
    func accessibilityLabel(of state: State, after texts: MessageTexts, outcome: Outcome?) -> GameText {
        var places: TextArguments = ["what": .text(texts.caption)]
        // NB: how many have chosen, not who: the author of a draft may have no seat yet that could be named.
        let chosen = outcome == nil ? state.current.chosen.count : 0
        if chosen > 0 { places["chosen"] = .number(chosen) }
        guard let round = state.rounds.last else {
            return chosen > 0 ? GameText("rock-paper-scissors.label.chosen", places) : texts.caption
        }
        let choices = state.points.indices.map { seat in
            let choice = round.choices[seat]?.text ?? GameText("rock-paper-scissors.no-choice")
            return GameText(
                "rock-paper-scissors.label.seat",
                ["seat": .seat(SeatIndex(seat)), "choice": .text(choice), "points": .number(state.points[seat])])
        }
        places["number"] = .number(state.rounds.count)
        places["choices"] = .list(choices, joinedBy: "rock-paper-scissors.label.list")
        return GameText("rock-paper-scissors.label.round" + (chosen > 0 ? ".chosen" : ""), places)
    }
}

extension RockPaperScissorsChoice {
    fileprivate var text: GameText { GameText("rock-paper-scissors.\(rawValue)") }
}

extension RockPaperScissorsRound {
    /// The way in which one choice beats the other, where there were just two.
    fileprivate var how: GameText? {
        let made = Choice.allCases.filter { count(of: $0) > 0 }
        guard made.count == 2, let best = made.first(where: { choice in made.contains { choice.beats($0) } }) else {
            return nil
        }
        return GameText("rock-paper-scissors.\(best.rawValue).wins")
    }
}
