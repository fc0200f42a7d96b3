extension TextCatalog {
    /// The texts of the games that come with Roundtable.
    static let standard = TextCatalog(embedded: [
        "ar": PackageResources.ar_json, "de": PackageResources.de_json, "en": PackageResources.en_json,
        "pl": PackageResources.pl_json,
    ])
}

extension LineGame {
    var texts: TextCatalog { .standard }
}

extension IceCream {
    var texts: TextCatalog { .standard }
}

extension Text {
    /// Which move this is, or how many it took to end the game, for the trailing caption.
    static func progress(moves: Int, isOver: Bool) -> Text {
        Text(isOver ? "common.move-count" : "common.move-number", ["number": .number(moves)])
    }

    /// Whose turn it is now.
    static func next(_ seat: SeatIndex) -> Text { Text("common.next", ["next": .seat(seat)]) }

    /// Several texts as one, joined by a pattern of two places, `first` and `rest`; nil if there are none.
    static func list(_ items: some BidirectionalCollection<Text>, joinedBy key: String = "common.list") -> Text? {
        guard let last = items.last else { return nil }
        return items.dropLast().reversed().reduce(last) { rest, first in
            Text(key, ["first": .text(first), "rest": .text(rest)])
        }
    }
}
