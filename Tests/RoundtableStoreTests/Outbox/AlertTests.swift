import Foundation
import GameRules
import Postgres
import RoundtableModel
import RoundtableStore
import Synchronization
import TestSupport
import Testing

@testable import Roundtable

@Suite("Alerts on players' devices", .database)
struct AlertTests {
    private let people = Person.group(of: 3)

    /// A service that tells one person on a device.
    private struct Phone {
        private final class Screen: Sendable { let titles = Mutex<[String]>([]) }

        let service: TestService
        private let dispatchers: [Dispatcher]
        private let screen = Screen()

        init(of person: Person, alertSeconds: Int = 60) async throws {
            var limits = ServiceContext.Limits.shortTurns
            limits.alertSeconds = alertSeconds
            let service = try TestService(limits: limits, listeners: Listeners(push: true))
            try await service.pushTokens.register(
                PushToken(token: "ab01", topic: "org.example.games", environment: .sandbox), of: person.player)
            let writer = NoticeWriter(context: service.context, store: service.store)
            dispatchers = [Notice.Channel.push, .reminder].map { [screen] channel in
                Dispatcher(of: channel, context: service.context, store: service.store) { row in
                    let alerts = try? await writer.alerts(of: row, to: person.player, in: [nil])
                    guard let alert = alerts?[nil] else { return .obsolete }
                    screen.titles.withLock { $0.append(alert.title) }
                    return .delivered
                }
            }
            self.service = service
        }

        /// The titles of the alerts that were shown since the last look.
        func look() async -> [String] {
            for dispatcher in dispatchers { await dispatcher.sweep() }
            return screen.titles.withLock { titles in
                defer { titles = [] }
                return titles
            }
        }

        func submit(
            _ intent: Proposal.Intent, by person: Person, in id: SessionID, send: SendMode = .now
        ) async throws(ServiceError) -> TurnAnswer {
            let revision = try await service.session(id).revision
            return try await service.turns.submit(
                intent, in: id, basedOn: revision, service.request(of: person, send: send, body: "\(intent)"))
        }

        func refusal(of intent: Proposal.Intent, by person: Person, in id: SessionID) async throws -> ServiceError {
            try await #require(throws: ServiceError.self) { try await submit(intent, by: person, in: id) }
        }
    }

    private static let turn = "It’s your turn"
    private static let offer = "There is an offer for you"

    private func chess(_ phone: Phone, timeout: Int? = nil) async throws -> SessionID {
        let id = try await phone.service.open("chess", by: people[0], seats: 2, timeout: timeout).session.id
        _ = try await phone.service.join(id, by: people[1])
        return id
    }

    /// A rematch in which a seat is kept for the second person.
    private func rematch(_ phone: Phone) async throws -> SessionID {
        let service = phone.service
        let before = try await service.open("dots-and-boxes", by: people[0], seats: 2).session.id
        _ = try await service.join(before, by: people[1])
        _ = try await phone.submit(.resign, by: people[1], in: before)
        _ = await phone.look()
        return try await service.sessions.rematch(
            of: before, service.request(of: people[0], send: .now, body: "rematch")
        ).session.id
    }

    /// Adds an alert to the second person, as each event does that calls them.
    private func addAlert(_ id: SessionID, _ phone: Phone) async throws {
        _ = try await TestDatabase.current.pool.query(
            """
            UPDATE outbox_lines SET last = last + 1, due_at = \(phone.service.time.now), newest_id = gen_random_uuid()
            WHERE session_id = \(id.uuid) AND channel = 'push'
            """)
        _ = try await TestDatabase.current.pool.query(
            """
            INSERT INTO outbox (session_id, channel, player_id, number, notice_id, revision, items, created_at)
            SELECT session_id, channel, player_id, last, newest_id, 1, '[{"kind":"turn.yours"}]', now()
            FROM outbox_lines WHERE session_id = \(id.uuid) AND channel = 'push'
            """)
    }

    @Test("the first one of a session is shown at once; of more within a minute the newest, when it is over")
    func window() async throws {
        let phone = try await Phone(of: people[1])
        let id = try await chess(phone)
        _ = try await phone.submit(.move(.move("e2e4")), by: people[0], in: id)
        #expect(await phone.look() == [Self.turn])
        _ = try await phone.submit(.move(.move("e7e5")), by: people[1], in: id)
        _ = try await phone.submit(.move(.move("d2d4")), by: people[0], in: id)
        #expect(await phone.look() == [])
        _ = try await phone.submit(.offer(.draw), by: people[0], in: id)
        phone.service.time.advance(seconds: 59)
        #expect(await phone.look() == [])
        phone.service.time.advance(seconds: 1)
        #expect(await phone.look() == [Self.offer])
        phone.service.time.advance(seconds: 3600)
        #expect(await phone.look() == [])
    }

    @Test("one that is taken back before it is shown leaves the one that it came after")
    func takenBack() async throws {
        let phone = try await Phone(of: people[1])
        let id = try await chess(phone)
        _ = try await phone.submit(.offer(.draw), by: people[0], in: id)
        #expect(await phone.look() == [Self.offer])
        _ = try await phone.submit(.decline, by: people[1], in: id)
        _ = try await phone.submit(.move(.move("e2e4")), by: people[0], in: id)
        _ = try await phone.submit(.offer(.draw), by: people[0], in: id)
        _ = try await phone.submit(.decline, by: people[0], in: id)
        phone.service.time.advance(seconds: 60)
        #expect(await phone.look() == [Self.turn])
    }

    @Test("without a limit each is shown at once")
    func unlimited() async throws {
        let phone = try await Phone(of: people[1], alertSeconds: 0)
        let id = try await chess(phone)
        for (first, second) in [("e2e4", "e7e5"), ("d2d4", "d7d5")] {
            _ = try await phone.submit(.move(.move(first)), by: people[0], in: id)
            #expect(await phone.look() == [Self.turn])
            _ = try await phone.submit(.move(.move(second)), by: people[1], in: id)
        }
    }

    @Test("each session has a limit of its own")
    func sessions() async throws {
        let phone = try await Phone(of: people[1])
        for _ in 0..<2 {
            let id = try await chess(phone)
            _ = try await phone.submit(.move(.move("e2e4")), by: people[0], in: id)
            #expect(await phone.look() == [Self.turn])
        }
    }

    @Test("reminders count as well")
    func reminders() async throws {
        let phone = try await Phone(of: people[1])
        let id = try await chess(phone, timeout: 60)
        _ = try await phone.submit(.move(.move("e2e4")), by: people[0], in: id)
        #expect(await phone.look() == [Self.turn])
        phone.service.time.advance(seconds: 46)
        try await phone.service.reminders.sweep()
        #expect(await phone.look() == [])
        phone.service.time.advance(seconds: 13)
        #expect(await phone.look() == [])
        phone.service.time.advance(seconds: 1)
        #expect(await phone.look() == ["Your time is running out"])
    }

    @Test("there is one of a seat that is kept, until it is taken")
    func kept() async throws {
        let phone = try await Phone(of: people[1])
        let id = try await rematch(phone)
        #expect(await phone.look().count == 1)
        for _ in 0..<3 {
            phone.service.time.advance(seconds: 3600)
            try await addAlert(id, phone)
            #expect(await phone.look() == [])
        }
        _ = try await phone.service.join(id, by: people[1])
        let session = try await phone.service.session(id)
        let mover = session.toAct == session.seating.seats(of: people[1].player) ? people[1] : people[0]
        _ = try await phone.submit(.move(.move("h0,0")), by: mover, in: id)
        if mover.player == people[1].player { _ = try await phone.submit(.move(.move("h3,0")), by: people[0], in: id) }
        phone.service.time.advance(seconds: 60)
        #expect(await phone.look() == [Self.turn])
    }

    @Test("there is none of a session that its player has hidden, until they act in it")
    func hidden() async throws {
        let phone = try await Phone(of: people[1])
        let id = try await chess(phone)
        try await phone.service.sessions.hide(id, from: people[1].player)
        _ = try await phone.submit(.move(.move("e2e4")), by: people[0], in: id)
        #expect(await phone.look() == [])
        _ = try await phone.submit(.offer(.draw), by: people[0], in: id)
        phone.service.time.advance(seconds: 100)
        #expect(await phone.look() == [])
        _ = try await phone.submit(.decline, by: people[1], in: id)
        _ = try await phone.submit(.move(.move("e7e5")), by: people[1], in: id)
        _ = try await phone.submit(.move(.move("d2d4")), by: people[0], in: id)
        #expect(await phone.look() == [Self.turn])
    }

    @Test("whoever has a kept seat can hide it, nobody else can, and it comes back when they take it")
    func hiddenKept() async throws {
        let phone = try await Phone(of: people[1])
        let id = try await rematch(phone)
        let stranger = try await #require(throws: ServiceError.self) {
            try await phone.service.sessions.hide(id, from: people[2].player)
        }
        #expect(stranger.code == .notFound)
        for _ in 0..<2 { try await phone.service.sessions.hide(id, from: people[1].player) }
        #expect(await phone.look() == [])
        try await addAlert(id, phone)
        phone.service.time.advance(seconds: 100)
        #expect(await phone.look() == [])
        func listed() async throws -> Bool {
            try await phone.service.sessions.sessions(of: people[1].player, SessionQuery(limit: 10), languages: [])
                .page.contains { $0.id == id }
        }
        #expect(try await !listed())
        _ = try await phone.service.join(id, by: people[1])
        #expect(try await listed())
    }

    @Test("whoever does not want a kept seat gives it up, and another takes it", arguments: [SendMode.now, .draft])
    func givenUp(send: SendMode) async throws {
        let phone = try await Phone(of: people[1])
        let id = try await rematch(phone)
        try await phone.service.show(id, to: people[2])
        #expect(try await phone.refusal(of: .leave, by: people[2], in: id).code == .notSeated)
        let answer = try await phone.submit(.leave, by: people[1], in: id, send: send)
        if send == .draft { _ = try await phone.service.sent(answer.message.token, by: people[1]) }
        let session = try await phone.service.session(id)
        #expect(session.revision == 2 && session.newest?.kind == .left && session.phase == .active)
        #expect(try await phone.service.store.keptSeats(of: session, at: phone.service.time.now) == [:])
        #expect(try await phone.refusal(of: .leave, by: people[1], in: id).code == .notSeated)
        #expect(await phone.look() == [])
        try await expectReplay(of: session, phone)
        _ = try await phone.service.join(id, by: people[2])
        let joined = try await phone.service.session(id)
        #expect(joined.seating.table.open.isEmpty && joined.seating.hasSeat(of: people[2].player))
        try await expectReplay(of: joined, phone)
    }

    private func expectReplay(of session: Session, _ phone: Phone) async throws {
        let events = try await phone.service.events(of: session.id)
        #expect(try Session.replaying(events, of: session.identity, games: .testing).agrees(with: session))
    }

    @Test("an offer that its player took back can't be made again before a move; others can be, and by others")
    func withdrawn() async throws {
        let phone = try await Phone(of: people[1])
        let id = try await chess(phone, timeout: 3600)
        _ = try await phone.submit(.offer(.draw), by: people[0], in: id)
        _ = try await phone.submit(.decline, by: people[0], in: id)
        let refusal = try await phone.refusal(of: .offer(.draw), by: people[0], in: id)
        #expect(refusal.code == .notAllowed && refusal.reason == "offer_withdrawn")
        _ = try await phone.submit(.offer(.pause), by: people[0], in: id)
        _ = try await phone.submit(.decline, by: people[0], in: id)
        #expect(try await phone.refusal(of: .offer(.pause), by: people[0], in: id).reason == "offer_withdrawn")
        #expect(try await phone.refusal(of: .offer(.draw), by: people[0], in: id).reason == "offer_withdrawn")
        _ = try await phone.submit(.offer(.draw), by: people[1], in: id)
        _ = try await phone.submit(.decline, by: people[0], in: id)
        // NB: whom somebody else declines may ask again.
        _ = try await phone.submit(.offer(.draw), by: people[1], in: id)
        // Whoever took theirs back accepts by offering the same, too.
        #expect(
            try await phone.service.session(id).offer(
                acceptedBy: .init(
                    .offer(.draw), by: people[0].player, basedOn: 0)) != nil)
        _ = try await phone.submit(.decline, by: people[0], in: id)
        _ = try await phone.submit(.move(.move("e2e4")), by: people[0], in: id)
        _ = try await phone.submit(.offer(.draw), by: people[0], in: id)
        #expect(try await phone.service.session(id).seating.offer?.agreement == .draw)
    }
}
