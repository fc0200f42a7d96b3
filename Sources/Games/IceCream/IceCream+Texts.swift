import GameRules

extension IceCream {
    var texts: TextCatalog { Self.catalog }

    private static let catalog = TextCatalog(ofGame: [
        "ar": PackageResources.ice_cream_ar_json, "de": PackageResources.ice_cream_de_json,
        "en": PackageResources.ice_cream_en_json, "pl": PackageResources.ice_cream_pl_json,
    ])

    func message(for turn: TurnStory<IceCream>) -> MessageTexts {
        var texts = story(of: turn.move, after: turn.after)
        if turn.outcome != nil, turn.move != .finish { texts.subcaption = GameText("ice-cream.completed") }
        return texts
    }

    func openingMessage(in state: State) -> MessageTexts {
        MessageTexts(caption: .ofMover("ice-cream.opening"), subcaption: GameText("ice-cream.opening.prompt"))
    }

    /// The message of a move, with what comes next.
    private func story(of move: Move, after state: State) -> MessageTexts {
        switch move {
        case .add(let part):
            let kind = "ice-cream.\(part.names.kind.lowercased())"
            return MessageTexts(
                caption: GameText(kind, ["mover": .mover, "part": .text(part.flavour)]),
                subcaption: GameText("\(kind).prompt"))
        case .finish, .addUnknown:
            return MessageTexts(
                caption: .ofMover("ice-cream.finish"),
                subcaption: GameText("ice-cream.finish.subcaption", ["number": .number(state.toppings.count)]))
        }
    }

    func accessibilityLabel(of state: State, after texts: MessageTexts) -> GameText {
        var what = texts.caption
        // A topping's caption is short, for it stands beside the picture.
        if what.key == "ice-cream.topping" { what = GameText("ice-cream.topping.label", what.arguments) }
        var places: TextArguments = ["what": .text(what)]
        guard let base = state.base else { return GameText("ice-cream.board.nothing", places) }
        places["base"] = .text(IceCreamPart.base(base).flavour)
        guard let scoops = state.scoops else { return GameText("ice-cream.board.base", places) }
        places["scoops"] = .text(IceCreamPart.scoops(scoops).flavour)
        guard let toppings = TextArgument.list(flavours(of: state.toppings)) else {
            return GameText("ice-cream.board.scoops", places)
        }
        places["toppings"] = toppings
        return GameText("ice-cream.board.toppings", places)
    }

    /// Each topping's flavour once, in order of commit.
    private func flavours(of toppings: [Added]) -> [GameText] {
        toppings.map(\.part).enumerated()
            .filter { index, part in !toppings[..<index].contains { $0.part == part } }
            .map { IceCreamPart.topping($0.element).flavour }
    }
}

extension IceCreamPart {
    /// The part's friendly name. The sample has only pictures; these names are ours.
    fileprivate var flavour: GameText { GameText("ice-cream.\(names.part)") }
}
