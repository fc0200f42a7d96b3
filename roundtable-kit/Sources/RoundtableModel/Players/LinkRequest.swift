public import RoundtableJSON

/// The body of `POST /v1/players/me/links`: makes this credential one of the player's who showed the code.
public struct LinkRequest: Hashable, JSONObject, JSONReadable, Sendable {
    /// The link code, as typed.
    public var code: String

    /// Enters a link code.
    public init(code: String) { self.code = code }

    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) { json.member("code", code) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        self.init(code: try json.read("code", atMost: JSONElement.longestText))
    }
}
