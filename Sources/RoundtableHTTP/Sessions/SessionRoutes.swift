import Foundation
import GameRules
import HTTPTypes
import Hummingbird
import Roundtable
import RoundtableAPI

/// `/v1/sessions`: creating sessions, and reading them.
struct SessionRoutes {
    /// How long a read is held at most, in seconds.
    private static let longestWait = 60
    /// How many events one answer has at most.
    private static let eventLimit = 100

    private let service: RoundtableService
    private let answers: ViewAnswers

    init(service: RoundtableService) {
        self.service = service
        answers = ViewAnswers(of: service.sessions)
    }

    func add(to router: RouterGroup<PlayerContext>) {
        router.on("sessions", .post, answer: create)
        router.get("sessions/{id}", use: view)
        router.get("sessions/{id}/events", use: events)
        router.get("sessions/{id}/stream", use: stream)
    }

    @Sendable private func create(_ call: PlayerCall) async throws -> JSONAnswer {
        let body = try call.body()
        let wish: NewSession = try body.decode()
        let common = try TurnRequest(
            call, body, in: wish.conversation, locale: wish.locale, nickname: wish.nickname,
            send: wish.send)
        let answer = try await service.sessions.create(try SessionService.NewSession(wish), common)
        return JSONAnswer(status: .created) { $0.write(answer) }
    }

    /// A session as it is now.
    @Sendable func view(_ call: PlayerCall) async throws -> JSONAnswer {
        let id = try call.session()
        let asker = Asker(player: call.player, local: try call.head.participant())
        let answer = try await answers.answer(of: id, for: asker, languages: call.head.languages)
        return answer.json(unless: call.head.headerFields[usuallyOne: .ifNoneMatch])
    }

    @Sendable private func view(_ request: Request, _ context: PlayerContext) async throws -> JSONAnswer {
        let id = try context.session()
        let asker = Asker(player: try context.caller, local: try request.head.participant())
        let read: @Sendable () async throws -> ViewAnswer = { [answers, languages = request.head.languages] in
            try await answers.answer(of: id, for: asker, languages: languages)
        }
        let first = try await read()
        let known = request.headers[.ifNoneMatch]
        guard let wait = try request.number("wait", in: 0...86_400).map({ min($0, Self.longestWait) }), wait > 0 else {
            return first.json(unless: known)
        }
        guard known.map({ first.matches($0) }) ?? true else { return first.json(unless: nil) }
        let changed = try await service.sessions.watch(id, for: .seconds(wait)) {
            let answer = try await read()
            return answer.tag == first.tag ? nil : answer
        }
        return (changed ?? first).json(unless: first.tag)
    }

    @Sendable private func events(_ request: Request, _ context: PlayerContext) async throws -> JSONAnswer {
        let asker = Asker(player: try context.caller, local: try request.head.participant())
        let after = try request.number("after", in: 0...Int(Int32.max)) ?? 0
        let (events, next) = try await service.sessions.events(
            of: try context.session(), after: after, limit: Self.eventLimit, for: asker,
            languages: request.head.languages)
        return JSONAnswer { $0.write(events, next: next) }
    }

    @Sendable private func stream(_ request: Request, _ context: PlayerContext) async throws -> Response {
        let id = try context.session()
        let asker = Asker(player: try context.caller, local: try request.head.participant())
        let current = try await service.sessions.record(of: id, for: asker).session.revision
        let known = try revision(ofLastEvent: request, current: current)
        return Response(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: RevisionStream(service: service, session: id, asker: asker, after: known).body)
    }

    private func revision(ofLastEvent request: Request, current: Int) throws -> Int {
        guard let text = request.headers[.lastEventID] else { return current - 1 }
        guard let revision = Int(text), revision >= 0 else {
            throw ServiceError(.badRequest, "Last-Event-ID is not a revision.")
        }
        return revision
    }
}

extension SessionService.NewSession {
    /// What the wire asks for.
    fileprivate init(_ wish: NewSession) throws(ServiceError) {
        let seats: Int?
        switch wish.options?["seats"] {
        case nil, .null: seats = nil
        case .integer(let count): seats = count
        default: throw ServiceError(.badOptions, "options.seats is a number.")
        }
        if let seconds = wish.turnTimeoutSeconds, !(1...31_536_000).contains(seconds) {
            throw ServiceError(.badRequest, "turnTimeoutSeconds is a number from 1 to 31536000.")
        }
        self.init(
            game: GameName(rawValue: wish.game), options: try GameJSON(.object(wish.options ?? [:])), seats: seats,
            move: try wish.move.map { move throws(ServiceError) in try GameJSON(move) },
            turnTimeoutSeconds: wish.turnTimeoutSeconds)
    }
}
