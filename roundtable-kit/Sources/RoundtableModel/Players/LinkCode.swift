public import Foundation
public import RoundtableJSON

/// The answer to `POST /v1/players/me/link-codes`: shown on a device that has the player's credential, typed on one
/// that hasn't.
public struct LinkCode: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The code to type; works once.
    public var code: String
    /// When it stops working.
    public var expiresAt: Date

    /// Makes the answer.
    public init(code: String, expiresAt: Date) {
        self.code = code
        self.expiresAt = expiresAt
    }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("code", code)
        json.member("expiresAt", expiresAt)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(code: json.read("code"), expiresAt: json.read("expiresAt"))
    }
}

/// The body of `POST /v1/players/me/links`: makes this credential one of the player's who showed the code.
public struct LinkRequest: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The link code, as typed.
    public var code: String

    /// Enters a link code.
    public init(code: String) { self.code = code }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) { json.member("code", code) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(code: json.read("code", atMost: JSONElement.longestText))
    }
}

/// The answer to `POST /v1/players/me/links`.
public struct Linked: Hashable, JSONObjectWritable, JSONReadable, Sendable {
    /// The player whom the credential stands for from now on.
    public var player: PlayerID

    /// Makes the answer.
    public init(player: PlayerID) { self.player = player }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) { json.member("player", player) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { try self.init(player: json.read("player")) }
}
