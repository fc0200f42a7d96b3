extension TextCatalog {
    /// The texts of the games that come with Roundtable.
    static let standard = TextCatalog(embedded: ["en": PackageResources.en_json])
}

extension LineGame {
    var texts: TextCatalog { .standard }
}

extension IceCream {
    var texts: TextCatalog { .standard }
}

extension Text {
    /// The number of a move, for the trailing caption.
    static func moveNumber(_ number: Int) -> Text { Text("common.move-number", ["number": .number(number)]) }

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
