public import Foundation
public import RoundtableJSON

/// One line in a list of sessions.
public struct SessionSummary: Hashable, Sendable {
    /// The session.
    public var id: SessionID
    /// The name of its game.
    public var game: String
    /// The number of events that it has.
    public var revision: Int
    /// Its state.
    public var state: SessionState
    /// Whether the reader is to act.
    public var yourTurn: Bool
    /// The newest event in plain words.
    public var summaryText: String
    /// When that event was committed.
    public var updatedAt: Date

    /// Makes a line.
    public init(
        id: SessionID,
        game: String,
        revision: Int,
        state: SessionState,
        yourTurn: Bool,
        summaryText: String,
        updatedAt: Date
    ) {
        self.id = id
        self.game = game
        self.revision = revision
        self.state = state
        self.yourTurn = yourTurn
        self.summaryText = summaryText
        self.updatedAt = updatedAt
    }
}

extension SessionSummary: JSONConvertible {
    /// Writes the value.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("game", game)
            json.member("id", id)
            json.member("revision", revision)
            json.member("state", state)
            json.member("summaryText", summaryText)
            json.member("updatedAt", updatedAt)
            json.member("yourTurn", yourTurn)
        }
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        self.init(
            id: try json.read("id"), game: try json.read("game"), revision: try json.read("revision"),
            state: try json.read("state"), yourTurn: try json.read("yourTurn"),
            summaryText: try json.read("summaryText"), updatedAt: try json.read("updatedAt"))
    }
}
