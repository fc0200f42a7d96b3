import Foundation
import GameRules
import Postgres
import RoundtableJSON
import RoundtableStore
import TestSupport
import Testing

@testable import Roundtable

@Suite("Notices", .database)
struct NoticeTests {
    let people = Person.group(of: 3)

    private func told(_ service: TestService, on channel: Notice.Channel? = nil) async throws -> [[Notice.Item]] {
        try await rows(service, on: channel).map(\.notice.items)
    }

    private func rows(_ service: TestService, on channel: Notice.Channel? = nil) async throws -> [OutboxRow] {
        try await TestDatabase.current.store.rows(OutboxFilter(channel: channel), after: nil, limit: 1000)
    }

    private func game(
        _ service: TestService, _ name: GameName = "tic-tac-toe", timeout: Int? = 100
    ) async throws -> SessionID {
        let id = try await service.open(name, by: people[0], seats: 2, timeout: timeout).session.id
        _ = try await service.join(id, by: people[1])
        return id
    }

    @Test("where nobody listens, nothing is written")
    func nobody() async throws {
        let service = try TestService()
        try await service.pushTokens.register(.numbered(1), of: people[1].player)
        _ = try await game(service)
        #expect(try await told(service) == [])
        #expect(try await service.store.sessionsToRemind(at: ClockReading(.distantFuture), after: nil, limit: 10) == [])
    }

    @Test("a webhook is told of each event, of each turn that begins by it, and of the end, in this order")
    func webhook() async throws {
        let service = try TestService(listeners: Listeners(webhook: true))
        let id = try await game(service)
        let deadline = service.time.now.adding(seconds: 100)
        _ = try await service.move("a1", by: people[0], in: id, revision: 2, send: .now)
        _ = try await service.turns.submit(
            .resign, in: id, basedOn: 3, service.request(of: people[1], send: .now))
        #expect(
            try await told(service) == [
                [.init(.opened, seat: 0)],
                [.init(.committed, seat: 1), .init(.yourTurn, seat: 0, player: people[0].player, deadline: deadline)],
                [.init(.committed, seat: 0), .init(.yourTurn, seat: 1, player: people[1].player, deadline: deadline)],
                [.init(.committed, seat: 1), .init(.finished)],
            ])
    }

    /// The seats whose turn is told of with each event of a session.
    private func called(_ service: TestService, in id: SessionID) async throws -> [Int: [SeatIndex]] {
        let notices = try await rows(service, on: .webhook).map(\.notice).filter { $0.line.session == id }
        return Dictionary(
            notices.map { ($0.revision, $0.items.filter { $0.kind == .yourTurn }.compactMap(\.seat)) },
            uniquingKeysWith: { $0 + $1 })
    }

    @Test("who waits is told when the game has enough players, with a clock and without", arguments: [nil, 100])
    func waiting(timeout: Int?) async throws {
        let service = try TestService(listeners: Listeners(webhook: true, push: true))
        try await service.pushTokens.register(.numbered(0), of: people[0].player)
        let id = try await service.open("dots-and-boxes", by: people[0], seats: 3, timeout: timeout).session.id
        for person in people.dropFirst() { _ = try await service.join(id, by: person) }
        #expect(try await called(service, in: id) == [1: [], 2: [0], 3: []])
        #expect(try await told(service, on: .push) == [[.init(.yourTurn)]])
    }

    @Test("nobody is told of a turn by their own act, and everybody by others'; of theirs by time as well")
    func ownActs() async throws {
        let service = try TestService(listeners: Listeners(webhook: true))
        let clock = ClockSettings(turnSeconds: 100, atEnd: .play)
        let yacht = try await service.open("yacht", by: people[0], seats: 2, clock: clock).session.id
        _ = try await service.join(yacht, by: people[1])
        let start = try await service.session(yacht).revision
        for move in ["roll", "roll", "score choice"] {
            _ = try await service.move(
                move, by: people[0], in: yacht, revision: try await service.session(yacht).revision, send: .now)
        }
        // NB: the dice decide how many moves are made for somebody who is late.
        while try await service.session(yacht).toAct == [1] {
            service.time.advance(seconds: 100)
            try await service.deadlines.sweep()
        }
        let end = try await service.session(yacht).revision
        let turns = try await called(service, in: yacht)
        let played = Array(repeating: [SeatIndex(1)], count: end - start - 3)
        #expect((start + 1...end).map { turns[$0] } == [[], []] + played + [[0]])

        let boxes = try await service.open("dots-and-boxes", by: people[0], seats: 2).session.id
        _ = try await service.join(boxes, by: people[1])
        var told: [[SeatIndex]?] = []
        for (move, person) in [("h0,0", 0), ("h1,0", 1), ("v0,0", 0), ("v0,1", 1), ("h2,0", 1)] {
            let revision = try await service.session(boxes).revision
            _ = try await service.move(move, by: people[person], in: boxes, revision: revision, send: .now)
            told.append(try await called(service, in: boxes)[revision + 1])
        }
        #expect(told == [[1], [0], [1], [], [0]])
    }

    @Test("the others are told when a pause ends, and whose clock starts again, when that is")
    func clocks() async throws {
        let service = try TestService(listeners: Listeners(webhook: true))
        let id = try await service.open("ice-cream", by: people[0], seats: 2, timeout: 100).session.id
        _ = try await service.join(id, by: people[1])
        func act(_ intent: Proposal.Intent, by person: Person) async throws -> [SeatIndex]? {
            let revision = try await service.session(id).revision
            _ = try await service.turns.submit(
                intent, in: id, basedOn: revision, service.request(of: person, send: .now, body: "\(intent)"))
            return try await called(service, in: id)[revision + 1]
        }
        #expect(try await act(.offer(.pause), by: people[0]) == [])
        #expect(try await act(.accept, by: people[1]) == [])
        #expect(try await act(.resume, by: people[1]) == [0])
        #expect(try await act(.move("Base=base01"), by: people[0]) == [])
        service.time.advance(seconds: 100)
        try await service.deadlines.sweep()
        let session = try await service.session(id)
        #expect(session.isClockPaused)
        #expect(try await called(service, in: id)[session.revision] == [])
        #expect(try await act(.move("Scoops=scoops01"), by: people[1]) == [0])
    }

    @Test("of a player who does too much it is told later; what others do is told at once")
    func paced() async throws {
        var quotas = Quotas()
        quotas.notices = .init(atOnce: 2, anHour: 1)
        let service = try TestService(quotas: quotas, listeners: Listeners(webhook: true))
        let games = [try await game(service), try await game(service)]
        // What was told already leaves lines in which nothing waits.
        _ = try await TestDatabase.current.pool.query("DELETE FROM outbox")
        _ = try await TestDatabase.current.pool.query("UPDATE outbox_lines SET done = last, due_at = NULL")
        for id in games { _ = try await service.move("a1", by: people[0], in: id, revision: 2, send: .now) }
        let now = service.time.now
        #expect(try await rows(service).map(\.dueAt) == [now, now.adding(seconds: 3600)])
        _ = try await service.move("b2", by: people[1], in: games[0], revision: 3, send: .now)
        #expect(try await rows(service).map(\.dueAt) == [now, now.adding(seconds: 3600), now])
    }

    @Test("a draft is told of when it counts, and not before")
    func drafts() async throws {
        let service = try TestService(listeners: Listeners(webhook: true))
        let id = try await game(service)
        let before = try await told(service).count
        let draft = try await service.move("b2", by: people[0], in: id, revision: 2)
        #expect(try await told(service).count == before)
        _ = try await service.sent(draft.message.token, by: people[0])
        #expect(try await told(service).count == before + 1)
    }

    @Test("players are notified of their turns, those alone who have a device for it, and not of their own doing")
    func players() async throws {
        let service = try TestService(listeners: Listeners(push: true))
        try await service.pushTokens.register(.numbered(1), of: people[1].player)
        let id = try await game(service)
        _ = try await service.move("a1", by: people[0], in: id, revision: 2, send: .now)
        _ = try await service.move("b2", by: people[1], in: id, revision: 3, send: .now)
        let rows = try await rows(service)
        #expect(rows.map(\.notice.line.player) == [people[1].player])
        #expect(rows.map(\.notice.items) == [[.init(.yourTurn)]])
        #expect(rows.map(\.notice.revision) == [3])
    }

    @Test("of those who act at the same time only the ones are called whose turn begins")
    func together() async throws {
        let service = try TestService(listeners: Listeners(webhook: true))
        let id = try await service.open("rock-paper-scissors", by: people[0], seats: 2).session.id
        _ = try await service.join(id, by: people[1])
        let before = try await told(service).count
        _ = try await service.move("rock", by: people[0], in: id, revision: 2, send: .now)
        _ = try await service.move("paper", by: people[1], in: id, revision: 3, send: .now)
        let items = try await told(service).dropFirst(before)
        #expect(items.first == [.init(.committed, seat: 0)])
        #expect(items.last?.contains(.init(.committed, seat: 1)) == true)
    }

    @Test("an offer is for the others to answer")
    func offers() async throws {
        let service = try TestService(listeners: Listeners(webhook: true, push: true))
        try await service.pushTokens.register(.numbered(0), of: people[0].player)
        try await service.pushTokens.register(.numbered(1), of: people[1].player)
        let id = try await game(service, "chess")
        let before = try await rows(service).count
        _ = try await service.turns.submit(
            .offer(.draw), in: id, basedOn: 2, service.request(of: people[0], send: .now))
        let rows = try await rows(service).dropFirst(before)
        #expect(Set(rows.map(\.notice.line.player)) == [nil, people[1].player])
        #expect(rows.contains { $0.notice.items == [.init(.committed, seat: 0), .init(.offered, seat: 0)] })
        #expect(rows.contains { $0.notice.items == [.init(.offered)] })
    }

    @Test(
        "those for whom a rematch keeps a seat are told when it begins, and when it is their turn",
        arguments: [SendMode.now, .draft])
    func rematch(send: SendMode) async throws {
        let service = try TestService(listeners: Listeners(webhook: true, push: true))
        try await service.pushTokens.register(.numbered(1), of: people[1].player)
        let id = try await game(service)
        _ = try await service.turns.submit(
            .resign, in: id, basedOn: 2, service.request(of: people[1], send: .now))
        let before = try await rows(service).count
        let asked = try await service.sessions.rematch(
            of: id, service.request(of: people[0], send: send, body: "rematch"))
        if send == .draft {
            #expect(try await rows(service).count == before)
            _ = try await service.sent(asked.message.token, by: people[0])
        }
        let told = try await rows(service).dropFirst(before)
        let row = try #require(told.first { $0.notice.line.channel == .webhook })
        // NB: the outbox names nobody whom an erasure would not find there.
        #expect(row.notice.items == [.init(.opened, seat: 1), .init(.kept, seat: 0), .init(.yourTurn, seat: 0)])
        let messages = try await NoticeWriter(context: service.context, store: service.store).messages(of: row)
        for message in messages.dropFirst() {
            let data = try JSONValue(JSONDocument(message.body).root)["data"]
            #expect(data?["player"] == .string("\(people[1].player)") && data?["seat"] == 0)
        }
        let pushed = told.map(\.notice).filter { $0.line.channel == .push }
        #expect(pushed.map(\.items) == [[.init(.yourTurn)]] && pushed.map(\.line.player) == [people[1].player])
    }

    @Test("of a rematch's turns those are told whose seat is kept, until they take it or it is kept no more")
    func keptTurns() async throws {
        let service = try TestService(listeners: Listeners(push: true))
        try await service.pushTokens.register(.numbered(1), of: people[1].player)
        let before = try await service.open("dots-and-boxes", by: people[1], seats: 2).session.id
        _ = try await service.join(before, by: people[0])
        _ = try await service.turns.submit(
            .resign, in: before, basedOn: 2, service.request(of: people[0], send: .now))
        let old = try await rows(service).count
        let id = try await service.sessions.rematch(
            of: before, service.request(of: people[0], send: .now, body: "rematch")
        ).session.id
        let writer = NoticeWriter(context: service.context, store: service.store)
        func expectOne(_ item: Notice.Item, _ title: String, badge: Int) async throws -> OutboxRow {
            let row = try #require(try await rows(service).dropFirst(old).last)
            #expect(try await rows(service).count == old + 1 && row.notice.items == [item])
            let alert = try await writer.alerts(of: row, to: people[1].player, in: [nil])?[nil]
            #expect(alert?.title == title && alert?.badge == badge)
            return row
        }
        _ = try await expectOne(.init(.kept), "A rematch is waiting for you", badge: 0)
        _ = try await service.move("h0,0", by: people[0], in: id, revision: 1, send: .now)
        // NB: of a line to a player only the newest notice is kept.
        let row = try await expectOne(.init(.yourTurn), "It’s your turn", badge: 1)
        service.time.advance(seconds: Rematch.keptSeconds + 1)
        #expect(try await writer.alerts(of: row, to: people[1].player, in: [nil]) == nil)
    }

    @Test(
        "who takes a seat that is kept for them was told of its turn, and is told once; anybody else is told then",
        arguments: [SendMode.now, .draft], [true, false])
    func keptOnce(send: SendMode, isKept: Bool) async throws {
        let service = try TestService(listeners: Listeners(webhook: true))
        let before = try await game(service)
        _ = try await service.turns.submit(
            .resign, in: before, basedOn: 2, service.request(of: people[1], send: .now))
        let asked = try await service.sessions.rematch(
            of: before, service.request(of: people[0], send: .now, body: "rematch"))
        let id = asked.session.id
        _ = try await service.open(asked.message.token, by: people[2], from: people[0])
        if !isKept { service.time.advance(seconds: Rematch.keptSeconds) }
        let taker = people[isKept ? 1 : 2]
        let joined = try await service.join(id, by: taker, send: send)
        if send == .draft { _ = try await service.sent(joined.message.token, by: taker) }
        let notice = try #require(try await rows(service).map(\.notice).last)
        #expect(notice.line.session == id && notice.revision == 2 && notice.items.first == .init(.committed, seat: 0))
        let called = notice.items.dropFirst().map { [$0.kind == .yourTurn, $0.player == taker.player] }
        #expect(called == (isKept ? [] : [[true, true]]))
    }

    /// A rematch of two games' players, whose session before is damaged then; a seat is kept for the second player.
    private func rematchOfDamaged(_ service: TestService) async throws -> SessionID {
        let before = try await service.open("dots-and-boxes", by: people[1], seats: 2).session.id
        _ = try await service.join(before, by: people[0])
        _ = try await service.turns.submit(
            .resign, in: before, basedOn: 2, service.request(of: people[0], send: .now))
        let id = try await service.sessions.rematch(
            of: before, service.request(of: people[0], send: .now, body: "rematch")
        ).session.id
        _ = try await TestDatabase.current.pool.query(
            "UPDATE sessions SET seating = '{}' WHERE session_id = \(before.uuid)")
        service.store.forgetCached(of: before)
        return id
    }

    @Test("a rematch is played, and its notices are written, also if the session before can't be read")
    func damagedOrigin() async throws {
        let service = try TestService(listeners: Listeners(webhook: true))
        let id = try await rematchOfDamaged(service)
        _ = try await service.move("h0,0", by: people[0], in: id, revision: 1, send: .now)
        let writer = NoticeWriter(context: service.context, store: service.store)
        for row in try await rows(service).filter({ $0.notice.line.session == id }) {
            #expect(try await writer.messages(of: row).count == row.notice.items.count)
        }
    }

    @Test("what waits to be told of a kept seat goes with its player")
    func erasedKept() async throws {
        let service = try TestService(listeners: Listeners(push: true))
        try await service.pushTokens.register(.numbered(1), of: people[1].player)
        _ = try await rematchOfDamaged(service)
        #expect(try await rows(service).contains { $0.notice.line.player == people[1].player })
        try await service.store.erase(people[1].player, at: service.time.now, salt: UUID(), noting: nil)
        #expect(try await !rows(service).contains { $0.notice.line.player == people[1].player })
    }

    @Test("a reminder that is due when something else happens is not lost")
    func keptReminder() async throws {
        let service = try TestService(listeners: Listeners(webhook: true))
        let id = try await game(service)
        service.time.advance(seconds: 76)
        _ = try await service.turns.submit(
            .offer(.draw), in: id, basedOn: 2, service.request(of: people[1], send: .now))
        try await service.reminders.sweep()
        #expect(try await told(service).last?.first?.kind == .reminder)
    }

    @Test("a player is reminded once, when a quarter of the turn is left")
    func reminders() async throws {
        let service = try TestService(listeners: Listeners(webhook: true, push: true))
        let id = try await game(service)
        try await service.pushTokens.register(.numbered(0), of: people[0].player)
        service.time.advance(seconds: 74)
        try await service.reminders.sweep()
        #expect(try await told(service, on: .reminder) == [])
        service.time.advance(seconds: 1)
        for _ in 0..<3 { try await service.reminders.sweep() }
        let deadline = service.time.now.adding(seconds: 25)
        #expect(try await told(service, on: .reminder) == [[.init(.reminder, deadline: deadline)]])
        #expect(
            try await told(service, on: .webhook).filter { $0.first?.kind == .reminder }
                == [[.init(.reminder, seat: 0, player: people[0].player, deadline: deadline)]])
        // An offer in the last quarter leaves the turn as it is.
        _ = try await service.turns.submit(
            .offer(.draw), in: id, basedOn: 2, service.request(of: people[1], send: .now))
        try await service.reminders.sweep()
        #expect(try await told(service, on: .reminder).count == 1)
        _ = try await service.move("a1", by: people[0], in: id, revision: 3, send: .now)
        try await service.reminders.sweep()
        #expect(try await told(service, on: .reminder).count == 1)
    }

    @Test("whoever is to act is reminded, at whatever millisecond their turn began")
    func milliseconds() async throws {
        let service = try TestService(listeners: Listeners(webhook: true))
        for _ in 0..<40 {
            service.time.advance(milliseconds: 37)
            _ = try await game(service)
        }
        service.time.advance(seconds: 80)
        try await service.reminders.sweep()
        #expect(try await told(service).count { $0.first?.kind == .reminder } == 40)
    }

    @Test("at night nobody's device reminds them; in the morning it does, unless that is too late")
    func nights() async throws {
        let service = try TestService(listeners: Listeners(push: true))
        var token = PushToken.numbered(0)
        // The clock of tests begins at 8 o'clock in the morning of UTC, which is midnight there.
        token.timeZone = "America/Los_Angeles"
        try await service.pushTokens.register(token, of: people[0].player)
        _ = try await game(service, timeout: 86_400)
        service.time.advance(seconds: 64_800)
        #expect(token.morning(at: service.time.now) == nil)
        service.time.advance(seconds: 21_600)
        let morning = try #require(token.morning(at: service.time.now))
        #expect(morning == service.time.now.adding(seconds: 28_800))
    }

    @Test("a claim is told to the webhook")
    func claims() async throws {
        let service = try TestService(listeners: Listeners(webhook: true))
        let id = try await service.open("dots-and-boxes", by: people[0], seats: 3).session.id
        _ = try await service.join(id, by: people[1])
        _ = try await service.join(id, by: people[2])
        let claimant = people[1].onNewPhone
        try await service.show(id, to: claimant)
        _ = try await service.reclaim(1, of: id, by: claimant)
        let last = try #require(try await told(service).last?.first)
        #expect(last.kind == .claimed && last.seat == 1 && last.claim != nil)
    }

    @Test("a player who is erased has no devices and gets no notices; one who is linked takes them along")
    func erased() async throws {
        let service = try TestService(listeners: Listeners(push: true))
        try await service.pushTokens.register(.numbered(1), of: people[1].player)
        let id = try await game(service)
        _ = try await service.move("a1", by: people[0], in: id, revision: 2, send: .now)
        #expect(try await told(service).count == 1)
        try await service.successions.erase(people[1].player)
        #expect(try await told(service) == [])
        #expect(try await service.store.pushTokens(of: people[1].player) == [])
    }

    @Test("what waits to be told of an erased person names nobody any more")
    func erasedFromWebhooks() async throws {
        let service = try TestService(listeners: Listeners(webhook: true))
        _ = try await game(service)
        let erased = people[0].player
        #expect(try await told(service).joined().contains { $0.player == erased })
        try await service.successions.erase(erased)
        #expect(try await !told(service).joined().contains { $0.player == erased })
    }

    @Test("a device belongs to who registered it last, and a player has sixteen at most")
    func tokens() async throws {
        let service = try TestService()
        let (first, second) = (people[0].player, people[1].player)
        for number in 0..<20 {
            try await service.pushTokens.register(.numbered(number), of: first)
            service.time.advance(seconds: 1)
        }
        #expect(try await service.store.pushTokens(of: first) == (4..<20).reversed().map(PushToken.numbered))
        try await service.pushTokens.register(.numbered(19), of: second)
        #expect(try await service.store.pushTokens(of: second) == [.numbered(19)])
        #expect(try await service.store.pushTokens(of: first).count == 15)
        try await service.pushTokens.forget(token: PushToken.numbered(18).token.uppercased(), of: first)
        #expect(try await service.store.pushTokens(of: first).count == 14)
    }

    @Test(
        "what is no token is refused",
        arguments: [
            PushToken(token: "xyz", topic: "org.example.games", environment: .sandbox),
            PushToken(token: "", topic: "org.example.games", environment: .sandbox),
            PushToken(token: String(repeating: "ab", count: 201), topic: "org.example", environment: .sandbox),
            PushToken(token: "ab", topic: "org example", environment: .sandbox),
            PushToken(token: "ab", topic: "", environment: .sandbox),
            PushToken(token: "ab", topic: "org.example", environment: .sandbox, timeZone: ""),
            PushToken(token: "ab", topic: "org.example", environment: .sandbox, timeZone: "Mars Olympus"),
        ])
    func refusals(_ token: PushToken) async throws {
        let service = try TestService()
        let error = try await #require(throws: ServiceError.self) {
            try await service.pushTokens.register(token, of: people[0].player)
        }
        #expect(error.code == .badRequest)
    }
}

extension PushToken {
    fileprivate static func numbered(_ number: Int) -> PushToken {
        PushToken(
            token: "ab" + String(number + 0x100, radix: 16) + "0", topic: "org.example.games", environment: .sandbox)
    }
}
