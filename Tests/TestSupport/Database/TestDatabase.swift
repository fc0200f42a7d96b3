import Foundation
package import GameRules
import Logging
package import Postgres
package import RoundtableStore
import Synchronization
package import Testing

/// A database of one test's own: every migration, no rows.
package struct TestDatabase: Sendable {
    /// Its name on the server.
    package let name: String
    /// How to reach it.
    package let configuration: PostgresConfiguration
    /// Connections to it.
    package let pool: PostgresPool
    /// The service's stores in it.
    package let store: PostgresStore

    @TaskLocal private static var lent: TestDatabase?

    /// The database of the running test.
    ///
    /// - Throws: an expectation that fails, in a test without the trait `.database`.
    package static var current: TestDatabase {
        get throws { try #require(lent, "This test lacks the trait .database") }
    }

    /// Whether the tests' server has all rows itself; if not, sessions are distributed.
    package static var isOnOneNode: Bool {
        get async { (try? await TestServer.shared.workers.isEmpty) ?? true }
    }

    /// Whether what waits at the same moment is written and read by one statement, as usual, and not session by
    /// session, as where they are distributed. `ROUNDTABLE_TEST_BATCHES=off` has the tests of one server take the other
    /// way.
    package static var isBatched: Bool {
        get async {
            await isOnOneNode && ProcessInfo.processInfo.environment["ROUNDTABLE_TEST_BATCHES"] != "off"
        }
    }

    /// Makes a database, lends it to a test as ``current``, and drops it, however the test ends.
    static func lend(to body: @Sendable () async throws -> Void) async throws {
        let server = try await TestServer.shared
        let database = try await make(on: server)
        let outcome = await Result.of { try await $lent.withValue(database) { try await body() } }
        try await database.drop(from: server)
        try outcome.get()
    }

    /// The result of something that is done with a database of its own as ``current``, besides that of the test.
    package static func lent<Result: Sendable>(
        to body: @Sendable () async throws -> Result
    ) async throws -> Result {
        let result = Mutex<Result?>(nil)
        try await lend {
            let made = try await body()
            result.withLock { $0 = made }
        }
        return try #require(result.withLock { $0 })
    }

    private static func make(on server: TestServer) async throws -> TestDatabase {
        let template = server.template
        let name = "test_" + UUID().uuidString.lowercased().replacing("-", with: "")
        // NB: by files, which takes a third of the processor's time that pages in the write-ahead log do.
        try await server.onEveryNode(
            "CREATE DATABASE \(unescaped: name) TEMPLATE \(unescaped: template) STRATEGY FILE_COPY")
        var configuration = try PostgresConfiguration(url: server.url).with(database: name)
        configuration.isDistributed = await !isBatched
        let pool = PostgresPool(configuration: configuration, options: .ofTests, logger: .quiet)
        let store = try PostgresStore.ofTests(over: pool, configuration)
        return TestDatabase(name: name, configuration: configuration, pool: pool, store: store)
    }

    /// Lends another store of this database, by a program that has other games.
    package func withStore(
        of games: GameLibrary, _ body: (PostgresStore) async throws -> Void
    ) async throws {
        try await PostgresStore.lend(by: configuration, games: games, to: body)
    }

    private func drop(from server: TestServer) async throws {
        await store.close()
        try await server.onEveryNode("DROP DATABASE \(unescaped: name) WITH (FORCE)")
    }
}

/// Gives each test a database of its own: ``TestDatabase/current``.
package struct DatabaseTrait: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await TestDatabase.lend(to: function)
    }
}

extension Trait where Self == DatabaseTrait {
    /// A database of the test's own.
    package static var database: Self { DatabaseTrait() }
}
