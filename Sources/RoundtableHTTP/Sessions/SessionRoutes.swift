import Foundation
import GameRules
import HTTPConnection
import HTTPTypes
@_spi(Roundtable) import RoundtableJSON
import NIOCore
import Roundtable
import RoundtableModel

/// `/v1/sessions`: creating sessions, and reading them.
struct SessionRoutes {
    /// The longest time that a read is held, in seconds.
    private static let longestWait = 60
    /// The number of events that one answer has at most.
    private static let eventLimit = 100

    private let service: RoundtableService
    private let answers: ViewReplies

    init(service: RoundtableService) {
        self.service = service
        answers = ViewReplies(of: service.sessions)
    }

    var routes: [Route] {
        [
            Route(.post, "/v1/sessions", longestBody: RequestBody.maximumLength, create),
            Route(.get, "/v1/sessions/{id}", mayBeHeld: true, view),
            Route(.get, "/v1/sessions/{id}/board.svg", picture),
            Route(.get, "/v1/sessions/{id}/events", events),
            Route(.get, "/v1/sessions/{id}/stream", stream),
        ]
    }

    @Sendable private func create(_ call: Call) async throws -> HTTPReply {
        let body = try call.body()
        let newSession: NewSession = try body.decode()
        let common = try MessageRequest(
            call, body, in: newSession.conversation, locale: newSession.locale, nickname: newSession.nickname,
            send: newSession.send)
        let answer = try await service.sessions.create(SessionService.NewSession(newSession), common)
        return HTTPReply(json: answer, status: .created)
    }

    @Sendable private func view(_ call: Call) async throws -> HTTPReply {
        let (id, asker) = (try call.session, try call.asker)
        let (known, languages) = (call.head.headerFields[usuallyOne: .ifNoneMatch], call.head.languages)
        guard let wait = try call.number("wait", in: 0...86_400).map({ min($0, Self.longestWait) }), wait > 0 else {
            let record = try await service.sessions.record(of: id, for: asker)
            return try answers.answer(with: record, for: asker, languages: languages).http(unless: known)
        }
        // NB: watched before it is read, so that nothing changes in between.
        let watch = try service.sessions.watchToRead(id, by: asker.player, from: call.client)
        let record = try await service.sessions.record(of: id, for: asker)
        // NB: before the view is written: what passes in between is looked for, and not missed.
        let seen = service.sessions.seen(record, by: asker)
        let first = try answers.answer(with: record, for: asker, languages: languages)
        guard known.map({ first.matches($0) }) ?? true else { return first.http(unless: nil) }
        // NB: neither the session nor the answer is kept while the read is held; both may be large.
        let (tag, unchanged) = (first.tag, first.http(unless: first.tag))
        try service.sessions.admit(asker.player, to: watch, of: record.session)
        let release = call.connection.hold(whenGone: watch.end)
        defer { release() }
        call.beginWaiting()
        let changed = try await service.sessions.next(of: watch, as: asker, otherThan: seen, for: .seconds(wait)) {
            record throws(ServiceError) in
            let answer = try answers.answer(with: record, for: asker, languages: languages)
            return answer.tag == tag ? nil : answer
        }
        return changed?.http(unless: nil) ?? unchanged
    }

    /// The board as the reader may see it. A picture may hold what only its reader may know, so nobody keeps it.
    @Sendable private func picture(_ call: Call) async throws -> HTTPReply {
        let svg = try await service.sessions.picture(
            of: try call.session, withDraft: try call.flag("draft") ?? false, for: try call.asker)
        return HTTPReply(
            status: .ok,
            headers: [
                .contentType: "image/svg+xml", .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
                .contentSecurityPolicy: "default-src 'none'",
            ],
            body: .whole(ByteBuffer(string: svg)))
    }

    @Sendable private func events(_ call: Call) async throws -> HTTPReply {
        let after = try call.number("after", in: 0...Int(Int32.max)) ?? 0
        let events = try await service.sessions.events(
            of: try call.session, after: after, limit: Self.eventLimit, for: try call.asker,
            languages: call.head.languages)
        return HTTPReply(json: events)
    }

    @Sendable private func stream(_ call: Call) async throws -> HTTPReply {
        let (id, asker) = (try call.session, try call.asker)
        let watch = try service.sessions.watchToStream(id, by: asker.player, from: call.client)
        let session = try await service.sessions.record(of: id, for: asker).session
        return try RevisionStream(of: session, to: call, by: asker, watching: watch, on: service).reply
    }
}

extension SessionService.NewSession {
    fileprivate init(_ newSession: NewSession) {
        self.init(
            game: GameName(rawValue: newSession.game), options: newSession.options ?? .emptyObject, seats: nil,
            move: newSession.move, clock: newSession.clock, turnTimeoutSeconds: newSession.turnTimeoutSeconds,
            isLive: newSession.live ?? false)
    }
}
