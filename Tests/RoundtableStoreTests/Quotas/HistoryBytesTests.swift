import Foundation
import GameRules
import Postgres
import RoundtableModel
import TestSupport
import Testing

@testable import Roundtable
@testable import RoundtableStore

@Suite("Bytes of a session and of a player", .database)
struct HistoryBytesTests {
    let people = Person.group(of: 2)

    private func service(_ change: (inout Quotas) -> Void = { _ in }) throws -> TestService {
        var quotas = Quotas()
        change(&quotas)
        return try TestService(quotas: quotas)
    }

    /// The sum over the rows of a session's events.
    private func storedBytes(of session: SessionID) async throws -> Int {
        let columns = [
            "details", "move", "request_hash", "answer_to", "answer_names", "answer_language", "answer_claims",
        ]
        let sum = columns.map { column in
            let text = ["details", "move", "answer_claims"].contains(column) ? "::text" : ""
            return "coalesce(octet_length(\(column)\(text)), 0)"
        }.joined(separator: " + ")
        let rows = try await TestDatabase.current.pool.query(
            "SELECT sum(64 + \(unescaped: sum)) FROM events WHERE session_id = \(session.uuid)")
        return try #require(try rows.first?.decode(at: 0, as: Int?.self))
    }

    private func charged() async throws -> [Int] {
        let rows = try await TestDatabase.current.pool.query("SELECT bytes FROM player_bytes ORDER BY bytes")
        return try rows.map { try $0.decode(at: 0) }
    }

    private func expectRefusal(by quota: Quota, _ body: () async throws -> Void) async throws {
        let error = await #expect(throws: ServiceError.self) { try await body() }
        #expect(error?.code == .quotaExceeded && error?.quota == quota)
    }

    @Test("those of a session's events are counted to the byte, whoever makes them and in whatever way")
    func exact() async throws {
        let service = try service()
        let id = try await service.open("tic-tac-toe", by: people[0], timeout: 60).session.id
        let draft = try await service.move("b2", by: people[0], in: id, revision: 1).message.token
        _ = try await service.open(draft, by: people[1], from: people[0])
        _ = try await service.move("a1", by: people[1], in: id, revision: 2, send: .now)
        service.time.advance(seconds: 100)
        try await service.deadlines.sweep()
        let session = try await service.session(id)
        #expect(session.revision == 4 && session.newest?.kind == .timedOut)
        #expect(session.seating.bytes.count == 2 && session.seating.bytes.allSatisfy { $0 > 0 })
        #expect(try await session.seating.historyBytes == storedBytes(of: id))
        #expect(try await charged() == [])
        #expect(try await TestDatabase.current.store.verify(after: nil, limit: 10).map(\.problem) == [nil])
    }

    @Test("a session whose history is too long takes no move and no draft more, but can be ended")
    func session() async throws {
        let service = try service { $0.sessionBytes = 30_000 }
        let id = try await service.begin(by: people[0], bytes: 6000)
        _ = try await service.update(id, by: people[0], revision: 1, bytes: 10_000)
        for mode in [SendMode.now, .draft] {
            try await expectRefusal(by: .sessionBytes) {
                _ = try await service.update(id, by: people[0], revision: 2, bytes: 6000, send: mode)
            }
        }
        #expect(try await service.session(id).revision == 2)
        _ = try await service.turns.submit(
            .resign, in: id, basedOn: 2, service.request(of: people[0], send: .now))
        #expect(try await service.session(id).revision == 3)
        #expect(try await service.session(id).seating.historyBytes == storedBytes(of: id))
    }

    @Test("a draft for which no bytes are left when its message is sent is overtaken, and offered no more")
    func lateDraft() async throws {
        let id = try await service().open("tic-tac-toe", by: people[0]).session.id
        let draft = try await service().move("b2", by: people[0], in: id, revision: 1)
        let strict = try service { $0.sessionBytes = 10 }
        let sent = try await strict.sent(draft.message.token, by: people[0])
        #expect(sent.status == .overtaken && sent.session.draft == nil && sent.session.revision == 1)
        #expect(try await strict.view(of: id, for: people[0]).draft == nil)
    }

    @Test("a seat that uses up what it can leaves the others bytes to go on, and time runs out all the same")
    func flood() async throws {
        let service = try service { $0.sessionBytes = 40_000 }
        let newSession = SessionService.NewSession(
            game: "open", options: ["order": "anyone"], seats: 2, move: ["state": "begun"],
            clock: ClockSettings(turnSeconds: 60))
        let id = try await service.sessions.create(newSession, service.request(of: people[0], send: .now)).session.id
        _ = try await service.join(id, by: people[1])
        var revision = 2
        try await expectRefusal(by: .sessionBytes) {
            while revision < 100 {
                _ = try await service.update(id, by: people[0], revision: revision, bytes: 4000)
                revision += 1
            }
        }
        #expect((6...10).contains(revision))
        _ = try await service.update(id, by: people[1], revision: revision, bytes: 4000)
        try await expectRefusal(by: .sessionBytes) {
            _ = try await service.update(id, by: people[0], revision: revision + 1, bytes: 4000)
        }
        service.time.advance(seconds: 60)
        try await service.deadlines.sweep()
        let session = try await service.session(id)
        #expect(session.revision == revision + 3 && session.newest?.kind == .timedOut && session.isClockPaused)
        #expect(try await session.seating.historyBytes == storedBytes(of: id))
    }

    @Test("a player's day has a quota, which large turns are charged with, or not written at all")
    func player() async throws {
        let service = try service { $0.playerBytes = 4 * ByteCharge.unit }
        let id = try await service.begin(by: people[0], bytes: 1000)
        var revision = 1
        for _ in 0..<5 {
            _ = try await service.update(id, by: people[0], revision: revision, bytes: 30_000)
            revision += 1
        }
        #expect(try await charged() == [4 * ByteCharge.unit])
        let before = try await service.session(id).seating.bytes
        try await expectRefusal(by: .playerBytes) {
            for _ in 0..<2 {
                _ = try await service.update(id, by: people[0], revision: revision, bytes: 30_000)
                revision += 1
            }
        }
        // What is refused is not even tried: what is rolled back would be in the database's log all the same.
        let pool = try TestDatabase.current.pool
        _ = try await pool.query(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'written'; END $$
            """)
        _ = try await pool.query("CREATE TRIGGER refuse BEFORE UPDATE ON sessions EXECUTE FUNCTION refuse()")
        try await expectRefusal(by: .playerBytes) {
            _ = try await service.update(id, by: people[0], revision: revision, bytes: 30_000)
        }
        _ = try await pool.query("DROP TRIGGER refuse ON sessions")
        let session = try await service.session(id)
        #expect(session.revision == revision && (before[0]...before[0] + 50_000).contains(session.seating.bytes[0]))
        #expect(try await session.seating.historyBytes == storedBytes(of: id))
        #expect(try await charged() == [4 * ByteCharge.unit])
        service.time.advance(seconds: 86_400)
        _ = try await service.update(id, by: people[0], revision: revision, bytes: 30_000)
        #expect(try await charged() == [ByteCharge.unit, 4 * ByteCharge.unit])
    }

    @Test("large drafts and large new sessions are charged, small ones are not")
    func draftsAndSessions() async throws {
        let service = try service { $0.playerBytes = 40_000 }
        let id = try await service.begin(by: people[0], bytes: 1000)
        _ = try await service.update(id, by: people[0], revision: 1, bytes: 2000, send: .draft)
        #expect(try await charged() == [])
        _ = try await service.update(id, by: people[0], revision: 1, bytes: 10_000, send: .draft)
        _ = try await service.begin(by: people[0], bytes: 5000)
        let sum = try #require(try await charged().first)
        #expect(sum > 18_000)
        try await expectRefusal(by: .playerBytes) {
            _ = try await service.update(id, by: people[0], revision: 1, bytes: 30_000, send: .draft)
        }
        try await expectRefusal(by: .playerBytes) { _ = try await service.begin(by: people[0], bytes: 20_000) }
        #expect(try await charged() == [sum])
        #expect(try await service.store.sessions(of: people[0].player, SessionQuery(limit: 10)).sessions.count == 2)
    }

    @Test("whoever makes small turns in a large game is charged for the session that they write anew")
    func rewriting() async throws {
        let service = try service { $0.playerBytes = 10 * ByteCharge.unit }
        let id = try await service.begin(by: people[0], bytes: 60_000)
        let begun = try #require(try await charged().first)
        var revision = 1
        func patch(_ mode: SendMode = .now) async throws {
            let move: GameJSON = ["patch": ["n": .integer(revision)]]
            _ = try await service.turns.submit(
                .move(move), in: id, basedOn: revision,
                service.request(of: people[0], send: mode, body: "\(revision) \(mode)"))
            if mode == .now { revision += 1 }
        }
        _ = try await service.turns.submit(
            .move(["state": ["text": .string(text(60_000))]]), in: id, basedOn: revision,
            service.request(of: people[0], send: .now))
        revision += 1
        for _ in 0..<4 { try await patch() }
        let session = try await service.session(id)
        let written = try #require(session.seating.rewritten.first)
        #expect((280_000...320_000).contains(written))
        #expect(try await session.seating.historyBytes == storedBytes(of: id))
        let sum = try #require(try await charged().first)
        #expect((sum - begun) / ByteCharge.unit == (session.seating.historyBytes + written) / ByteCharge.unit)
        try await patch(.draft)
        let ofDraft = try #require(try await charged().first) - sum
        #expect((56_000...58_500).contains(ofDraft))
        try await expectRefusal(by: .playerBytes) { for _ in 0..<10 { try await patch() } }
        #expect(try await TestDatabase.current.store.verify(after: nil, limit: 10).map(\.problem) == [nil])
    }

    @Test("in ordinary games nothing counts but their events", arguments: GameLibrary.testing.names)
    func ordinary(game: GameName) async throws {
        let service = try service()
        let seats = try #require(GameLibrary.testing.newest(game)).seats
        let id = try await service.open(game, by: people[0], seats: max(2, seats.lowerBound)).session.id
        _ = try await service.join(id, by: people[1])
        #expect(try await service.session(id).seating.rewritten == [])
    }

    @Test("two turns of one player at once stay within the quota together")
    func atOnce() async throws {
        let service = try service { $0.playerBytes = ByteCharge.unit }
        var ids: [SessionID] = []
        for _ in 0..<4 {
            let id = try await service.begin(by: people[0], bytes: 1000)
            _ = try await service.update(id, by: people[0], revision: 1, bytes: 20_000)
            ids.append(id)
        }
        let revisions = try await withThrowingTaskGroup(of: Int.self) { group in
            for id in ids {
                group.addTask {
                    _ = try? await service.update(id, by: people[0], revision: 2, bytes: 20_000)
                    return try await service.session(id).revision
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(revisions.sorted() == [2, 2, 2, 3])
        #expect(try await charged() == [ByteCharge.unit])
    }

    @Test("what was charged goes with the player, over to whom they are linked, and when the day is long over")
    func goes() async throws {
        let store = try TestDatabase.current.store
        let home = try await Household()
        func charge(_ person: Person, _ bytes: Int, at now: Date) async throws {
            let charge = ByteCharge(player: person.player, at: now, bytes: bytes, quota: .max)
            #expect(try await store.pool.query(charge.statement).affectedRows == 1)
        }
        let now = home.service.time.now
        for (person, bytes) in [(home.ben, 1), (home.newBen, 2), (home.amber, 4)] {
            try await charge(person, bytes, at: now)
        }
        try await charge(home.newBen, 8, at: now.adding(seconds: 86_400))
        try await home.link()
        #expect(try await charged() == [3, 4, 8])
        try await store.forgetCharges(before: now.adding(seconds: 86_400))
        #expect(try await charged() == [8])
        try await home.service.successions.erase(home.ben.player)
        #expect(try await charged() == [])
    }

    @Test("a page of events ends where they become too large, and the next goes on there")
    func pages() async throws {
        let service = try service()
        let id = try await service.begin(by: people[0], bytes: 1000)
        for revision in 1..<25 { _ = try await service.update(id, by: people[0], revision: revision, bytes: 60_000) }
        let asker = Asker(player: people[0].player, local: people[0].local)
        var (seen, after, pages): ([Int], Int?, Int) = ([], 0, 0)
        while let from = after {
            let page = try await service.sessions.events(of: id, after: from, limit: 100, for: asker, languages: [])
            let bytes = page.events.map { $0.move.map { $0.data.count } ?? 0 }.reduce(0, +)
            #expect(page.events.count == 1 || bytes <= EventPage.bytes)
            seen += page.events.map(\.revision)
            (after, pages) = (page.next, pages + 1)
        }
        #expect(seen == Array(1...25) && (5...8).contains(pages))
        #expect(try await TestDatabase.current.store.verify(after: nil, limit: 10).map(\.problem) == [nil])
    }

    @Test("a list reads no position, and of a long text only that there was a move")
    func list() async throws {
        let service = try service()
        let id = try await service.begin(by: people[0], bytes: 1000)
        let sentences = JSONValue(members: (0..<20).map { ("l\($0)", JSONValue.string("\($0)" + text(900))) })
        let move: GameJSON = ["state": 1, "texts": ["caption": sentences]]
        _ = try await service.turns.submit(
            .move(move), in: id, basedOn: 1,
            service.request(of: people[0], send: .now))
        _ = try await TestDatabase.current.pool.query(
            "UPDATE sessions SET position = '7' WHERE session_id = \(id.uuid)")
        let list = try await service.sessions.sessions(of: people[0].player, .init(limit: 10), languages: ["en"]).page
        #expect(list.map(\.summaryText) == ["You made a move"])
    }

    @Test("sessions are removed and archived in parts that are not too large")
    func parts() {
        let sizes = [10, 6, 1, 40, 3, 0, 0].map { $0 << 20 }
        let sessions = sizes.enumerated().map { (id: UUID.numbered(UInt64($0)), bytes: $1) }
        #expect(PostgresStore.parts(of: sessions).map(\.count) == [2, 1, 1, 3])
        #expect(PostgresStore.parts(of: []) == [])
    }
}

private func text(_ bytes: Int) -> String { String(repeating: "x", count: bytes) }

extension TestService {
    /// Begins an open game in which anybody may move, with a state of some bytes.
    fileprivate func begin(by person: Person, bytes: Int) async throws -> SessionID {
        let newSession = SessionService.NewSession(
            game: "open", options: ["order": "anyone"], seats: 2,
            move: ["state": .string(text(bytes))])
        return try await self.sessions.create(newSession, request(of: person, send: .now)).session.id
    }

    /// Replaces its state.
    fileprivate func update(
        _ session: SessionID, by person: Person, revision: Int, bytes: Int, send: SendMode = .now
    ) async throws -> TurnAnswer {
        let move: GameJSON = ["state": .string(text(bytes) + "\(revision)")]
        return try await self.turns.submit(
            .move(move), in: session, basedOn: revision,
            request(of: person, send: send, body: "\(revision) \(bytes)"))
    }
}
