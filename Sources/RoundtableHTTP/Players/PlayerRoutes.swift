import Foundation
import GameRules
import Hummingbird
import Roundtable
import RoundtableAPI

/// `/v1/players`: credentials, and what belongs to one player.
struct PlayerRoutes {
    let service: RoundtableService

    /// The route that needs no credential, because it makes one.
    func addPublic(to router: RouterGroup<PlayerContext>) {
        router.post("players", use: create)
    }

    func add(to router: RouterGroup<PlayerContext>) {
        router.get("players/me", use: me)
        router.get("players/me/sessions", use: sessions)
        router.post("players/me/link-codes", use: makeLinkCode)
        router.post("players/me/links", use: link)
        router.delete("players/me", use: erase)
    }

    @Sendable private func create(_ request: Request, _ context: PlayerContext) async throws -> JSONAnswer {
        _ = try await RequestBody(of: request).decode([String: JSONValue].self)
        let (player, token) = try await service.players.create()
        let answer = NewPlayer(
            player: RoundtableAPI.PlayerID(rawValue: player.id.description), token: Credential(rawValue: token))
        return try JSONAnswer(answer, status: .created)
    }

    @Sendable private func me(_ request: Request, _ context: PlayerContext) async throws -> JSONAnswer {
        guard let player = context.player else { throw ServiceError(.unauthenticated, "A credential is needed.") }
        return try JSONAnswer(
            Me(player: RoundtableAPI.PlayerID(rawValue: player.id.description), createdAt: player.createdAt))
    }

    @Sendable private func makeLinkCode(_ request: Request, _ context: PlayerContext) async throws -> JSONAnswer {
        let (code, expiresAt) = try await service.links.makeCode(for: try context.caller)
        return try JSONAnswer(
            RoundtableAPI.LinkCode(code: code.text, expiresAt: expiresAt), status: .created)
    }

    @Sendable private func link(_ request: Request, _ context: PlayerContext) async throws -> JSONAnswer {
        let body = try await RequestBody(of: request).decode(LinkRequest.self)
        let player = try await service.links.enter(body.code, by: try context.caller)
        return try JSONAnswer(Linked(player: RoundtableAPI.PlayerID(rawValue: player.description)))
    }

    @Sendable private func erase(_ request: Request, _ context: PlayerContext) async throws -> Response {
        try await service.erasures.erase(try context.caller)
        return Response(status: .noContent)
    }

    @Sendable private func sessions(_ request: Request, _ context: PlayerContext) async throws -> JSONAnswer {
        let limit = try request.number("limit", in: 1...100) ?? 50
        let filter = SessionFilter(
            phase: try phase(of: request), yourTurn: try yourTurn(of: request), limit: limit + 1,
            after: try cursor(of: request))
        let found = try await service.sessions.sessions(
            of: try context.caller, filter, languages: request.head.languages)
        let page = found.prefix(limit)
        let next = found.count > limit ? page.last.map { SessionCursor(of: $0.session).text } : nil
        return try JSONAnswer(SessionList(sessions: page.map(SessionSummary.init), next: next))
    }

    private func phase(of request: Request) throws -> Session.Phase? {
        guard let state = request.uri.queryParameters["state"] else { return nil }
        guard let phase = Session.Phase(rawValue: String(state)) else {
            throw ServiceError(.badRequest, "state is draft, waiting, active, finished or abandoned.")
        }
        return phase
    }

    private func yourTurn(of request: Request) throws -> Bool? {
        switch request.uri.queryParameters["yourTurn"] {
        case nil: nil
        case "true": true
        case "false": false
        default: throw ServiceError(.badRequest, "yourTurn is true or false.")
        }
    }

    private func cursor(of request: Request) throws -> SessionFilter.Cursor? {
        guard let text = request.uri.queryParameters["after"] else { return nil }
        guard let cursor = SessionCursor(String(text)) else {
            throw ServiceError(.badRequest, "after is not what an earlier answer called next.")
        }
        return cursor.place
    }
}

/// A place in the list of a player's sessions, as text for the client to hand back.
private struct SessionCursor {
    let place: SessionFilter.Cursor

    init(of session: Session) {
        place = SessionFilter.Cursor(updatedAt: session.updatedAt, id: session.id)
    }

    init?(_ text: String) {
        let parts = text.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let milliseconds = Int(parts[0]), let id = Roundtable.SessionID(parts[1]) else {
            return nil
        }
        place = SessionFilter.Cursor(
            updatedAt: Date(timeIntervalSince1970: Double(milliseconds) / 1000).roundedToMilliseconds, id: id)
    }

    var text: String { "\(Int((place.updatedAt.timeIntervalSince1970 * 1000).rounded())).\(place.id)" }
}

extension SessionSummary {
    fileprivate init(_ view: SessionView) {
        let session = view.session
        self.init(
            id: RoundtableAPI.SessionID(rawValue: session.id.description), game: session.identity.game.rawValue,
            revision: session.revision, state: SessionState(rawValue: session.phase.rawValue) ?? .unknown,
            yourTurn: view.you.map { session.toAct.contains($0) } ?? false,
            summaryText: view.message?.texts.summary ?? "", updatedAt: session.updatedAt)
    }
}
