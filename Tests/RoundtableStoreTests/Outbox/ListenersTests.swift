import Postgres
import Roundtable
import RoundtableStore
import TestSupport
import Testing

@Suite("Whom instances tell", .database)
struct ListenersTests {
    private static let kinds = [
        Listeners(), Listeners(webhook: true), Listeners(push: true), Listeners(webhook: true, push: true),
    ]

    @Test("is nobody where none has started; then whom the one tells that started last")
    func noted() async throws {
        let database = try TestDatabase.current
        let first = try await Listeners(notedOn: database.pool)
        #expect(!first.webhook && !first.push)
        for before in Self.kinds {
            for listeners in Self.kinds {
                try await database.store.note(before)
                try await database.store.note(listeners)
                let noted = try await Listeners(notedOn: database.pool)
                #expect((noted.webhook, noted.push) == (listeners.webhook, listeners.push))
            }
        }
    }

    @Test("is noted by many who start at the same time")
    func together() async throws {
        let database = try TestDatabase.current
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { try await database.store.note(Listeners(webhook: true)) } }
            try await group.waitForAll()
        }
        #expect(try await Listeners(notedOn: database.pool).webhook)
    }
}
