public import Foundation
public import RoundtableJSON

/// The answer to `POST /v1/players/me/link-codes`: shown on a device that has the player's credential, typed on one
/// that hasn't.
public struct LinkCode: Hashable, JSONObject, JSONReadable, Sendable {
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
        self.init(code: try json.read("code"), expiresAt: try json.read("expiresAt"))
    }
}
