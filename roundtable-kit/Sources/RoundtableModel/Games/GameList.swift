public import RoundtableJSON

/// The answer to `GET /v1/games`: what a service's sessions may be of.
public struct GameList: Hashable, Sendable {
    /// The games, in the order of the names that the API has for them.
    public var games: [GameSummary]

    /// Makes a list.
    public init(games: [GameSummary]) { self.games = games }
}

extension GameList: JSONConvertible {
    /// Writes the value.
    public func write(to json: inout JSONWriter) {
        json.object { json in json.member("games", games) }
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { self.init(games: try json.read("games")) }
}
