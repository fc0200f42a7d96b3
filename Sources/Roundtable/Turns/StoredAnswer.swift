package import Foundation
package import RoundtableJSON
@_spi(Roundtable) import RoundtableModel

/// The first answer to a request with an idempotency key, with the request that it belongs to. NB: a class, because a
/// reference is cheaper to pass on.
package final class StoredAnswer: Sendable {
    /// The request's ID, by which the answer is found.
    package let id: RequestID
    package let player: PlayerID
    package let key: String
    package let fingerprint: [UInt8]
    package let content: Content

    package init(id: RequestID, player: PlayerID, key: String, fingerprint: [UInt8], content: Content) {
        self.id = id
        self.player = player
        self.key = key
        self.fingerprint = fingerprint
        self.content = content
    }
}

extension StoredAnswer {
    /// The first answer to a request without its texts: these are composed again, in the same way for the
    /// same identifiers, from the session as it was.
    package struct Content: Equatable, Sendable {
        package let message: MessageReference
        /// Whether the message's event was not committed yet.
        package let isDraft: Bool
        /// The revision of the session in the answer.
        package let revision: Int
        /// The identifiers of the request.
        package let conversation: Conversation
        /// The players that the identifiers stood for then.
        package let participants: NamedPlayers
        package let language: String
        /// The claims that the session's view showed; nil for none.
        package var claims: [SessionView.Claim]?

        package init(
            message: MessageReference, isDraft: Bool, revision: Int, conversation: Conversation,
            participants: NamedPlayers, language: String, claims: [SessionView.Claim]? = nil
        ) {
            self.message = message
            self.isDraft = isDraft
            self.revision = revision
            self.conversation = conversation
            self.participants = participants
            self.language = language
            self.claims = claims
        }
    }

    /// Where the first answer to a request is looked for.
    package struct Search: Sendable {
        package let session: SessionID
        /// The request, and the ID that follows from its key. If the key came with others, too, its own answer is
        /// meant.
        package let request: MessageRequest
        package let id: RequestID
        /// Of the session's events only those after a revision, and after a time before which no answer is repeated.
        package let revision: Int
        package let since: Date
    }
}

extension StoredAnswer.Content: JSONReadable, JSONObjectWritable {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("claims", ifPresent: claims)
        json.member("conversation", conversation)
        json.member("isDraft", isDraft)
        json.member("language", language)
        json.member("message", message)
        json.member("participants", participants)
        json.member("revision", revision)
    }

    package init(_ json: JSONElement) throws(JSONError) {
        self.init(
            message: try json.read("message"), isDraft: try json.read("isDraft"), revision: try json.read("revision"),
            conversation: try json.read("conversation"),
            participants: try json.read("participants"),
            language: try json.read("language"),
            claims: try json.readIfPresent("claims"))
    }
}
