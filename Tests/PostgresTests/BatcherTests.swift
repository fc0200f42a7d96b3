import Foundation
import Metrics
import MetricsTestKit
import ServiceLifecycle
import RoundtableTestTools
import TestSupport
import Testing

@testable import Postgres

@Suite("Batcher")
struct BatcherTests {
    /// Raises one account's balance if it is what was expected. 666 kills the backend, a negative balance is refused.
    struct Raise: Sendable {
        let account: UUID
        var expected = 0
        var amount = 1
    }

    typealias Batcher = PostgresBatcher<Raise, Int>
    typealias Outcome = Result<Int?, PostgresError>

    static let schema = """
        CREATE TABLE account (id uuid PRIMARY KEY, balance int8 NOT NULL CHECK (balance >= 0));
        CREATE TABLE history (account uuid NOT NULL, balance int8 NOT NULL, batch xid8 DEFAULT pg_current_xact_id());
        CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                IF NEW.balance = 666 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
                INSERT INTO history VALUES (NEW.id, NEW.balance);
                RETURN NULL;
            END $$;
        CREATE TRIGGER note AFTER UPDATE ON account FOR EACH ROW EXECUTE FUNCTION note();
        """

    @Sendable static func statement(_ items: [Raise]) -> PostgresStatement {
        """
        UPDATE account SET balance = balance + item.amount
        FROM unnest(\(items.map(\.account)), \(items.map(\.expected)), \(items.map(\.amount)))
            WITH ORDINALITY AS item (id, expected, amount, ordinal)
        WHERE account.id = item.id AND account.balance = item.expected
        RETURNING item.ordinal, account.balance
        """
    }

    @Sendable static func decode(_ row: PostgresRow) throws(PostgresError) -> Int { try row.decode(at: 1) }

    static func makeBatcher(
        _ configuration: PostgresConfiguration, _ options: PostgresBatcherOptions
    ) throws -> Batcher {
        try Batcher(
            configuration: configuration, options: options, key: \.account, statement: statement, decode: decode,
            logger: testLogger)
    }

    /// Lends a batcher over a table with the given accounts, all at 0.
    static func withBatcher(
        accounts: [UUID], workers: Int = 1, options: PostgresBatcherOptions = .init(),
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        configure: (inout PostgresConfiguration) -> Void = { _ in },
        _ body: (Batcher, PostgresPool) async throws -> Void
    ) async throws {
        try await withSchema { pool, schema in
            try await pool.withConnection { try await $0.execute(script: Self.schema) }
            _ = try await pool.query("INSERT INTO account SELECT id, 0 FROM unnest(\(accounts)) AS id")
            var configuration = try testConfiguration()
            configuration.setServerSetting("search_path", to: schema)
            configuration.applicationName = schema
            configuration.metricsFactory = metrics
            configure(&configuration)
            var options = options
            options.workers = workers
            let batcher = try makeBatcher(configuration, options)
            try await body(batcher, pool)
            await batcher.close()
        }
    }

    static func submitAll(_ items: [Raise], to batcher: Batcher) async -> [Outcome] {
        await withTaskGroup(of: (Int, Outcome).self) { group in
            for (index, item) in items.enumerated() {
                group.addTask {
                    (index, await Outcome.of { () async throws(PostgresError) in try await batcher.submit(item) })
                }
            }
            return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// Lets the worker be busy with a locked row while `meanwhile` fills its queue; then lets it go on.
    static func whileBusy(
        _ batcher: Batcher, _ pool: PostgresPool, account: UUID, _ meanwhile: @Sendable () async throws -> Void
    ) async throws -> Outcome {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            try await pool.withTransaction { transaction in
                let locker = try #require(
                    try await transaction.query(
                        "SELECT pg_backend_pid() AS pid FROM account WHERE id = \(account) FOR UPDATE"
                    ).first?.decode("pid", as: Int32.self))
                group.addTask {
                    await Outcome.of { () async throws(PostgresError) in
                        try await batcher.submit(Raise(account: account))
                    }
                }
                try await until(
                    "SELECT count(*) > 0 AS yes FROM pg_stat_activity WHERE \(locker) = ANY(pg_blocking_pids(pid))")
                try await meanwhile()
            }
            return try #require(try await group.next())
        }
    }

    /// Returns when so many items wait for a batch.
    private static func untilWaiting(is count: Int, _ metrics: TestMetrics) async throws {
        try await eventually("\(count) items wait") {
            try metrics.expectMeter("postgres_batch_waiting", [("batcher", "items")]).values.last == Double(count)
        }
    }

    /// How many items each batch had.
    private static func batchSizes(_ metrics: TestMetrics) throws -> [Double] {
        try metrics.expectRecorder("postgres_batch_size", [("batcher", "items")]).values
    }

    @Test("of thirty that expect the same, one succeeds and the others hear that their condition did not hold")
    func oneWinner() async throws {
        let account = UUID()
        try await Self.withBatcher(accounts: [account], workers: 2) { batcher, _ in
            let outcomes = await Self.submitAll(Array(repeating: Raise(account: account), count: 30), to: batcher)
            let outputs = try outcomes.map { try $0.get() }
            #expect(outputs.compactMap { $0 } == [1])
            #expect(outputs.count == 30)
        }
    }

    @Test("a lock that somebody else has fails its own batch at once, and no other")
    func lockedRow() async throws {
        let accounts = (0..<4).map { _ in UUID() }
        try await Self.withBatcher(
            accounts: accounts, configure: { $0.limitLocks(to: .milliseconds(20)) }
        ) { batcher, pool in
            try await pool.withTransaction { transaction in
                _ = try await transaction.query("SELECT FROM account WHERE id = \(accounts[0]) FOR UPDATE")
                for _ in 0..<3 {
                    let error = await #expect(throws: PostgresError.self) {
                        try await batcher.submit(Raise(account: accounts[0]))
                    }
                    #expect(error?.sqlState == .lockNotAvailable && error?.outcomeIsUnknown == false)
                }
                for account in accounts.dropFirst() {
                    #expect(try await batcher.submit(Raise(account: account)) == 1)
                }
            }
            #expect(try await batcher.submit(Raise(account: accounts[0])) == 1)
        }
    }

    @Test("an item that is on its way waits for as long as its statement takes")
    func longestWait() async throws {
        let account = UUID()
        try await Self.withBatcher(accounts: [account]) { batcher, pool in
            #expect(batcher.longestWait == .zero)
            let outcome = try await Self.whileBusy(batcher, pool, account: account) {
                let wait = batcher.longestWait
                #expect(wait > .zero && batcher.longestWait > wait)
            }
            #expect(try outcome.get() == 1)
            try await eventually("nothing waits") { batcher.longestWait == .zero }
        }
    }

    @Test("a batch that takes too long is not tried again by halves")
    func slowBatch() async throws {
        let accounts = (0..<8).map { _ in UUID() }
        let metrics = TestMetrics()
        try await Self.withBatcher(
            accounts: accounts, metrics: metrics, configure: { $0.statementTimeout = .milliseconds(300) }
        ) { batcher, pool in
            try await pool.withTransaction { transaction in
                _ = try await transaction.query("SELECT FROM account FOR UPDATE")
                for outcome in await Self.submitAll(accounts.map { Raise(account: $0) }, to: batcher) {
                    guard case .failure(let error) = outcome else {
                        Issue.record("a row was changed although it was locked")
                        continue
                    }
                    #expect(error.code == .statementTimeout)
                }
            }
            #expect(try Self.batchSizes(metrics).reduce(0, +) == 8)
        }
    }

    @Test("those that expect the same travel together where they may: one succeeds, and all hear it at once")
    func together() async throws {
        let account = UUID()
        var options = PostgresBatcherOptions()
        options.isOnePerKey = false
        try await Self.withBatcher(accounts: [account], options: options) { batcher, pool in
            let outcomes = await Self.submitAll(Array(repeating: Raise(account: account), count: 30), to: batcher)
            #expect(try outcomes.compactMap { try $0.get() } == [1])
            let history = try await pool.query("SELECT count(*) FROM history WHERE account = \(account)")
            #expect(try history.first?.decode(at: 0, as: Int.self) == 1)
        }
    }

    @Test("what gathers while a batch is on its way is one batch, with one item of each key")
    func batching() async throws {
        let accounts = (0..<20).map { _ in UUID() }
        let metrics = TestMetrics()
        try await Self.withBatcher(accounts: accounts, metrics: metrics) { batcher, pool in
            let outcomes = Recorder<[Outcome]>()
            let first = try await Self.whileBusy(batcher, pool, account: accounts[0]) {
                let items = accounts.flatMap { [Raise(account: $0, expected: 1), Raise(account: $0, expected: 2)] }
                Task { outcomes.append(await Self.submitAll(items, to: batcher)) }
                try await Self.untilWaiting(is: items.count, metrics)
            }
            #expect(try first.get() == 1)
            await outcomes.untilCount(is: 1)
        }
        #expect(try Self.batchSizes(metrics) == [1, 20, 20])
    }

    @Test("a poison item fails alone")
    func poison() async throws {
        let accounts = (0..<50).map { _ in UUID() }
        try await Self.withBatcher(accounts: accounts) { batcher, _ in
            let items = accounts.enumerated().map { Raise(account: $1, amount: $0 == 20 ? -1 : 1) }
            let outcomes = await Self.submitAll(items, to: batcher)
            for (index, outcome) in outcomes.enumerated() {
                switch outcome {
                case .success(let balance): #expect(balance == 1 && index != 20)
                case .failure(let error): #expect(error.sqlState == .checkViolation && index == 20)
                }
            }
        }
    }

    @Test("a poison item costs the others a few statements, not one each")
    func halves() async throws {
        let accounts = (0..<128).map { _ in UUID() }
        let metrics = TestMetrics()
        try await Self.withBatcher(accounts: accounts, metrics: metrics) { batcher, pool in
            let outcomes = Recorder<[Outcome]>()
            _ = try await Self.whileBusy(batcher, pool, account: accounts[0]) {
                let items = accounts.dropFirst().enumerated().map { Raise(account: $1, amount: $0 == 20 ? -1 : 1) }
                Task { outcomes.append(await Self.submitAll(items, to: batcher)) }
                try await Self.untilWaiting(is: items.count, metrics)
            }
            await outcomes.untilCount(is: 1)
            let failures = outcomes.all.joined().count { if case .failure = $0 { true } else { false } }
            #expect(failures == 1)
        }
        let batches = try Self.batchSizes(metrics)
        // One that was busy, one with the poison, and two for each time that it is halved.
        #expect(batches.count <= 2 + 2 * 7, "\(batches)")
    }

    @Test("a worker that dies in mid-batch leaves the batch unknown; what waits goes on with a new connection")
    func death() async throws {
        let accounts = (0..<10).map { _ in UUID() }
        try await Self.withBatcher(accounts: accounts) { batcher, _ in
            let error = await #expect(throws: PostgresError.self) {
                try await batcher.submit(Raise(account: accounts[0], amount: 666))
            }
            #expect(error?.code == .connectionLost)
            #expect(error?.outcomeIsUnknown == true)
            let outcomes = await Self.submitAll(accounts.map { Raise(account: $0) }, to: batcher)
            let balances = try outcomes.map { try $0.get() }
            #expect(balances == Array(repeating: 1, count: 10))
        }
    }

    @Test("every item of a batch that dies is told that its outcome is unknown")
    func deathOfMany() async throws {
        let accounts = (0..<8).map { _ in UUID() }
        var options = PostgresBatcherOptions()
        options.queueLimit = 6
        try await Self.withBatcher(accounts: accounts, options: options) { batcher, pool in
            let errors = Recorder<PostgresError>()
            let first = try await Self.whileBusy(batcher, pool, account: accounts[0]) {
                for account in accounts.dropFirst() {
                    Task {
                        do throws(PostgresError) {
                            _ = try await batcher.submit(Raise(account: account, amount: 666))
                        } catch {
                            errors.append(error)
                        }
                    }
                }
                // One is refused because the queue holds the other six.
                await errors.untilCount(is: 1)
            }
            #expect(try first.get() == 1)
            await errors.untilCount(is: 7)
            #expect(errors.all.map(\.code) == [.queueFull] + Array(repeating: .connectionLost, count: 6))
            #expect(errors.all.dropFirst().allSatisfy { $0.outcomeIsUnknown })
        }
    }

    @Test("a backend that is killed between batches costs nobody anything")
    func killedWhileIdle() async throws {
        let account = UUID()
        try await Self.withBatcher(accounts: [account]) { batcher, pool in
            #expect(try await batcher.submit(Raise(account: account)) == 1)
            let killed = try await pool.query(
                """
                SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
                WHERE application_name = current_schema()
                """)
            #expect(killed.count == 1)
            #expect(try await batcher.submit(Raise(account: account, expected: 1)) == 2)
        }
    }

    @Test("a full queue refuses at once, and a cancelled item that waits is taken back")
    func queueFull() async throws {
        let accounts = (0..<4).map { _ in UUID() }
        var options = PostgresBatcherOptions()
        options.queueLimit = 2
        try await Self.withBatcher(accounts: accounts, options: options) { batcher, pool in
            let errors = Recorder<PostgresError>()
            let first = try await Self.whileBusy(batcher, pool, account: accounts[0]) {
                await withTaskGroup(of: Void.self) { submitters in
                    for account in accounts.dropFirst() {
                        submitters.addTask {
                            do throws(PostgresError) {
                                _ = try await batcher.submit(Raise(account: account))
                            } catch {
                                errors.append(error)
                            }
                        }
                    }
                    // One is refused while the two that the queue holds still wait.
                    await errors.untilCount(is: 1)
                    submitters.cancelAll()
                }
            }
            #expect(try first.get() == 1)
            #expect(errors.all.map(\.code) == [.queueFull, .cancelled, .cancelled])
            let history = try await pool.query("SELECT account FROM history")
            #expect(history.count == 1)
        }
    }

    @Test("a server that is away fails what waits after the deadline, and nothing was sent")
    func serverAway() async throws {
        var options = PostgresBatcherOptions()
        options.waitDeadline = .milliseconds(50)
        options.connectBackoff = Backoff(base: .milliseconds(5), maximum: .milliseconds(10))
        let batcher = try Self.makeBatcher(try PostgresConfiguration(url: "postgresql://%2Fnonexistent/x"), options)
        let error = await #expect(throws: PostgresError.self) { try await batcher.submit(Raise(account: UUID())) }
        #expect(error?.code == .connectionFailed)
        #expect(error?.outcomeIsUnknown == false)
        await batcher.close()
    }

    @Test("workers that lock each other's rows are untangled by repetition")
    func deadlocks() async throws {
        let accounts = (0..<40).map { _ in UUID() }
        try await Self.withBatcher(accounts: accounts, workers: 4) { batcher, pool in
            let other = Task {
                // Takes the same rows in the opposite order.
                try await pool.withTransaction(.retrying) { transaction in
                    for account in accounts.sorted(by: >) {
                        _ = try await transaction.query("SELECT 1 FROM account WHERE id = \(account) FOR UPDATE")
                    }
                }
            }
            let outcomes = await Self.submitAll(accounts.map { Raise(account: $0) }, to: batcher)
            try await other.value
            #expect(try outcomes.allSatisfy { try $0.get() == 1 })
        }
    }

    @Test("as a service they execute what waits before they end, and refuse what comes later")
    func service() async throws {
        let account = UUID()
        try await Self.withBatcher(accounts: [account]) { batcher, _ in
            let group = ServiceGroup(services: [batcher], logger: testLogger)
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                #expect(try await batcher.submit(Raise(account: account)) == 1)
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
            }
            let error = await #expect(throws: PostgresError.self) { try await batcher.submit(Raise(account: account)) }
            #expect(error?.code == .closed)
        }
    }

    @Test("plans are generic and go by keys, however small the table was")
    func genericPlans() async throws {
        let account = UUID()
        try await withSchema { pool, schema in
            try await pool.withConnection { try await $0.execute(script: "CREATE TABLE account (id uuid)") }
            var configuration = try testConfiguration()
            configuration.setServerSetting("search_path", to: schema)
            let batcher = try PostgresBatcher<UUID, String>(
                configuration: configuration, key: \.self,
                statement: {
                    """
                    SELECT ordinal, concat_ws(' ', current_setting('plan_cache_mode'),
                        current_setting('enable_seqscan'), current_setting('enable_hashjoin'),
                        current_setting('enable_mergejoin'), current_setting('jit'))
                    FROM unnest(\($0)) WITH ORDINALITY AS x (id, ordinal)
                    """
                },
                decode: { row throws(PostgresError) in try row.decode(at: 1) }, logger: testLogger)
            #expect(try await batcher.submit(account) == "force_generic_plan off off off off")
            await batcher.close()
        }
    }
}
