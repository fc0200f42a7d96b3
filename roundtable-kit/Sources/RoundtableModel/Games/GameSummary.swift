public import RoundtableJSON

/// The answer to `GET /v1/games`: what a service's sessions may be of.
public struct GameList: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The games, in the order of the names that the API has for them.
    public var games: [GameSummary]

    /// Makes a list.
    public init(games: [GameSummary]) { self.games = games }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) { json.member("games", games) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { try self.init(games: json.read("games")) }
}

/// One game in a list of games, its sentences in the reader's language.
public struct GameSummary: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The name that requests have for it.
    public var game: String
    /// The name that people have for it.
    public var name: String
    /// The version of the rules that a new session begins with.
    public var rules: Int
    /// The versions that sessions may go on with, in order.
    public var versions: [Int]
    /// The number of seats that a session may have.
    public var seats: Seats
    /// When play begins.
    public var begins: GameBeginning
    /// Whether the message that opens a session may make a move.
    public var openingMove: Bool
    /// Whether there is anything that not everybody sees.
    public var secrets: Bool
    /// Whether, with the usual options, somebody may come in although no seat is open.
    public var growing: Bool
    /// The agreements that its players may offer each other.
    public var offers: [OfferKind]
    /// The options besides `seats`, which every game has.
    public var options: [Option]
    /// The notation of moves, in a sentence; nil if the game does not say.
    public var notation: String?
    /// A move; nil if the game does not show one.
    public var example: GameJSON? { examples.first }
    /// Moves, each of which is legal where a view has no list of legal moves; ``example`` first.
    public var examples: [GameJSON]

    /// Makes a game's entry.
    public init(
        game: String, name: String, rules: Int, versions: [Int], seats: Seats, begins: GameBeginning,
        openingMove: Bool, secrets: Bool, growing: Bool, offers: [OfferKind] = [], options: [Option] = [],
        notation: String? = nil, examples: [GameJSON] = []
    ) {
        self.game = game
        self.name = name
        self.rules = rules
        self.versions = versions
        self.seats = seats
        self.begins = begins
        self.openingMove = openingMove
        self.secrets = secrets
        self.growing = growing
        self.offers = offers
        self.options = options
        self.notation = notation
        self.examples = examples
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("begins", begins)
        json.member("example", orNull: example)
        json.member("examples", examples)
        json.member("game", game)
        json.member("growing", growing)
        json.member("name", name)
        json.member("notation", orNull: notation)
        json.member("offers", offers)
        json.member("openingMove", openingMove)
        json.member("options", options)
        json.member("rules", rules)
        json.member("seats", seats)
        json.member("secrets", secrets)
        json.member("versions", versions)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(
            game: json.read("game"), name: json.read("name"), rules: json.read("rules"),
            versions: json.read("versions"), seats: json.read("seats"), begins: json.read("begins"),
            openingMove: json.read("openingMove"), secrets: json.read("secrets"), growing: json.read("growing"),
            offers: json.read("offers"), options: json.read("options"), notation: json.readIfPresent("notation"),
            examples: json.read("examples"))
    }
}

extension GameSummary {
    /// An option that the creator of a session may set.
    public struct Option: Hashable, JSONObjectWritable, JSONReadable, Sendable {
        /// The member of the request's `options`.
        public var name: String
        /// The kind of its value.
        public var kind: GameOptionKind
        /// The value that stands for none; nil if there is no such value.
        public var standard: GameJSON?
        /// A sentence about it; nil if the game says none.
        public var description: String?

        /// Makes an option's entry.
        public init(name: String, kind: GameOptionKind, standard: GameJSON? = nil, description: String? = nil) {
            self.name = name
            self.kind = kind
            self.standard = standard
            self.description = description
        }

        /// Writes the members.
        public func writeMembers(to json: inout JSONWriter) {
            json.member("default", orNull: standard)
            json.member("description", orNull: description)
            json.member("kind", kind)
            json.member("name", name)
        }

        /// Reads the value.
        public init(_ json: JSONElement) throws(JSONError) {
            try self.init(
                name: json.read("name"), kind: json.read("kind"), standard: json.readIfPresent("default"),
                description: json.readIfPresent("description"))
        }
    }

    /// The number of seats that a session may have.
    public struct Seats: Hashable, JSONObjectWritable, JSONReadable, Sendable {
        /// The least number.
        public var from: Int
        /// The greatest number.
        public var to: Int

        /// Makes a range.
        public init(from: Int, to: Int) {
            self.from = from
            self.to = to
        }

        /// Writes the members.
        public func writeMembers(to json: inout JSONWriter) {
            json.member("from", from)
            json.member("to", to)
        }

        /// Reads the value.
        public init(_ json: JSONElement) throws(JSONError) {
            try self.init(from: json.read("from"), to: json.read("to"))
        }
    }
}

/// The kinds of values that options have.
public enum GameOptionKind: String, GrowingVocabulary {
    /// A text.
    case text
    /// A whole number.
    case number
    /// True or false.
    case flag
    /// A list.
    case list
    /// A word that came later.
    case unknown
}

/// When play of a game begins.
public enum GameBeginning: String, GrowingVocabulary {
    /// With the opening message.
    case atOnce
    /// When all seats are taken, or when the creator says so.
    case whenSeated
    /// A word that came later.
    case unknown
}
