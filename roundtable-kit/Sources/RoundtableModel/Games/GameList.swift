public import RoundtableJSON

/// The answer to `GET /v1/games`: what a service's sessions may be of.
public struct GameList: Hashable, JSONObject, JSONReadable, Sendable {
    /// The games, in the order of the names that the API has for them.
    public var games: [GameSummary]

    /// Makes a list.
    public init(games: [GameSummary]) { self.games = games }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) { json.member("games", games) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { self.init(games: try json.read("games")) }
}
