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
    /// The request to the service.
    var request: Request

    /// The requests that an outbox keeps.
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
