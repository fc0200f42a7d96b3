import GameRules
import Hummingbird
import Roundtable
import RoundtableAPI

/// `/v1/messages`: what devices tell of messages.
struct MessageRoutes {
    let service: RoundtableService

    func add(to router: RouterGroup<PlayerContext>) {
        router.post("messages/{token}/open", use: open)
        router.post("messages/{token}/sent", use: sent)
        router.post("messages/{token}/cancel", use: cancel)
    }

    @Sendable private func open(_ request: Request, _ context: PlayerContext) async throws -> JSONAnswer {
        let body: OpenRequest = try await RequestBody(of: request).decode()
        let opened = try await service.messages.open(
            try context.token(), by: try context.caller, in: try Roundtable.Conversation(body.conversation),
            sender: body.sender.map { Roundtable.ParticipantID($0.uuid) }, languages: request.languages)
        return JSONAnswer { $0.write(opened) }
    }

    @Sendable private func sent(_ request: Request, _ context: PlayerContext) async throws -> JSONAnswer {
        let body: SentRequest = try await RequestBody(of: request).decode()
        let sent = try await service.messages.sent(
            try context.token(), by: try context.caller,
            in: try body.conversation.map { try Roundtable.Conversation($0) },
            languages: request.languages)
        return JSONAnswer { $0.write(sent: sent) }
    }

    @Sendable private func cancel(_ request: Request, _ context: PlayerContext) async throws -> JSONAnswer {
        let body: CancelRequest = try await RequestBody(of: request).decode()
        let session = try await service.messages.cancel(
            try context.token(), by: try context.caller,
            in: try body.conversation.map { try Roundtable.Conversation($0) },
            languages: request.languages)
        return JSONAnswer { $0.write(cancelled: session) }
    }
}
