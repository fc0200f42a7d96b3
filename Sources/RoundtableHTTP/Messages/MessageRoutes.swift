import GameRules
import HTTPConnection
import HTTPTypes
import Roundtable
import RoundtableModel

/// `/v1/messages`: what devices tell of messages.
struct MessageRoutes {
    let service: RoundtableService

    var routes: [Route] {
        [
            Route(.post, "/v1/messages/{token}/open", open),
            Route(.post, "/v1/messages/{token}/sent", sent),
            Route(.post, "/v1/messages/{token}/cancel", cancel),
        ]
    }

    @Sendable private func open(_ call: Call) async throws -> HTTPReply {
        let body: OpenRequest = try call.body().decode()
        let opened = try await service.messages.open(
            call.token, by: try call.caller, in: body.conversation, sender: body.sender, languages: call.head.languages)
        return HTTPReply(json: opened)
    }

    @Sendable private func sent(_ call: Call) async throws -> HTTPReply {
        let body: SentRequest = try call.body(isOptional: true).decode()
        let sent = try await service.messages.sent(
            call.token, by: try call.caller, in: body.conversation, languages: call.head.languages)
        return HTTPReply(json: sent)
    }

    @Sendable private func cancel(_ call: Call) async throws -> HTTPReply {
        let body: CancelRequest = try call.body(isOptional: true).decode()
        let session = try await service.messages.cancel(
            call.token, by: try call.caller, in: body.conversation, errorCode: body.errorCode,
            languages: call.head.languages)
        return HTTPReply(json: Cancelled(session: session))
    }
}
