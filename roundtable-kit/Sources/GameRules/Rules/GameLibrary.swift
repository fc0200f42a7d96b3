@_spi(Roundtable) public import RoundtableJSON

/// The games that a service knows, by name and version.
public struct GameLibrary: Sendable {
    private var games: [GameName: [Int: any Game]] = [:]
    /// The texts of all games in one catalog.
    public let texts: TextCatalog

    /// A library of some games; several versions of one game may stand side by side.
    ///
    /// - Precondition: no two have the same name and version.
    public init(_ games: [any Game]) {
        for game in games {
            precondition(self.games[game.name]?[game.version] == nil, "\(game.name) \(game.version) is there twice")
            self.games[game.name, default: [:]][game.version] = game
        }
        texts = games.reduce(TextCatalog.empty) { $0.merging($1.texts) }
    }

    /// This library and some more games.
    public func adding(_ more: [any Game]) -> GameLibrary {
        GameLibrary(games.values.flatMap(\.values) + more)
    }

    /// The names of all games, sorted.
    public var names: [GameName] { games.keys.sorted { $0.rawValue < $1.rawValue } }

    /// Every game with every version of its rules.
    public var versions: [(name: GameName, rules: Int)] {
        games.flatMap { name, versions in versions.keys.map { (name, $0) } }
    }

    /// The version that new sessions begin with; nil for an unknown game.
    public func newest(_ name: GameName) -> (any Game)? { games[name]?.max { $0.key < $1.key }?.value }

    /// The version that a session began with; nil for one that is not there any more.
    public func game(_ name: GameName, version: Int) -> (any Game)? { games[name]?[version] }
}

extension Game {
    /// A position before anything happened.
    ///
    /// - Throws: ``OptionsRejection``, also for too few or too many seats and for options not of the game's shape.
    public func position(options: GameJSON, seats: Int) throws(OptionsRejection) -> any Position {
        guard self.seats.contains(seats) else {
            throw OptionsRejection("\(name) is for \(self.seats.lowerBound) to \(self.seats.upperBound) seats.")
        }
        return TypedPosition(game: self, state: try setUp(try read(options), seats: seats))
    }

    /// Options as the game writes what it has understood of them: what is kept.
    ///
    /// - Throws: ``OptionsRejection``, for options not of the game's shape, or of more than `GameJSON.Bounds.usual`.
    public func understood(options: GameJSON) throws(OptionsRejection) -> GameJSON {
        if let excess = options.excess(over: .usual) { throw OptionsRejection("These are too many options. \(excess)") }
        let options = try read(options)
        do {
            return try GameJSON(encoding: options)
        } catch {
            throw OptionsRejection("The options are not those of \(name).")
        }
    }

    private func read(_ options: GameJSON) throws(OptionsRejection) -> Options {
        do {
            return try options.decode(as: Options.self)
        } catch {
            throw OptionsRejection("The options are not those of \(name).")
        }
    }

    /// A position from its stored snapshot.
    ///
    /// - Throws: `DecodingError`, if it is not a state of this game.
    public func position(snapshot: GameJSON) throws -> any Position {
        TypedPosition(game: self, state: try snapshot.decode(as: State.self))
    }
}
