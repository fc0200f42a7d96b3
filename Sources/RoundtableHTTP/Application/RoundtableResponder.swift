import HTTPTypes
package import Hummingbird
import NIOCore

/// Answers every request: those that are asked most without a router, all others by one.
package struct RoundtableResponder: HTTPResponder {
    let router: RouterResponder<PlayerContext>
    /// Nil where something is told of every request that only the router can tell.
    let quick: QuickRoutes?

    /// The answer to a request.
    package func respond(to request: Request, context: PlayerContext) async throws -> Response {
        guard let quick, let match = quick.match(request.head) else {
            return try await router.respond(to: request, context: context)
        }
        let (head, content) = try await quick.answer(
            request.head, as: match, from: context.address, logger: context.logger
        ) { try await RequestBody.collect(request) }
        return Response(status: head.status, headers: head.headerFields, body: ResponseBody(byteBuffer: content))
    }
}
