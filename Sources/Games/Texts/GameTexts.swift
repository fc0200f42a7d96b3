import GameRules

extension TextCatalog {
    /// The texts of one game, with those that all games share.
    init(ofGame texts: [String: [UInt8]]) {
        self = TextCatalog(embedded: texts).merging(.common)
    }

    private static let common = TextCatalog(embedded: [
        "ar": PackageResources.common_ar_json, "de": PackageResources.common_de_json,
        "en": PackageResources.common_en_json, "pl": PackageResources.common_pl_json,
    ])
}

extension GameText {
    /// A text whose one place is the mover's name.
    static func ofMover(_ key: String) -> GameText { GameText(key, ["mover": .mover]) }

    /// Which move this is, or how many it took to end the game, for the trailing caption.
    static func progress(moves: Int, isOver: Bool) -> GameText {
        GameText(isOver ? "common.move-count" : "common.move-number", ["number": .number(moves)])
    }

    static func next(_ seat: SeatIndex) -> GameText { GameText("common.next", ["next": .seat(seat)]) }
}

extension MessageTexts {
    init(
        caption: GameText, subcaption: GameText?, trailingCaption: GameText? = nil,
        trailingSubcaption: GameText? = nil, summary: GameText? = nil
    ) {
        self.init(caption: caption, summary: summary)
        self.subcaption = subcaption
        self.trailingCaption = trailingCaption
        self.trailingSubcaption = trailingSubcaption
    }
}

extension TextArgument {
    /// Several texts, joined as in a list; nil if there are none.
    static func list(_ texts: [GameText]) -> TextArgument? {
        texts.isEmpty ? nil : .list(texts, joinedBy: "common.list")
    }
}
