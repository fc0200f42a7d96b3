import Foundation
package import GameRules
import Logging
package import Postgres
package import Roundtable
package import RoundtableStore

extension PostgresStore {
    /// A store of the tests' games over a pool.
    package static func ofTests(
        over pool: PostgresPool, _ configuration: PostgresConfiguration, games: GameLibrary = .testing
    ) throws -> PostgresStore {
        try PostgresStore(pool: pool, configuration: configuration, games: games, logger: .quiet)
    }

    /// Lends a store with connections of its own.
    package static func lend<Value>(
        by configuration: PostgresConfiguration, games: GameLibrary = .testing,
        to body: (PostgresStore) async throws -> Value
    ) async throws -> Value {
        let pool = PostgresPool(configuration: configuration, options: .ofTests, logger: .quiet)
        let store = try ofTests(over: pool, configuration, games: games)
        let outcome = await Result.of { try await body(store) }
        await store.close()
        return try outcome.get()
    }
}

extension PostgresStore {
    /// A session as one line of JSON, where the time does not matter.
    package func export(_ session: SessionID) async throws(ServiceError) -> [UInt8]? {
        try await export(session, at: .ofFiles)
    }

    /// Takes in a session whose time does not matter.
    package func importSession(_ line: [UInt8], noting entry: AuditEntry) async throws(ServiceError) -> SessionID {
        try await importSession(line, at: .ofFiles, noting: entry)
    }
}

extension Date {
    /// The time at which files are written and read: clocks show the same.
    fileprivate static let ofFiles = Date(timeIntervalSince1970: 1_800_000_000)
}
