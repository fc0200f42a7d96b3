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

/// When play of a game begins.
public enum GameBeginning: String, GrowingVocabulary {
    /// With the opening message.
    case atOnce
    /// When all seats are taken, or when the creator says so.
    case whenSeated
    /// A word that came later.
    case unknown
}
