import Foundation
import GameRules
import Postgres
import Roundtable
import TestSupport
import Testing

@Suite("Many who watch one session", .database)
struct ManyWatchersTests {
    let people = Person.group(of: 2)

    /// So many players who have each opened a message of a session.
    private func onlookers(_ count: Int, of session: SessionID) async throws -> [Asker] {
        let askers = (0..<count).map { number in
            Asker(player: .numbered(100 + number), local: ParticipantID(.numbered(UInt64(number), kind: 9)))
        }
        _ = try await TestDatabase.current.pool.query(
            """
            INSERT INTO devices (session_id, player_id, local_id, remote_ids, aliases, first_seen_at, seen_at)
            SELECT v.session_id, i.player_id, i.local_id, v.remote_ids, v.aliases, v.first_seen_at, v.seen_at
            FROM unnest(\(askers.map(\.player.uuid)), \(askers.compactMap { $0.local?.uuid }))
                AS i (player_id, local_id)
            CROSS JOIN (SELECT * FROM devices WHERE session_id = \(session.uuid) LIMIT 1) v
            """)
        return askers
    }

    @Test("a thousand who wait are shown a change by a fraction of as many statements", arguments: [true, false])
    func together(namesReader: Bool) async throws {
        try await CountedStore.lend { counted in
            let service = try TestService(store: counted.store)
            let id = try await service.open("tic-tac-toe", by: people[0]).session.id
            let askers = try await onlookers(1000, of: id)
            let watches = askers.map { _ in service.changes.watch(id) }
            let record = try #require(try await service.store.record(of: id, for: askers[0]))
            let found = try await withThrowingTaskGroup(of: Int?.self) { group in
                for (asker, watch) in zip(askers, watches) {
                    group.addTask {
                        guard namesReader else {
                            return try await service.sessions.nextRevision(of: watch, otherThan: 1, for: .seconds(60))
                        }
                        let seen = service.sessions.seen(record, by: asker)
                        return try await service.sessions.next(
                            of: watch, as: asker, otherThan: seen, for: .seconds(60)
                        ) { $0.session.revision > 1 ? $0.session.revision : nil }
                    }
                }
                try await Task.sleep(for: .milliseconds(100))
                let before = try counted.statements
                _ = try await service.join(id, by: people[1])
                let found = try await group.reduce(into: [Int?]()) { $0.append($1) }
                // The commit and what it reads, then what it shows: a dozen statements. NB: on a busy machine some
                // begin to wait only now, and the slower they are woken, the fewer are shown it together.
                #expect(try counted.statements - before <= 250)
                return found
            }
            #expect(found == Array(repeating: 2, count: 1000))
        }
    }

    /// How often somebody's view is looked at for what has happened since they began to watch.
    private func looks(_ watch: Watch, of person: Person, knowing seen: SeenSession, by service: TestService)
        async throws -> Int
    {
        let looks = Tally()
        let found: Int? = try await service.sessions.next(
            of: watch, as: person.asker, otherThan: seen, for: .zero
        ) { _ in
            looks.add()
            return nil
        }
        #expect(found == nil)
        return looks.count
    }

    /// What somebody sees of a session now.
    private func seen(_ session: SessionID, by person: Person, of service: TestService) async throws -> SeenSession {
        let record = try await service.sessions.record(of: session, for: person.asker)
        return service.sessions.seen(record, by: person.asker)
    }

    @Test("that a message was not sent is shown to its author alone; nobody else's view is written for that")
    func unsent() async throws {
        let service = try TestService()
        let id = try await service.open("tic-tac-toe", by: people[0]).session.id
        let token = try await service.join(id, by: people[1]).message.token
        let readers = [people[0], people[1].onAnotherDevice]
        let watches = readers.map { service.changes.watch(id, by: $0.player) }
        let seen = try await [seen(id, by: readers[0], of: service), seen(id, by: readers[1], of: service)]
        for _ in 1...3 {
            for _ in 1...2 {
                await #expect(throws: ServiceError.self) { try await service.cancel(token, by: people[1]) }
            }
            #expect(try await looks(watches[0], of: readers[0], knowing: seen[0], by: service) == 0)
            #expect(try await looks(watches[1], of: readers[1], knowing: seen[1], by: service) == 1)
            _ = try await service.sent(token, by: people[1])
        }
        // What is notified to everybody may still be nothing that this reader sees.
        service.changes.wake(id)
        #expect(try await looks(watches[0], of: readers[0], knowing: seen[0], by: service) == 0)
        _ = try await service.move("b2", by: people[0], in: id, revision: 2, send: .now)
        for index in 0...1 {
            #expect(try await looks(watches[index], of: readers[index], knowing: seen[index], by: service) == 1)
        }
    }

    @Test("a view with a draft is written again when the draft expires, and not before")
    func drafted() async throws {
        let service = try TestService()
        let id = try await service.open("tic-tac-toe", by: people[0]).session.id
        _ = try await service.move("b2", by: people[0], in: id, revision: 1)
        let watch = service.changes.watch(id, by: people[0].player)
        let seen = try await seen(id, by: people[0], of: service)
        service.changes.wake(id)
        #expect(try await looks(watch, of: people[0], knowing: seen, by: service) == 0)
        service.changes.recheck(id, unlessNotifiedSince: .now)
        #expect(try await looks(watch, of: people[0], knowing: seen, by: service) == 0)
        service.time.advance(seconds: 8 * 86_400)
        service.changes.recheck(id, unlessNotifiedSince: .now)
        #expect(try await looks(watch, of: people[0], knowing: seen, by: service) == 1)
    }

    @Test("a view with a claim is written again when the claim changes, and not before")
    func reclaimed() async throws {
        let lost = try await LostPhone()
        let (service, id) = (lost.service, lost.session)
        _ = try await lost.reclaim()
        let watch = service.changes.watch(id, by: lost.people[0].player)
        let seen = try await seen(id, by: lost.people[0], of: service)
        service.changes.wake(id)
        #expect(try await looks(watch, of: lost.people[0], knowing: seen, by: service) == 0)
        service.time.advance(seconds: 30 * 86_400)
        service.changes.recheck(id, unlessNotifiedSince: .now)
        #expect(try await looks(watch, of: lost.people[0], knowing: seen, by: service) == 1)
    }

    @Test("each of many is shown what is theirs, and as the session is read for one alone")
    func each() async throws {
        let service = try TestService()
        let id = try await service.open("ice-cream", by: people[0], seats: 3).session.id
        _ = try await service.move("Base=base01", by: people[0], in: id, revision: 1)
        let askers = try await onlookers(2000, of: id) + people.map(\.asker)
        let records = try await service.store.records(of: id, for: askers)
        #expect(records.count == askers.count)
        for (asker, record) in zip(askers, records) where asker.player != people[1].player {
            let record = try #require(record)
            #expect(record.session.revision == 1 && record.isKnownReader)
            #expect(record.device?.player == asker.player)
            #expect((record.draft != nil) == (asker.player == people[0].player))
        }
        #expect(records.last??.isKnownReader == false)
        let nowhere = SessionID(UUID())
        #expect(try await service.store.records(of: nowhere, for: askers).allSatisfy { $0 == nil })
    }

    @Test("a claim is shown to each of many")
    func claimed() async throws {
        let lost = try await LostPhone()
        _ = try await lost.reclaim()
        let records = try await lost.service.store.records(of: lost.session, for: lost.people.map(\.asker))
        #expect(records.map { $0?.claims.count } == [1, 1, 1, 1])
    }
}
