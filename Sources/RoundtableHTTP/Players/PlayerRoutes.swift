import Foundation
import GameRules
import HTTPConnection
import HTTPTypes
import RoundtableJSON
import Roundtable
@_spi(Roundtable) import RoundtableModel

/// `/v1/players`: credentials, and what belongs to one player.
struct PlayerRoutes {
    let service: RoundtableService

    var routes: [Route] {
        [
            Route(.post, "/v1/players", for: .anybody, create),
            Route(.get, "/v1/players/me", me),
            Route(.delete, "/v1/players/me", erase),
            Route(.get, "/v1/players/me/sessions", sessions),
            Route(.delete, "/v1/players/me/sessions/{id}", hide),
            Route(.post, "/v1/players/me/link-codes", makeLinkCode),
            Route(.post, "/v1/players/me/links", link),
            Route(.post, "/v1/players/me/push-tokens", registerPushToken),
            Route(.delete, "/v1/players/me/push-tokens/{token}", forgetPushToken),
        ]
    }

    @Sendable private func create(_ call: Call) async throws -> HTTPReply {
        _ = try call.body().decode(NoMembers.self)
        let (player, token) = try await service.players.create(from: call.client)
        return HTTPReply(
            json: NewPlayer(player: player.id, token: Credential(rawValue: token)), status: .created)
    }

    @Sendable private func me(_ call: Call) async throws -> HTTPReply {
        guard let player = call.player else { throw ServiceError(.unauthenticated, "A credential is needed.") }
        return HTTPReply(json: Me(player: player.id, createdAt: player.createdAt))
    }

    @Sendable private func makeLinkCode(_ call: Call) async throws -> HTTPReply {
        let (code, expiresAt) = try await service.links.makeCode(for: try call.caller)
        return HTTPReply(json: RoundtableModel.LinkCode(code: code.text, expiresAt: expiresAt), status: .created)
    }

    @Sendable private func link(_ call: Call) async throws -> HTTPReply {
        let body = try call.body().decode(LinkRequest.self)
        let player = try await service.links.enter(body.code, by: try call.caller)
        return HTTPReply(json: Linked(player: player))
    }

    @Sendable private func registerPushToken(_ call: Call) async throws -> HTTPReply {
        let token = try call.body().decode(PushToken.self)
        try await service.pushTokens.register(token, of: try call.caller)
        return HTTPReply(status: .noContent)
    }

    @Sendable private func forgetPushToken(_ call: Call) async throws -> HTTPReply {
        try await service.pushTokens.forget(token: call.token.rawValue, of: try call.caller)
        return HTTPReply(status: .noContent)
    }

    @Sendable private func erase(_ call: Call) async throws -> HTTPReply {
        try await service.successions.erase(try call.caller)
        return HTTPReply(status: .noContent)
    }

    @Sendable private func sessions(_ call: Call) async throws -> HTTPReply {
        let limit = try call.number("limit", in: 1...100) ?? 50
        let filter = SessionQuery(
            phase: try phase(of: call), yourTurn: try call.flag("yourTurn"), limit: limit,
            after: try place(of: call))
        let found = try await service.sessions.sessions(
            of: try call.caller, filter, languages: call.head.languages)
        return HTTPReply(json: SessionList(sessions: found.page, next: found.next?.text))
    }

    @Sendable private func hide(_ call: Call) async throws -> HTTPReply {
        try await service.sessions.hide(try call.session, from: try call.caller)
        return HTTPReply(status: .noContent)
    }

    private func phase(of call: Call) throws -> Session.Phase? {
        guard let state = try call.query("state") else { return nil }
        guard let phase = Session.Phase(rawValue: state) else {
            throw ServiceError(.badRequest, "state is draft, waiting, active, finished or abandoned.")
        }
        return phase
    }

    private func place(of call: Call) throws -> SessionQuery.Place? {
        guard let text = try call.query("after") else { return nil }
        guard let place = SessionQuery.Place(text) else {
            throw ServiceError(.badRequest, "after is not what an earlier answer called next.")
        }
        return place
    }
}

/// An object of which nothing is read.
struct NoMembers: JSONReadable {
    init(_ json: JSONElement) throws(JSONError) {
        guard json.kind == .object else { throw json.error() }
    }
}
