public import RoundtableJSON

/// A game in words, for whoever has not played it yet: `GET /v1/games` and the command `games` tell it.
///
/// The words are texts of the game's ``Game/texts`` without places, under keys that begin with the game's name:
/// `chess.title`, `chess.notation`, `chess.option.fen`. Where there is no such text, the title is made of the name, and
/// nothing is said of the rest.
public struct GameDescription: Hashable, Sendable {
    /// An option that the creator may set.
    public struct Option: Hashable, Sendable {
        /// The kinds of values.
        public enum Kind: String, Sendable {
            /// A text.
            case text
            /// A whole number.
            case number
            /// True or false.
            case flag
            /// A list.
            case list
        }

        /// The member of the request's `options`.
        public let name: String
        /// The kind of its value.
        public let kind: Kind
        /// The value that stands for none; nil if there is no such value.
        public let standard: GameJSON?

        /// An option of some name.
        public init(_ name: String, _ kind: Kind, default standard: GameJSON? = nil) {
            self.name = name
            self.kind = kind
            self.standard = standard
        }
    }

    /// The game's name, as people call it.
    public let title: GameText
    /// The notation of a move, in a sentence.
    public let notation: GameText
    /// The options besides `seats`, which every game has.
    public let options: [Option]
    /// Moves, so that the notation can be seen; the first one is the example. Where ``Game/legalMoves(for:in:at:)`` is
    /// nil each of them is legal: tools that play any game choose among them.
    public let examples: [GameJSON]
    /// Whether some options let the game welcome newcomers, although the usual ones don't.
    public let mayGrow: Bool
    private let game: GameName

    /// The description of a game by its name.
    public init(of game: GameName, options: [Option] = [], examples: [GameJSON] = [], mayGrow: Bool = false) {
        self.game = game
        self.mayGrow = mayGrow
        title = GameText("\(game).title")
        notation = GameText("\(game).notation")
        self.options = options
        self.examples = examples
    }

    /// A sentence about an option.
    public func text(of option: Option) -> GameText { GameText("\(game).option.\(option.name)") }
}

extension GameName {
    /// The name as a title: `four-in-a-row` is "Four in a row".
    public var title: String {
        let words = rawValue.replacing("-", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}

extension Game {
    /// Its name, and nothing more.
    public var description: GameDescription { GameDescription(of: name) }

    /// The game's name in a language, in English, or as the API has it.
    public func title(in language: String) -> String { words(description.title, in: language) ?? name.title }

    /// A text without places in a language, or in English; nil if it is not written.
    public func words(_ text: GameText, in language: String) -> String? {
        let texts = texts
        return (texts.pattern(text.key, in: language) ?? texts.pattern(text.key, in: "en"))?.other
    }
}

/// A move of ``Game/examplePlay(seats:)``.
public struct ExampleMove: Hashable, Sendable {
    /// The seat that makes it; whoever has none takes the lowest open one by their first move.
    public let seat: SeatIndex
    /// The move, in the game's notation.
    public let notation: GameJSON

    /// A move of a seat.
    public init(_ notation: GameJSON, by seat: SeatIndex) {
        self.seat = seat
        self.notation = notation
    }
}
