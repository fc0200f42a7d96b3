import Foundation
package import GameRules
package import Roundtable
package import RoundtableModel

/// The whole service over the database of the running test, spoken to as devices would.
@dynamicMemberLookup
package struct TestService: Sendable {
    package let time = TestTime()
    package let context: ServiceContext
    package let store: any SessionStores & PlayerStores & OperationStore
    private let service: RoundtableService

    /// A service over the running test's database.
    package init(
        limits: ServiceContext.Limits = .shortTurns, quotas: Quotas? = nil, listeners: Listeners = Listeners()
    ) throws {
        try self.init(
            store: TestDatabase.current.store, limits: limits, quotas: quotas, listeners: listeners)
    }

    /// A service over some store.
    package init(
        store: any SessionStores & PlayerStores & OperationStore, games: GameLibrary = .testing,
        watch: RulesWatch = RulesWatch(), limits: ServiceContext.Limits = .shortTurns, quotas: Quotas? = nil,
        listeners: Listeners = Listeners()
    ) throws {
        self.store = store
        context = try time.context(games: games, watch: watch, limits: limits, quotas: quotas, listeners: listeners)
        service = RoundtableService(store: store, context: context)
    }

    /// A use case.
    package subscript<UseCase>(dynamicMember path: KeyPath<RoundtableService, UseCase>) -> UseCase {
        service[keyPath: path]
    }

    /// A request of a person, with a key of its own unless told otherwise.
    package func request(
        of person: Person, send: SendMode, key: String? = nil, nickname: String? = nil, body: String = ""
    ) -> MessageRequest {
        MessageRequest(
            player: person.player, conversation: person.conversation, locale: nil,
            nickname: nickname.flatMap { Nickname($0) }, send: send,
            key: key ?? time.makeUUID().uuidString, fingerprint: { Array("\(send) \(body)".utf8) })
    }

    /// Lets 72 hours pass, and removes the answers that nobody needs after them.
    package func removeOldAnswers() async throws {
        let seconds = Retention.usualAnswerSeconds
        time.advance(seconds: seconds + 1)
        let retention = Retention(
            finishedSeconds: nil, draftSeconds: nil, aliasSeconds: nil, answerSeconds: seconds)
        try await RetentionService(
            context: context, store: TestDatabase.current.store, changes: service.changes, retention: retention
        ).step()
    }

    /// Opens a session; committed at once unless told otherwise.
    package func open(
        _ game: GameName, by person: Person, seats: Int? = nil, options: GameJSON = .emptyObject,
        move: String? = nil, timeout: Int? = nil, clock: ClockSettings? = nil, request: MessageRequest? = nil
    ) async throws -> TurnAnswer {
        let newSession = SessionService.NewSession(
            game: game, options: options, seats: seats, move: move.map { .move($0) },
            clock: clock ?? timeout.map { ClockSettings(turnSeconds: $0) })
        return try await service.sessions.create(newSession, request ?? self.request(of: person, send: .now))
    }

    /// Lets a person who knows nothing of a session open its newest message, whoever sent it: nobody else may play.
    package func show(_ session: SessionID, to person: Person) async throws(ServiceError) {
        let asker = Asker(player: person.player, local: person.local)
        guard let record = try await store.record(of: session, for: asker), let newest = record.session.newest,
            !record.isKnownReader, !record.session.seating.hasKnown(person.player)
        else { return }
        _ = try await open(context.address(of: newest.message, in: session).token, by: person, from: nil)
    }

    /// Makes a move; a draft unless told otherwise.
    package func move(
        _ move: String, by person: Person, in session: SessionID, revision: Int, send: SendMode = .draft,
        key: String? = nil
    ) async throws(ServiceError) -> TurnAnswer {
        try await show(session, to: person)
        return try await service.turns.submit(
            .move(.move(move)), in: session, basedOn: revision,
            request(of: person, send: send, key: key, body: move))
    }

    /// Takes an open seat.
    package func join(
        _ session: SessionID, by person: Person, send: SendMode = .now
    ) async throws(ServiceError) -> TurnAnswer {
        try await show(session, to: person)
        return try await service.turns.submit(
            .join, in: session, basedOn: nil, request(of: person, send: send, body: "join"))
    }

    /// Claims a seat.
    package func reclaim(
        _ seat: SeatIndex?, of session: SessionID, by person: Person, key: String? = nil
    ) async throws(ServiceError) -> TurnAnswer {
        try await service.claims.reclaim(
            seat, in: session, request(of: person, send: .draft, key: key, body: "reclaim"))
    }

    /// Objects to the claims to a seat.
    package func veto(
        _ seat: SeatIndex?, of session: SessionID, by person: Person, key: String? = nil
    ) async throws(ServiceError) -> TurnAnswer {
        try await service.claims.veto(seat, in: session, request(of: person, send: .draft, key: key, body: "veto"))
    }

    /// Tells that a person's device holds a message, and by whom it was sent; by nobody yet, if it is not in the
    /// transcript.
    package func open(
        _ token: MessageToken, by person: Person, from sender: Person?
    ) async throws(ServiceError) -> Opened {
        try await service.messages.open(
            token, by: person.player, in: person.conversation, sender: sender.map { person.calls($0) }, languages: [])
    }

    /// The person pressed Send, or saw the bubble.
    package func sent(_ token: MessageToken, by person: Person) async throws(ServiceError) -> Sent {
        try await service.messages.sent(token, by: person.player, in: person.conversation, languages: [])
    }

    /// The person took the bubble back.
    @discardableResult
    package func cancel(_ token: MessageToken, by person: Person) async throws(ServiceError) -> SessionView {
        try await service.messages.cancel(token, by: person.player, in: person.conversation, languages: [])
    }

    /// What a person sees of a session.
    package func view(of session: SessionID, for person: Person) async throws(ServiceError) -> SessionView {
        let (sessions, asker) = (service.sessions, Asker(player: person.player, local: person.local))
        return try sessions.view(of: await sessions.record(of: session, for: asker), for: asker, languages: [])
    }

    /// A session as it is stored, secrets included.
    package func session(_ id: SessionID) async throws(ServiceError) -> Session {
        guard let record = try await store.record(of: id, for: nil) else { throw .notFound }
        return record.session
    }

    /// All events of a session.
    package func events(of session: SessionID) async throws(ServiceError) -> [Event] {
        var events: [Event] = []
        while true {
            let more = try await store.events(of: session, after: events.count, limit: 1000)
            guard !more.isEmpty else { return events }
            events += more
        }
    }
}

extension PublicMessageService {
    /// The picture of a message.
    package func picture(_ token: MessageToken) async throws(ServiceError) -> Picture {
        try await picture(of: try await pictured(by: token))
    }
}

extension ServiceContext.Limits {
    /// The usual limits, and turns of a second.
    package static var shortTurns: Self {
        var limits = Self()
        limits.turnSeconds = 1...limits.turnSeconds.upperBound
        return limits
    }
}
