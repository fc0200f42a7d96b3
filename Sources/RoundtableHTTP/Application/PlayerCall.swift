import HTTPTypes
import Hummingbird
import NIOCore
import Roundtable

/// A request of a player that has come as a whole, for one session or message or none.
struct PlayerCall: Sendable {
    /// Answers such requests.
    typealias Route = @Sendable (PlayerCall) async throws -> JSONAnswer

    /// What the request says besides its body.
    let head: HTTPRequest
    private let content: ByteBuffer
    /// Who asks.
    let player: PlayerID
    /// The session's ID or the message's token as the path names it; empty for neither.
    private let subject: Substring

    /// A request, its path read and its credential known.
    init(_ head: HTTPRequest, _ content: ByteBuffer, by player: PlayerID, about subject: Substring) {
        self.head = head
        self.content = content
        self.player = player
        self.subject = subject
    }

    /// A request that a router has found the route of.
    ///
    /// - Throws: `unauthenticated`, `payload_too_large`.
    init(_ request: Request, _ context: PlayerContext) async throws {
        let isRead = request.method == .get || request.method == .head
        let content = isRead ? ByteBuffer() : try await RequestBody.collect(request)
        let subject = context.parameters.get("id") ?? context.parameters.get("token") ?? ""
        self.init(request.head, content, by: try context.caller, about: Substring(subject))
    }

    /// The session that the path names.
    ///
    /// - Throws: `not_found`, also for what can be no session's ID.
    func session() throws(ServiceError) -> SessionID {
        guard let id = SessionID(subject) else { throw .notFound }
        return id
    }

    /// The message token that the path names.
    var token: String { String(subject) }

    /// The body.
    ///
    /// - Throws: `bad_request`, if it is not JSON.
    func body() throws(ServiceError) -> RequestBody { try RequestBody(content) }
}

extension RouterMethods where Context == PlayerContext {
    /// Adds a route.
    func on(_ path: RouterPath, _ method: HTTPRequest.Method, answer: @escaping PlayerCall.Route) {
        on(path, method: method) { request, context in try await answer(try await PlayerCall(request, context)) }
    }
}
