package import GameRules
import Logging
package import Postgres
package import RoundtableStore

extension PostgresStore {
    /// A store of the tests' games over a pool.
    package static func ofTests(
        over pool: PostgresPool, _ configuration: PostgresConfiguration, games: GameLibrary = .testing
    ) throws -> PostgresStore {
        try PostgresStore(pool: pool, configuration: configuration, games: games, logger: .quiet)
    }

    /// Lends a store with connections of its own.
    package static func lend<Result>(
        by configuration: PostgresConfiguration, games: GameLibrary = .testing,
        to body: (PostgresStore) async throws -> Result
    ) async throws -> Result {
        let pool = PostgresPool(configuration: configuration, options: .ofTests, logger: .quiet)
        let store = try ofTests(over: pool, configuration, games: games)
        do {
            let result = try await body(store)
            await store.close()
            return result
        } catch {
            await store.close()
            throw error
        }
    }
}
