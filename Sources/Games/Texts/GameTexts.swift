import GameRules

extension TextCatalog {
    /// The texts of all games that are here.
    static let games = TextCatalog(embedded: [
        "ar": PackageResources.ar_json, "de": PackageResources.de_json, "en": PackageResources.en_json,
        "pl": PackageResources.pl_json,
    ])
}

extension LineGame {
    var texts: TextCatalog { .games }
}

extension IceCream {
    var texts: TextCatalog { .games }
}

extension Reversi {
    var texts: TextCatalog { .games }
}

extension DotsAndBoxes {
    var texts: TextCatalog { .games }
}

extension Text {
    /// Which move this is, or how many it took to end the game, for the trailing caption.
    static func progress(moves: Int, isOver: Bool) -> Text {
        Text(isOver ? "common.move-count" : "common.move-number", ["number": .number(moves)])
    }

    /// Whose turn it is now.
    static func next(_ seat: SeatIndex) -> Text { Text("common.next", ["next": .seat(seat)]) }
}

extension TextArgument {
    /// Several texts, joined as in a list; nil if there are none.
    static func list(_ texts: [Text]) -> TextArgument? { texts.isEmpty ? nil : .list(texts, joinedBy: "common.list") }
}
