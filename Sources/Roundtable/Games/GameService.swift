package import GameRules
package import RoundtableModel

/// Tells which games sessions may be of.
package struct GameService: Sendable {
    private let games: GameLibrary
    private let texts: TextCatalog

    package init(games: GameLibrary) {
        self.games = games
        texts = games.texts
    }

    /// The languages in which there is a list: all that games speak, and English.
    package var languages: Set<String> { Set(texts.languageTags).union([Composer.sourceLanguage]) }

    /// The one of ``languages`` that is best for readers of some languages.
    package func language(for preferences: [String]) -> String {
        texts.language(for: preferences) ?? Composer.sourceLanguage
    }

    /// The name that people have for a game, in a language.
    package func title(of game: String, in language: String) -> String {
        let name = GameName(rawValue: game)
        return games.newest(name)?.title(in: language) ?? name.title
    }

    /// All games, in the words of a language, or in English where a game lacks them.
    package func list(in language: String) -> GameList {
        let versions = Dictionary(grouping: games.versions, by: \.name)
        return GameList(
            games: games.names.compactMap { name in
                games.newest(name).map {
                    GameSummary($0, versions: versions[name, default: []].map(\.rules).sorted(), in: language)
                }
            })
    }
}

extension GameSummary {
    fileprivate init(_ game: any Game, versions: [Int], in language: String) {
        let description = game.description
        self.init(
            game: game.name.rawValue, name: game.title(in: language), rules: game.version, versions: versions,
            seats: Seats(from: game.seats.lowerBound, to: game.seats.upperBound),
            begins: GameBeginning(game.beginning), openingMove: game.allowsOpeningMove, secrets: game.hasSecrets,
            growing: description.mayGrow || game.welcomesNewcomers,
            offers: Agreement.allCases.filter(game.agreements.contains).map { OfferKind($0) },
            options: description.options.map {
                Option(
                    name: $0.name, kind: GameOptionKind($0.kind), standard: $0.standard,
                    description: game.words(description.text(of: $0), in: language))
            }, notation: game.words(description.notation, in: language), examples: description.examples)
    }
}

extension Game {
    /// Whether somebody may come in who finds every seat taken, if the creator chose nothing.
    fileprivate var welcomesNewcomers: Bool {
        let count = seats.lowerBound
        let position = try? position(options: .emptyObject, seats: count)
        return position?.welcomesNewcomers(at: GameTable(seats: Array(repeating: .taken, count: count))) ?? false
    }
}

extension GameBeginning {
    fileprivate init(_ beginning: Beginning) {
        switch beginning {
        case .atOnce: self = .atOnce
        case .whenSeated: self = .whenSeated
        }
    }
}

extension GameOptionKind {
    fileprivate init(_ kind: GameDescription.Option.Kind) {
        switch kind {
        case .text: self = .text
        case .number: self = .number
        case .flag: self = .flag
        case .list: self = .list
        }
    }
}
