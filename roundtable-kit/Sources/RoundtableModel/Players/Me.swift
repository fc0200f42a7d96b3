public import Foundation
public import RoundtableJSON

/// The answer to `GET /v1/players/me`: whom a credential stands for.
public struct Me: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The player.
    public var player: PlayerID
    /// When the player was made.
    public var createdAt: Date

    /// Makes the answer.
    public init(player: PlayerID, createdAt: Date) {
        self.player = player
        self.createdAt = createdAt
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("createdAt", createdAt)
        json.member("player", player)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(player: json.read("player"), createdAt: json.read("createdAt"))
    }
}
