import GameRules
import Postgres
import Roundtable
import RoundtableStore
import TestSupport
import Testing

@Suite("The list of a player's sessions", .database)
struct SessionListTests {
    let service: TestService
    let people = Person.group(of: 2)

    init() throws { service = try TestService() }

    private func list(
        for person: Person, phase: Session.Phase? = nil, yourTurn: Bool? = nil, limit: Int = 50,
        after: SessionQuery.Place? = nil
    ) async throws -> [SessionID] {
        let filter = SessionQuery(phase: phase, yourTurn: yourTurn, limit: limit, after: after)
        return try await service.sessions.sessions(of: person.player, filter, languages: []).page.map(\.id)
    }

    @Test("has the sessions in which one has a seat, the newest change first")
    func order() async throws {
        let older = try await service.open("tic-tac-toe", by: people[0]).session.id
        service.time.advance(seconds: 1)
        let newer = try await service.open("tic-tac-toe", by: people[0]).session.id
        #expect(try await list(for: people[0]) == [newer, older])
        #expect(try await list(for: people[1]) == [])
        service.time.advance(seconds: 1)
        _ = try await service.join(older, by: people[1])
        #expect(try await list(for: people[0]) == [older, newer])
        #expect(try await list(for: people[1]) == [older])
    }

    @Test("ends a page early whose sessions have many names, and goes on where it ended")
    func manyNames() async throws {
        let pool = try TestDatabase.current.pool
        let id = try await service.open("ice-cream", by: people[0], seats: 32).session.id
        _ = try await pool.query(
            """
            UPDATE sessions SET seating = replace(seating::text, '"state":"open"',
                '"player":"\(unescaped: "\(people[1].player)")","nickname":"Ämber"')::json
            """)
        _ = try await pool.query(
            """
            INSERT INTO sessions
            SELECT (json_populate_record(s, json_build_object(
                'session_id', md5(n::text)::uuid, 'updated_at', s.updated_at + n * interval '1 second'))).*
            FROM sessions s CROSS JOIN generate_series(1, 99) AS n
            """)
        _ = try await pool.query(
            """
            INSERT INTO session_players SELECT session_id, \(people[0].player.uuid), updated_at FROM sessions
            ON CONFLICT DO NOTHING
            """)
        var (found, pages, after) = ([SessionID](), 0, SessionQuery.Place?.none)
        repeat {
            let filter = SessionQuery(limit: 100, after: after)
            let list = try await service.sessions.sessions(of: people[0].player, filter, languages: [])
            found += list.page.map(\.id)
            after = list.next
            pages += 1
        } while after != nil && pages < 20
        #expect(found.count == 100 && Set(found).count == 100 && found.last == id)
        #expect((6...8).contains(pages))
    }

    @Test("can be filtered by whose turn it is")
    func yourTurn() async throws {
        let hers = try await service.open("tic-tac-toe", by: people[0]).session.id
        let his = try await service.open("tic-tac-toe", by: people[0], move: "b2").session.id
        _ = try await service.join(his, by: people[1])
        #expect(try await list(for: people[0], yourTurn: true) == [hers])
        #expect(try await list(for: people[0], yourTurn: false) == [his])
        #expect(try await list(for: people[1], yourTurn: true) == [his])
        #expect(try await list(for: people[1], yourTurn: false) == [])
    }

    @Test("finds by the players who are to act those whose turn it is, whoever they have become")
    func acting() async throws {
        let home = try await Household()
        let id = try await home.service.open("ice-cream", by: home.amber).session.id
        _ = try await home.service.join(id, by: home.ben)
        func listed(_ person: Person, _ yourTurn: Bool) async throws -> [SessionID] {
            let filter = SessionQuery(yourTurn: yourTurn, limit: 10)
            return try await home.service.store.sessions(of: person.player, filter).sessions.map(\.id)
        }
        for person in [home.amber, home.ben] { #expect(try await listed(person, true) == [id]) }
        let code = try await home.service.links.makeCode(for: home.newBen.player).code
        _ = try await home.service.links.enter(code.text, by: home.ben.player)
        #expect(try await listed(home.newBen, true) == [id])
        #expect(try await listed(home.newBen, false) == [])
        #expect(try await TestDatabase.current.store.verify(after: nil, limit: 10).map(\.problem) == [nil])
        try await home.service.successions.erase(home.newBen.player)
        #expect(try await listed(home.amber, true) == [id])
        #expect(try await TestDatabase.current.store.verify(after: nil, limit: 10).map(\.problem) == [nil])
    }

    @Test("takes no more than two connections for one player, however many requests there are")
    func fair() async throws {
        _ = try await service.open("tic-tac-toe", by: people[0])
        let (service, player) = (service, people[0].player)
        let pool = try TestDatabase.current.pool
        let lists = try await pool.withTransaction { transaction in
            _ = try await transaction.query("LOCK TABLE session_players IN ACCESS EXCLUSIVE MODE")
            let lists = (0..<16).map { _ in
                Task {
                    try await service.sessions.sessions(of: player, SessionQuery(limit: 10), languages: []).page.count
                }
            }
            var waiting: [Int] = []
            while waiting.filter({ $0 == 2 }).count < 10 {
                let rows = try await pool.query(
                    """
                    SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                    WHERE d.datname = current_database() AND NOT granted
                    """)
                waiting.append(try #require(try rows.first?.decode(at: 0, as: Int.self)))
            }
            #expect(waiting.allSatisfy { $0 <= 2 })
            return lists
        }
        for list in lists { #expect(try await list.value == 1) }
    }

    @Test("can be filtered by state")
    func phase() async throws {
        let active = try await service.open("tic-tac-toe", by: people[0]).session.id
        let waiting = try await service.open("deal", by: people[0]).session.id
        let draft = try await service.open(
            "tic-tac-toe", by: people[0], request: service.request(of: people[0], send: .draft)
        ).session.id
        #expect(try await list(for: people[0], phase: .active) == [active])
        #expect(try await list(for: people[0], phase: .waiting) == [waiting])
        #expect(try await list(for: people[0], phase: .draft) == [draft])
        #expect(try await list(for: people[0], phase: .finished) == [])
    }

    @Test("comes in pages that neither repeat nor lose a session, also when several changed at the same instant")
    func pages() async throws {
        var all: Set<SessionID> = []
        for number in 0..<7 {
            all.insert(try await service.open("tic-tac-toe", by: people[0]).session.id)
            if number.isMultiple(of: 3) { service.time.advance(seconds: 1) }
        }
        var seen: [SessionID] = []
        var place: SessionQuery.Place?
        repeat {
            let filter = SessionQuery(limit: 2, after: place)
            let page = try await service.store.sessions(of: people[0].player, filter)
            seen += page.sessions.map(\.id)
            place = page.next
        } while place != nil
        #expect(seen.count == 7)
        #expect(Set(seen) == all)
    }

    @Test("sessions whose time is over are found, the latest first, those in time are not")
    func overdue() async throws {
        let soon = try await service.open("tic-tac-toe", by: people[0], timeout: 10).session.id
        let sooner = try await service.open("tic-tac-toe", by: people[0], timeout: 5).session.id
        _ = try await service.open("tic-tac-toe", by: people[0], timeout: 500)
        _ = try await service.open("tic-tac-toe", by: people[0])
        for session in [soon, sooner] { _ = try await service.join(session, by: people[1]) }
        let early = ClockReading(service.time.now.adding(seconds: 4))
        let now = ClockReading(service.time.now.adding(seconds: 10))
        #expect(try await service.store.overdue(at: early, after: nil, limit: 10) == [])
        let all = try await service.store.overdue(at: now, after: nil, limit: 10)
        #expect(all.map(\.session) == [sooner, soon] && all.allSatisfy { !$0.isFaulty })
        let first = try await service.store.overdue(at: now, after: nil, limit: 1)
        #expect(first.map(\.session) == [sooner])
        let second = try await service.store.overdue(at: now, after: first.last?.mark, limit: 1)
        #expect(second.map(\.session) == [soon])
    }
}
