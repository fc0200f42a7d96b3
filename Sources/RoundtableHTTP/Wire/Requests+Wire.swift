import Foundation
import GameRules
import JSON
import Roundtable
import RoundtableAPI

extension Roundtable.Conversation {
    /// The most participants that a conversation may have; Messages allows 32.
    private static let limit = 64

    /// A conversation as the wire tells it.
    ///
    /// - Throws: `bad_request`, if it has more participants than Messages allows.
    init(_ conversation: RoundtableAPI.Conversation) throws(ServiceError) {
        guard conversation.remotes.count <= Self.limit else {
            throw ServiceError(.badRequest, "A conversation has at most \(Self.limit) remote participants.")
        }
        self.init(
            local: Roundtable.ParticipantID(conversation.local.uuid),
            remotes: conversation.remotes.map { Roundtable.ParticipantID($0.uuid) })
    }
}

extension GameJSON {
    /// A value of the wire as JSON for the rules.
    ///
    /// - Throws: `bad_request`, for U+0000, which the database can't keep.
    init(_ value: JSONValue) throws(ServiceError) {
        guard !value.containsNull else { throw ServiceError(.badRequest, "U+0000 is not allowed in a text.") }
        if case .string(let text) = value { self.init(text: text) } else { self.init(Data(value.json)) }
    }
}

extension JSONValue {
    /// Whether a text in it, or a member's name, has the character U+0000.
    fileprivate var containsNull: Bool {
        switch self {
        case .null, .bool, .integer, .number: false
        case .string(let text): text.unicodeScalars.contains("\0")
        case .array(let values): values.contains(where: \.containsNull)
        case .object(let members):
            members.contains { $0.key.unicodeScalars.contains("\0") || $0.value.containsNull }
        }
    }
}

extension Roundtable.SendMode {
    /// How a message is sent, a draft unless said otherwise.
    init(_ mode: RoundtableAPI.SendMode?) { self = mode == .now ? .now : .draft }
}
