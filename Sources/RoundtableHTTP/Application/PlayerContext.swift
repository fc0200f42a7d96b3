import Foundation
import HTTPTypes
package import Hummingbird
import Logging
import NIOCore
import Roundtable

/// What a request carries on its way; behind ``AuthenticationMiddleware`` also who asks.
package struct PlayerContext: RequestContext {
    package var coreContext: CoreRequestContextStorage
    /// Who asks; nil for requests that need no credential.
    var player: Player?

    /// What the request is called; set before anything else is done with it.
    var requestID: RequestID?

    /// The address that the connection came from.
    let address: String

    /// A request that has just come.
    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        address = source.channel.remoteAddress?.ipAddress ?? "unknown"
    }

    /// Who asks.
    ///
    /// - Throws: `unauthenticated`.
    var caller: PlayerID {
        get throws(ServiceError) {
            guard let player else { throw ServiceError(.unauthenticated, "A credential is needed.") }
            return player.id
        }
    }
}

/// Recognises the player by the bearer token.
struct AuthenticationMiddleware: RouterMiddleware {
    let players: PlayerService

    func handle(
        _ request: Request, context: PlayerContext, next: (Request, PlayerContext) async throws -> Response
    ) async throws -> Response {
        guard let token = request.bearerToken else {
            throw ServiceError(.unauthenticated, "A bearer token is needed.")
        }
        var context = context
        context.player = try await players.authenticate(token)
        return try await next(request, context)
    }
}
