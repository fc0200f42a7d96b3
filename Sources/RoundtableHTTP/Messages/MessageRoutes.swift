import GameRules
import Hummingbird
import Roundtable
import RoundtableAPI

/// `/v1/messages`: what devices tell of messages.
struct MessageRoutes {
    let service: RoundtableService

    func add(to router: RouterGroup<PlayerContext>) {
        router.on("messages/{token}/open", .post, answer: open)
        router.on("messages/{token}/sent", .post, answer: sent)
        router.on("messages/{token}/cancel", .post, answer: cancel)
    }

    @Sendable func open(_ call: PlayerCall) async throws -> JSONAnswer {
        let body: OpenRequest = try call.body().decode()
        let opened = try await service.messages.open(
            call.token, by: call.player, in: try Roundtable.Conversation(body.conversation),
            sender: body.sender.map { Roundtable.ParticipantID($0.uuid) }, languages: call.head.languages)
        return JSONAnswer { $0.write(opened) }
    }

    @Sendable func sent(_ call: PlayerCall) async throws -> JSONAnswer {
        let body: SentRequest = try call.body().decode()
        let sent = try await service.messages.sent(
            call.token, by: call.player,
            in: try body.conversation.map { try Roundtable.Conversation($0) },
            languages: call.head.languages)
        return JSONAnswer { $0.write(sent: sent) }
    }

    @Sendable private func cancel(_ call: PlayerCall) async throws -> JSONAnswer {
        let body: CancelRequest = try call.body().decode()
        let session = try await service.messages.cancel(
            call.token, by: call.player,
            in: try body.conversation.map { try Roundtable.Conversation($0) },
            languages: call.head.languages)
        return JSONAnswer { $0.write(cancelled: session) }
    }
}
