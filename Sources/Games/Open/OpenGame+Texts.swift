import GameRules

extension OpenGame {
    var texts: TextCatalog { Self.catalog }

    private static let catalog = TextCatalog(ofGame: [
        "ar": PackageResources.open_ar_json, "de": PackageResources.open_de_json,
        "en": PackageResources.open_en_json, "pl": PackageResources.open_pl_json,
    ])

    func message(for turn: TurnStory<OpenGame>) -> MessageTexts {
        let own = turn.move.texts
        func text(_ place: OpenTexts.Place) -> GameText? {
            own.templates[place].map { GameText("open.own", ["words": .template($0)]) }
        }
        var texts = MessageTexts(
            caption: text(.caption) ?? standardCaption(of: turn), subcaption: text(.subcaption),
            trailingCaption: text(.trailingCaption), trailingSubcaption: text(.trailingSubcaption),
            summary: text(.summaryText))
        texts.accessibilityLabel = text(.accessibilityLabel)
        texts.imageTitle = text(.imageTitle)
        texts.imageSubtitle = text(.imageSubtitle)
        texts.hidesCaption = own.hidesCaption
        texts.mediaURL = own.mediaURL
        return texts
    }

    /// The caption of a move for which the app has no words.
    private func standardCaption(of turn: TurnStory<OpenGame>) -> GameText {
        if let rolled = turn.after.rolled, turn.move.roll != nil {
            let dice = rolled.map { GameText("open.die", ["number": .number($0)]) }
            if let list = TextArgument.list(dice) { return GameText("open.rolled", ["mover": .mover, "dice": list]) }
        }
        return .ofMover(turn.outcome == nil ? "open.moved" : "open.ended")
    }

    func openingMessage(in state: OpenState) -> MessageTexts {
        MessageTexts(caption: .ofMover("open.opening"))
    }
}
