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
        return try JSONAnswer(
            Opened(
                session: try View(opened.session), tapped: Tapped(opened),
                events: try opened.events.map(RoundtableAPI.Event.init), next: opened.next))
    }

    @Sendable private func sent(_ request: Request, _ context: PlayerContext) async throws -> JSONAnswer {
        let body: SentRequest = try await RequestBody(of: request).decode()
        let sent = try await service.messages.sent(
            try context.token(), by: try context.caller,
            in: try body.conversation.map { try Roundtable.Conversation($0) },
            languages: request.languages)
        return try JSONAnswer(
            Sent(session: try View(sent.session), revision: sent.revision, status: MessageStatus(sent.status)))
    }

    @Sendable private func cancel(_ request: Request, _ context: PlayerContext) async throws -> JSONAnswer {
        let body: CancelRequest = try await RequestBody(of: request).decode()
        let session = try await service.messages.cancel(
            try context.token(), by: try context.caller,
            in: try body.conversation.map { try Roundtable.Conversation($0) },
            languages: request.languages)
        return try JSONAnswer(Cancelled(session: try View(session)))
    }
}

extension Tapped {
    fileprivate init(_ opened: MessageService.Opened) {
        self.init(
            revision: opened.revision, status: MessageStatus(opened.status), seat: opened.seat?.rawValue,
            hint: opened.hint.flatMap { Hint(rawValue: $0.rawValue) })
    }
}

extension MessageStatus {
    fileprivate init(_ status: MessageService.Status) { self = MessageStatus(rawValue: status.rawValue) ?? .unknown }
}
