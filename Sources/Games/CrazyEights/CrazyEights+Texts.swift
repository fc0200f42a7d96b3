import GameRules

extension CrazyEights {
    var texts: TextCatalog { Self.catalog }

    private static let catalog = TextCatalog(ofGame: [
        "ar": PackageResources.crazy_eights_ar_json, "de": PackageResources.crazy_eights_de_json,
        "en": PackageResources.crazy_eights_en_json, "pl": PackageResources.crazy_eights_pl_json,
    ])

    /// Tells everybody of a draw that there was one, and how many cards there are.
    func message(for turn: TurnStory<CrazyEights>) -> MessageTexts {
        let goesOn = turn.outcome == nil
        return MessageTexts(
            caption: caption(of: turn), subcaption: subcaption(of: turn),
            trailingCaption: goesOn ? Self.cards(turn.after.hand(of: turn.seat).count) : nil,
            trailingSubcaption: goesOn ? Self.stock(of: turn.after) : nil,
            summary: turn.after.winner == nil ? nil : .ofMover("crazy-eights.won.summary"))
    }

    func openingMessage(in state: State) -> MessageTexts {
        MessageTexts(caption: .ofMover("crazy-eights.opening"), subcaption: GameText("crazy-eights.opening.next"))
    }

    func accessibilityLabel(of state: State, after texts: MessageTexts) -> GameText {
        let what = TextArgument.text(texts.caption)
        guard let top = state.pile.top, let suit = state.suit else {
            return GameText("crazy-eights.undealt", ["what": what])
        }
        let counts = state.hands.indices.filter { !state.hands[$0].isEmpty }.map { seat in
            let cards = TextArgument.text(Self.cards(state.hands[seat].count))
            return GameText("crazy-eights.holding", ["who": .seat(SeatIndex(seat)), "cards": cards])
        }
        return GameText(
            "crazy-eights.table",
            [
                "what": what, "top": .text(top.text), "suit": .text(suit.text), "stock": .text(Self.stock(of: state)),
                "counts": .list(counts, joinedBy: "crazy-eights.holdings"),
            ])
    }

    private func caption(of turn: TurnStory<CrazyEights>) -> GameText {
        switch turn.move {
        case .draw: return .ofMover("crazy-eights.draw")
        case .pass: return .ofMover("crazy-eights.pass")
        case .play(let card, let suit):
            var places: TextArguments = ["mover": .mover, "card": .text(card.text)]
            if turn.after.winner != nil { return GameText("crazy-eights.won", places) }
            guard let suit else { return GameText("crazy-eights.play", places) }
            places["suit"] = .text(suit.text)
            return GameText("crazy-eights.eight", places)
        }
    }

    private func subcaption(of turn: TurnStory<CrazyEights>) -> GameText {
        if let points = turn.outcome?.scores?.max() {
            return GameText("crazy-eights.points", ["number": .number(points)])
        }
        let next = TextArgument.seat(turn.after.next)
        if turn.before.stock.isEmpty, turn.move == .draw { return GameText("crazy-eights.shuffled", ["next": next]) }
        if turn.after.isReversed != turn.before.isReversed { return GameText("crazy-eights.reversed", ["next": next]) }
        if turn.after.hasTurningCards, case .play(let card, _) = turn.move, card.rank == .queen {
            return GameText("crazy-eights.skipping", ["next": next])
        }
        return .next(turn.after.next)
    }

    private static func cards(_ count: Int) -> GameText { GameText("crazy-eights.cards", ["number": .number(count)]) }

    private static func stock(of state: State) -> GameText {
        GameText("crazy-eights.stock", ["number": .number(state.stock.count)])
    }
}

extension Card {
    fileprivate var text: GameText {
        let rank = GameText("crazy-eights.rank.\(rank.rawValue)")
        return GameText("crazy-eights.card", ["rank": .text(rank), "suit": .text(suit.text)])
    }
}

extension Card.Suit {
    fileprivate var text: GameText { GameText("crazy-eights.suit.\(rawValue)") }
}
