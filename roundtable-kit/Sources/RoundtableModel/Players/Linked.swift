public import RoundtableJSON

/// The answer to `POST /v1/players/me/links`.
public struct Linked: Hashable, JSONObject, JSONReadable, Sendable {
    /// The player whom the credential stands for from now on.
    public var player: PlayerID

    /// Makes the answer.
    public init(player: PlayerID) { self.player = player }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) { json.member("player", player) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { self.init(player: try json.read("player")) }
}
