import Foundation
import GameRules
import RoundtableJSON
import Postgres
import Synchronization
import TestSupport
import Testing

@testable import Roundtable
@testable import RoundtableStore

/// Sessions that are kept as they were at every hundredth revision.
@Suite("Snapshots", .database)
struct SnapshotTests {
    private let moves = Tally()
    private let people = Person.group(of: 2)

    private var games: GameLibrary {
        GameLibrary([LeakingGame(DealGame()) { $0.applied = { [moves] _ in moves.add() } }])
    }

    /// A session of two, played up to a revision.
    private func play(_ service: TestService, upTo revision: Int) async throws -> SessionID {
        let id = try await service.open("deal", by: people[0]).session.id
        _ = try await service.join(id, by: people[1])
        for next in 2..<revision {
            _ = try await service.move("draw", by: people[next % 2], in: id, revision: next, send: .now)
        }
        return id
    }

    private func snapshots(of session: SessionID) async throws -> [Int] {
        try await TestDatabase.current.pool.query(
            "SELECT revision FROM snapshots WHERE session_id = \(session.uuid) ORDER BY revision"
        ).map { try $0.decode(at: 0) }
    }

    @Test("are written at every hundredth revision; an earlier board is rebuilt from the nearest, by its moves alone")
    func nearest() async throws {
        let games = games
        try await TestDatabase.current.withStore(of: games) { store in
            let service = try TestService(store: store, games: games)
            let id = try await play(service, upTo: 230)
            #expect(try await snapshots(of: id) == [100, 200])
            let record = try #require(try await store.record(of: id, for: nil))
            let events = try await service.events(of: id)
            for (revision, replayed) in [
                (0, 0), (1, 0), (2, 0), (3, 1), (99, 97), (100, 0), (101, 1), (199, 99), (200, 0), (229, 29), (230, 0),
            ] {
                let expected =
                    revision == 0
                    ? try Session.beginning(with: events.first, of: record.session.identity, games: games)
                    : try Session.replaying(Array(events.prefix(revision)), of: record.session.identity, games: games)
                var found: Session?
                let count = try await moves.counting {
                    found = try await service.context.earlier.session(
                        of: record, at: revision, in: store, for: .address(.unknown))
                }
                let earlier = try #require(found)
                #expect(earlier.differences(from: expected) == [], "\(revision)")
                #expect(count == replayed, "\(revision)")
            }
        }
    }

    @Test("who asks for the same board at the same moment shares one replay")
    func together() async throws {
        let games = games
        try await TestDatabase.current.withStore(of: games) { store in
            let service = try TestService(store: store, games: games)
            let id = try await play(service, upTo: 160)
            let newest = try #require(try await store.record(of: id, for: nil)?.session.newest)
            let token = service.context.address(of: newest.message, in: id).token
            let pages = service.publicMessages
            let count = try await moves.counting {
                try await withThrowingTaskGroup(of: String.self) { group in
                    for number in 0..<64 {
                        group.addTask {
                            let record = try await pages.record(of: token)
                            let page = try await pages.page(
                                token, at: number.isMultiple(of: 2) ? 50 : 150, in: record, languages: [])
                            return page.board.summary
                        }
                    }
                    try await group.waitForAll()
                }
            }
            #expect(count == 48 + 50)
        }
    }

    @Test("are written in the turn's own transaction, by a batch and by a transaction alike", arguments: [true, false])
    func written(isBatch: Bool) async throws {
        let service = try TestService()
        let id = try await play(service, upTo: 99)
        let record = try #require(try await service.store.record(of: id, for: nil))
        let decision = try record.session.deciding(
            Proposal(.move(.move("draw")), by: people[1].player, basedOn: 99), at: service.time.now)
        let row = try CommitRow(Commit(decision, generation: record.generation))
        let pool = try TestDatabase.current.pool
        for count in [1, 0] {
            if isBatch {
                #expect(try await pool.query(CommitRow.statement(for: [row])).count == count)
            } else {
                #expect(try await row.execute(on: pool) == (count == 1 ? false : nil))
            }
            #expect(try await snapshots(of: id) == [100])
        }
        let snapshot = try #require(try await service.store.snapshot(of: id, upTo: 1000))
        #expect(snapshot.differences(from: decision.session) == [])
        #expect(try await service.store.snapshot(of: id, upTo: 99) == nil)
    }

    @Test("are written whenever the history has grown by 192 KiB, and count in it")
    func byBytes() async throws {
        let service = try TestService()
        let id = try await service.open("open", by: people[0], seats: 1).session.id
        let state = String(repeating: "x", count: 60_000)
        for revision in 1...20 {
            let move = GameJSON(Data(#"{"state": "\#(revision) \#(state)"}"#.utf8))
            _ = try await service.turns.submit(
                .move(move), in: id, basedOn: revision,
                service.request(of: people[0], send: .now, body: "\(revision)"))
        }
        let kept = try await snapshots(of: id)
        #expect((7...9).contains(kept.count) && kept.allSatisfy { $0 % 100 != 0 })
        let record = try #require(try await service.store.record(of: id, for: nil))
        let rows = try await TestDatabase.current.pool.query(
            """
            SELECT (SELECT sum(octet_length(details::text) + coalesce(octet_length(move::text), 0)) FROM events) + (
                SELECT sum(octet_length(position::text)) FROM snapshots)
            """)
        let stored = try #require(try rows.first?.decode(at: 0, as: Int.self))
        #expect((stored...stored + 21 * 300).contains(record.session.seating.historyBytes))
        let events = try await service.events(of: id)
        for revision in [1, 8, 9, 10, 15, 19, 20] {
            let earlier = try await service.context.earlier.session(
                of: record, at: revision, in: service.store, for: .player(people[0].player))
            let expected = try Session.replaying(
                Array(events.prefix(revision)), of: record.session.identity, games: .testing)
            #expect(earlier.differences(from: expected) == [], "\(revision)")
        }
        let store = try TestDatabase.current.store
        let line = try #require(try await store.export(id))
        _ = try await TestDatabase.current.pool.query("UPDATE sessions SET phase = 'finished'")
        #expect(try await store.removeFinished([id.uuid], at: nil, archive: nil, noting: nil) == [id])
        _ = try await store.importSession(line, noting: .testing)
        #expect(try await !snapshots(of: id).isEmpty)
    }

    @Test("boards are rebuilt from them on threads of their own, which others come before")
    func threads() async throws {
        let priorities = Mutex<Set<Int32>>([])
        let games = GameLibrary([
            LeakingGame(DealGame()) { game in
                game.applied = { _ in
                    priorities.withLock { _ = $0.insert(getpriority(.init(PRIO_PROCESS.rawValue), 0)) }
                }
            }
        ])
        try await TestDatabase.current.withStore(of: games) { store in
            let service = try TestService(store: store, games: games)
            let id = try await play(service, upTo: 60)
            let record = try #require(try await store.record(of: id, for: nil))
            #expect(priorities.withLock { !$0.contains(10) })
            priorities.withLock { $0 = [] }
            _ = try await service.context.earlier.session(of: record, at: 50, in: store, for: .address(.unknown))
            #expect(priorities.withLock { $0 } == [10])
            priorities.withLock { $0 = [] }
            let verification = VerificationService(context: service.context, store: store, batch: 10)
            for _ in 0..<2 { try await verification.step() }
            #expect(priorities.withLock { $0 } == [10])
        }
    }

    @Test("go with their session, and with its export they are made anew")
    func exported() async throws {
        let service = try TestService()
        let id = try await play(service, upTo: 101)
        let store = try TestDatabase.current.store
        let line = try #require(try await store.export(id))
        let before = try #require(try await store.snapshot(of: id, upTo: 1000))
        _ = try await service.move("finish", by: people[1], in: id, revision: 101, send: .now)
        #expect(try await store.removeFinished([id.uuid], at: nil, archive: nil, noting: nil) == [id])
        #expect(try await snapshots(of: id) == [])
        #expect(try await store.importSession(line, noting: .testing) == id)
        #expect(try await snapshots(of: id) == [100])
        let after = try #require(try await store.snapshot(of: id, upTo: 1000))
        #expect(after.differences(from: before) == [])
    }

    @Test("large events are read a few at a time, and none is left out")
    func largeEvents() async throws {
        let service = try TestService()
        let id = try await service.open("open", by: people[0], seats: 1).session.id
        let state = String(repeating: "α", count: 30_000)
        for revision in 1...30 {
            let move = GameJSON(Data(#"{"state": "\#(revision) \#(state)"}"#.utf8))
            _ = try await service.turns.submit(
                .move(move), in: id, basedOn: revision,
                service.request(of: people[0], send: .now, body: "\(revision)"))
        }
        let first = try await service.store.events(of: id, after: 0, limit: 100)
        #expect((3...6).contains(first.count))
        let asker = Asker(player: people[0].player, local: nil)
        var (revisions, next, pages): ([Int], Int?, Int) = ([], 0, 0)
        while let after = next {
            let list = try await service.sessions.events(of: id, after: after, limit: 100, for: asker, languages: [])
            revisions += list.events.map(\.revision)
            (next, pages) = (list.next, pages + 1)
        }
        #expect(revisions == Array(1...31) && (6...9).contains(pages))
    }
}
