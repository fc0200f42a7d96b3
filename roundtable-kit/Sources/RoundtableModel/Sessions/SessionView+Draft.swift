public import Foundation
public import RoundtableJSON

extension SessionView {
    /// A player's move that waits for its message to be sent; nobody else sees it.
    public struct Draft: Hashable, Sendable {
        /// Its message's token.
        public var token: MessageToken
        /// The move, if it is one.
        public var move: GameJSON?
        /// The revision that the player looked at.
        public var basedOn: Int
        /// When it is no longer shown.
        public var expiresAt: Date
        /// Its message, to stage again.
        public var message: GameMessage
        /// The board as it would be for this player if the move counted, for the bubble that the app draws; nil for a
        /// move that would reveal something.
        public var board: GameJSON?

        /// Makes a draft.
        public init(
            token: MessageToken, move: GameJSON? = nil, basedOn: Int, expiresAt: Date, message: GameMessage,
            board: GameJSON? = nil
        ) {
            self.token = token
            self.move = move
            self.basedOn = basedOn
            self.expiresAt = expiresAt
            self.message = message
            self.board = board
        }
    }
}

extension SessionView.Draft: JSONObjectWritable, JSONReadable {
    /// Writes the members.
    public func writeMembers(to json: inout JSONWriter) {
        json.member("basedOn", basedOn)
        json.member("board", orNull: board)
        json.member("expiresAt", expiresAt)
        json.member("message", message)
        json.member("move", orNull: move)
        json.member("token", token)
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        try self.init(
            token: json.read("token"), move: json.readIfPresent("move"), basedOn: json.read("basedOn"),
            expiresAt: json.read("expiresAt"), message: json.read("message"), board: json.readIfPresent("board"))
    }
}
