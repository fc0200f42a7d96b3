package import GameRules

/// A message's texts, written out for one reader.
package struct ComposedTexts: Hashable, Sendable {
    package let caption: String
    package let subcaption: String?
    package let trailingCaption: String?
    package let trailingSubcaption: String?
    package let imageTitle: String?
    package let imageSubtitle: String?
    package let summary: String
    package let accessibilityLabel: String
}

/// Writes texts out: for a message that a device is about to stage, or in plain form for everything else.
package struct Composer: Sendable {
    /// What the words are for.
    package enum Form: Sendable {
        /// A message that this very device stages: people are named by `$UUID` where the device knows them.
        case staged
        /// Something an app or a browser draws, where nothing is substituted: "You", nicknames, seat names.
        case plain
    }

    /// Who the mover of a text is.
    package struct Mover: Sendable {
        let player: PlayerID?
        let seat: SeatIndex?

        /// The mover of a committed event, or the author of a draft, who may have no seat yet.
        package init(player: PlayerID?, seat: SeatIndex?) {
            self.player = player
            self.seat = seat
        }
    }

    /// The language that has every text.
    package static let sourceLanguage = "en"
    private let texts: TextCatalog

    /// A composer of a library's texts and the service's own.
    package init(games: GameLibrary) {
        texts = games.texts.merging(TextCatalog(embedded: ["en": PackageResources.en_json]))
    }

    /// The best of the languages we have for the first of some language tags that we have any for.
    package func language(for preferences: [String]) -> String {
        let known = texts.languageTags
        for preference in preferences.map({ $0.lowercased() }) {
            if let exact = known.first(where: { $0.lowercased() == preference }) { return exact }
            let primary = preference.prefix { $0 != "-" && $0 != "_" }
            if let related = known.first(where: { $0.lowercased() == primary }) { return related }
        }
        return Self.sourceLanguage
    }

    /// All texts of a message.
    package func compose(
        _ texts: MessageTexts, mover: Mover, in language: String, as form: Form, for readers: Attributions
    ) -> ComposedTexts {
        let writer = Writer(texts: self.texts, language: language, form: form, mover: mover, names: readers)
        return ComposedTexts(
            caption: writer.write(texts.caption), subcaption: texts.subcaption.map(writer.write),
            trailingCaption: texts.trailingCaption.map(writer.write),
            trailingSubcaption: texts.trailingSubcaption.map(writer.write),
            imageTitle: texts.imageTitle.map(writer.write), imageSubtitle: texts.imageSubtitle.map(writer.write),
            summary: writer.write(texts.summary), accessibilityLabel: writer.write(texts.accessibilityLabel))
    }

    /// One text in plain form.
    package func plain(_ text: Text, mover: Mover, in language: String, for reader: Attributions) -> String {
        Writer(texts: texts, language: language, form: .plain, mover: mover, names: reader).write(text)
    }

    /// What a seat without a better name is called: "Player 2" for the number 2.
    package func seatName(_ number: Int, in language: String) -> String {
        pattern("seat", in: language).replacing("{number}", with: String(number))
    }

    private func pattern(_ key: String, in language: String) -> String {
        (texts.pattern(key, in: language) ?? texts.pattern(key, in: Self.sourceLanguage))?.other ?? key
    }
}

/// Writes the texts of one message.
private struct Writer {
    let texts: TextCatalog
    let language: String
    let form: Composer.Form
    let mover: Composer.Mover
    let names: Attributions

    func write(_ text: Text) -> String {
        let pattern =
            texts.pattern(text.key, in: language) ?? texts.pattern(text.key, in: Composer.sourceLanguage)
        guard let pattern else { return text.key }
        let chosen = isReadersOwn ? pattern.you ?? pattern.other : pattern.other
        return fill(chosen, with: text.arguments)
    }

    /// Whether the mover reads this and is called "You".
    private var isReadersOwn: Bool { form == .plain && names.isReader(mover.player) }

    /// Replaces each `{place}`; in one pass, so that what fills a place is never taken for another place.
    private func fill(_ pattern: String, with arguments: [String: TextArgument]) -> String {
        var result = ""
        var rest = pattern[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            result += rest[..<open]
            let place = String(rest[rest.index(after: open)..<close])
            result += arguments[place].map(word) ?? ""
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    private func word(_ argument: TextArgument) -> String {
        switch argument {
        case .mover: isReadersOwn ? you : name(of: mover.player, at: mover.seat)
        case .seat(let seat): form == .plain && names.isOwn(seat) ? you : seatName(seat)
        case .number(let number): String(number)
        case .text(let text): write(text)
        case .words(let words): words.neutralised(maximumLength: 200)
        }
    }

    private func name(of player: PlayerID?, at seat: SeatIndex?) -> String {
        if form == .staged, let attribution = names.attribution(of: player) { return attribution }
        return seat.map { names.plainName(of: $0, seatName: numbered) } ?? write(Text("newcomer"))
    }

    private func seatName(_ seat: SeatIndex) -> String {
        switch form {
        case .staged: names.name(of: seat, seatName: numbered)
        case .plain: names.plainName(of: seat, seatName: numbered)
        }
    }

    private var you: String { write(Text("you")) }

    private func numbered(_ number: Int) -> String {
        write(Text("seat", ["number": .number(number)]))
    }
}
