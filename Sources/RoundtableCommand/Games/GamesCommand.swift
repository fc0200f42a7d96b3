import ArgumentParser
import BoardDrawings
import ProgramOutput
import RoundtableJSON
import Roundtable
import RoundtableModel

struct GamesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "games",
        abstract: "List the games that this program knows: their seats, options, and notation of moves.",
        discussion: """
            Needs no database. Apps get the same from GET /v1/games.

            Example: roundtable games chess --language de
            """)

    @Argument(help: ArgumentHelp("The games to list; by default all.", valueName: "name"))
    var names: [String] = []

    @Option(help: ArgumentHelp("The language of names and sentences, such as de.", valueName: "tag"))
    var language = "en"

    @OptionGroup var list: ListOptions

    func run() throws {
        let service = GameService(games: RoundtableCommand.games)
        let known = service.list(in: service.language(for: [language])).games
        for name in names where !known.contains(where: { $0.game == name }) {
            throw Refusal("There is no game \(name).")
        }
        let games = known.filter { names.isEmpty || names.contains($0.game) }
        if list.json {
            for game in games { try Output.print(String(decoding: game.json, as: UTF8.self)) }
        } else {
            try Output.print(games.map { $0.paragraph.joined(separator: "\n") }.joined(separator: "\n\n"))
        }
    }
}

extension GameSummary {
    private static let width = 80
    private static let margin = 11

    fileprivate var paragraph: [String] {
        let rulesText = "rules \(versions.map(\.description).joined(separator: ", "))"
        let optionTexts = options.flatMap { option -> [String] in
            let lines = "\(option.name): \(option.words)".wrapped(to: Self.width - Self.margin - 2)
            return lines.prefix(1) + lines.dropFirst().map { "  \($0)" }
        }
        return ["\(name) (\(game), \(rulesText))"]
            + item("seats", [seats.from == seats.to ? "\(seats.from)" : "\(seats.from) to \(seats.to)"])
            + item("play", traits.joined(separator: "; ").wrapped(to: Self.width - Self.margin))
            + item("move", notation?.wrapped(to: Self.width - Self.margin) ?? [])
            + item("example", example.map { [$0.string ?? $0.description] } ?? [])
            + item("options", optionTexts)
    }

    private func item(_ title: String, _ lines: [String]) -> [String] {
        zip([title] + Array(repeating: "", count: lines.count), lines).map { title, line in
            "  " + title.padded(to: Self.margin - 2) + line
        }
    }

    private var traits: [String] {
        [
            begins == .whenSeated ? "begins when all are seated" : "begins at once",
            openingMove ? "may open with a move" : nil,
            growing ? "more may come at any time" : nil,
            secrets ? "has secrets" : nil,
        ].compactMap(\.self)
    }
}

extension GameSummary.Option {
    fileprivate var words: String {
        let kinds = [kind.rawValue] + (standard.map { ["by default \($0.string ?? $0.description)"] } ?? [])
        return ([kinds.joined(separator: ", ")] + (description.map { [$0] } ?? [])).joined(separator: ". ")
    }
}
