import Foundation
import RoundtableJSON
import RoundtableClient
import RoundtableModel

/// A request that must reach the service although the extension may end at any moment.
struct OutboxItem: Hashable, Sendable {
    /// Marks its repeats, also those that another launch of the extension makes.
    var key: IdempotencyKey
    /// When the person asked for it.
    var askedAt: Date
    var request: Request

    enum Request: Hashable, Sendable {
        /// A game to begin.
        case begin(NewSession)
        /// A move.
        case turn(SessionID, Turn)
        /// An open seat to take.
        case join(SessionID, SeatRequest)
        /// Anything other than a move.
        case act(SessionID, ActionRequest)
        /// The current state as a message of the player's own.
        case nudge(SessionID, FreshMessageRequest)
        /// `didStartSending` was called.
        case sent(MessageToken, SentRequest)
        /// `didCancelSending` was called, or inserting failed.
        case cancel(MessageToken, CancelRequest)
    }
}

extension OutboxItem {
    /// Whether it tells of a message that exists, rather than asks for one.
    var isReport: Bool { message != nil }

    /// The message that a report is about; nil for requests that ask for one.
    var message: MessageToken? {
        switch request {
        case .sent(let token, _), .cancel(let token, _): token
        case .begin, .turn, .join, .act, .nudge: nil
        }
    }

    /// The session that a message is asked for; nil for reports and for one that is yet to begin.
    var session: SessionID? {
        switch request {
        case .turn(let id, _), .join(let id, _), .act(let id, _), .nudge(let id, _): id
        case .begin, .sent, .cancel: nil
        }
    }

    /// The people of the conversation in which a game was to begin.
    var founders: Conversation? {
        guard case .begin(let session) = request else { return nil }
        return session.conversation
    }

    /// The same request with the identifiers that Messages uses now: they change with every install.
    ///
    /// NB: the service takes it for the same request, as `conversation` is no part of what is compared.
    func speaking(of people: Conversation) -> OutboxItem {
        var item = self
        switch request {
        case .begin(var request):
            request.conversation = people
            item.request = .begin(request)
        case .turn(let id, var request):
            request.conversation = people
            item.request = .turn(id, request)
        case .join(let id, var request):
            request.conversation = people
            item.request = .join(id, request)
        case .act(let id, var request):
            request.conversation = people
            item.request = .act(id, request)
        case .nudge(let id, var request):
            request.conversation = people
            item.request = .nudge(id, request)
        case .sent, .cancel: break
        }
        return item
    }
}

extension OutboxItem: JSONObjectWritable, JSONReadable {
    func writeMembers(to json: inout JSONWriter) {
        let (kind, about, body): (String, String?, any JSONWritable) =
            switch request {
            case .begin(let request): ("begin", nil, request)
            case .turn(let id, let request): ("turn", id.rawValue, request)
            case .join(let id, let request): ("join", id.rawValue, request)
            case .act(let id, let request): ("act", id.rawValue, request)
            case .nudge(let id, let request): ("nudge", id.rawValue, request)
            case .sent(let token, let request): ("sent", token.rawValue, request)
            case .cancel(let token, let request): ("cancel", token.rawValue, request)
            }
        json.member("askedAt", askedAt)
        json.member("key", key.rawValue)
        json.member("about", ifPresent: about)
        json.member("kind", kind)
        json.member("request", body)
    }

    init(_ json: JSONElement) throws(JSONError) {
        self.init(
            key: IdempotencyKey(rawValue: try json.read("key")), askedAt: try json.read("askedAt"),
            request: try Request(json))
    }
}

extension OutboxItem.Request {
    fileprivate init(_ json: JSONElement) throws(JSONError) {
        let kind: String = try json.read("kind")
        switch kind {
        case "begin": self = .begin(try json.read("request"))
        case "turn": self = .turn(try json.read("about"), try json.read("request"))
        case "join": self = .join(try json.read("about"), try json.read("request"))
        case "act": self = .act(try json.read("about"), try json.read("request"))
        case "nudge": self = .nudge(try json.read("about"), try json.read("request"))
        case "sent": self = .sent(try json.read("about"), try json.read("request"))
        case "cancel": self = .cancel(try json.read("about"), try json.read("request"))
        default: throw json.error(expected: "a kind of request")
        }
    }
}
