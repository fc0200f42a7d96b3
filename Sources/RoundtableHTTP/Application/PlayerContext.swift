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

    private let connection: any Channel

    /// A request that has just come.
    package init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        connection = source.channel
    }

    /// The address that the connection came from.
    var address: String { connection.addressText }

    /// What is to be logged of the request is logged here: under its ID.
    var requestLogger: Logger {
        var logger = logger
        logger[metadataKey: "request"] = requestID.map { .stringConvertible($0) }
        // NB: what Hummingbird counts for itself says nothing to anybody.
        logger[metadataKey: "hb.request.id"] = nil
        return logger
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
        _ request: Request, context: PlayerContext, next: @concurrent (Request, PlayerContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.player = try await players.authenticate(request.head)
        return try await next(request, context)
    }
}

extension PlayerService {
    /// Who sends a request.
    ///
    /// - Throws: `unauthenticated`.
    func authenticate(_ request: HTTPRequest) async throws(ServiceError) -> Player {
        guard let token = request.bearerToken else {
            throw ServiceError(.unauthenticated, "A bearer token is needed.")
        }
        return try await authenticate(token)
    }
}
