public import RoundtableJSON

/// The answer to `POST /v1/players`: a player just made, with the credential that is shown only this once.
public struct NewPlayer: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The new player.
    public var player: PlayerID
    /// The credential to keep.
    public var token: Credential

    /// Makes the answer.
    public init(player: PlayerID, token: Credential) {
        self.player = player
        self.token = token
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("player", player)
        json.member("token", token)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(player: json.read("player"), token: json.read("token"))
    }
}

/// The bearer token that makes its holder a player; a secret, to be kept where it survives a reinstall.
public struct Credential: RawRepresentable, Hashable, JSONConvertible, Sendable {
    /// The token itself.
    public let rawValue: String

    /// Wraps a token.
    public init(rawValue: String) { self.rawValue = rawValue }
}

extension Credential: CustomStringConvertible {
    /// A placeholder, so that a credential that is printed or logged by mistake stays secret.
    public var description: String { "Credential(…)" }
}
