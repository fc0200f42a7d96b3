public import RoundtableJSON

/// The answer to `POST /v1/players/me/links`.
public struct Linked: Hashable, Sendable {
    /// The player whom the credential stands for from now on.
    public var player: PlayerID

    /// Makes the answer.
    public init(player: PlayerID) {
        self.player = player
    }
}

extension Linked: JSONConvertible {
    /// Writes the value.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("player", player)
        }
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        self.init(player: try json.read("player"))
    }
}
