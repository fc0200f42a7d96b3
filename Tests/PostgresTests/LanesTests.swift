import Foundation
import Testing

@testable import Postgres

@Suite("Lanes")
struct LanesTests {
    /// Raises one account's balance if it is what was expected.
    struct Raise: Sendable {
        let account: UUID
        let expected: Int
        var amount = 1
    }

    typealias Lanes = PostgresLanes<Raise, Int>

    /// Lends lanes over a table with the given accounts, all at 0. The table refuses amounts below zero.
    static func withLanes(
        accounts: [UUID], options: PostgresLanesOptions = .init(),
        _ body: (Lanes, PostgresPool, _ schema: String) async throws -> Void
    ) async throws {
        try await withSchema { pool, schema in
            _ = try await pool.query(
                "CREATE TABLE account (id uuid PRIMARY KEY, balance int8 NOT NULL CHECK (balance >= 0))")
            _ = try await pool.query("INSERT INTO account SELECT id, 0 FROM unnest(\(accounts)) AS id")
            var configuration = try testConfiguration()
            configuration.setServerSetting("search_path", to: schema)
            configuration.applicationName = schema
            let lanes = try Lanes(
                configuration: configuration, options: options, key: \.account, statement: Self.statement,
                decode: Self.decode, logger: testLogger)
            try await body(lanes, pool, schema)
            await lanes.close()
        }
    }

    @Sendable static func statement(_ items: [Raise]) -> PostgresStatement {
        """
        UPDATE account SET balance = balance + item.amount
        FROM unnest(\(items.map(\.account)), \(items.map(\.expected)), \(items.map(\.amount)))
            WITH ORDINALITY AS item (id, expected, amount, ordinal)
        WHERE account.id = item.id AND account.balance = item.expected
        RETURNING item.ordinal, account.balance
        """
    }

    @Sendable static func decode(_ row: PostgresRow) throws(PostgresError) -> (ordinal: Int, output: Int) {
        try row.decode((Int, Int).self)
    }

    @Test("of thirty that expect the same, one succeeds and the others hear that their condition did not hold")
    func oneWinner() async throws {
        let account = UUID()
        try await Self.withLanes(accounts: [account]) { lanes, _, _ in
            let outputs = try await withThrowingTaskGroup(of: Int?.self) { group in
                for _ in 0..<30 { group.addTask { try await lanes.submit(Raise(account: account, expected: 0)) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outputs.compactMap { $0 } == [1])
            #expect(outputs.count == 30)
        }
    }

    @Test("a poison item fails alone")
    func poison() async throws {
        let accounts = (0..<50).map { _ in UUID() }
        try await Self.withLanes(accounts: accounts) { lanes, _, _ in
            let outcomes = await withTaskGroup(of: Result<Int?, PostgresError>.self) { group in
                for (index, account) in accounts.enumerated() {
                    group.addTask {
                        await Result { () async throws(PostgresError) in
                            try await lanes.submit(Raise(account: account, expected: 0, amount: index == 20 ? -1 : 1))
                        }
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let errors = outcomes.compactMap { outcome in
                if case .failure(let error) = outcome { error } else { nil }
            }
            #expect(errors.map(\.sqlState) == [.checkViolation])
            #expect(outcomes.count { (try? $0.get()) == 1 } == 49)
        }
    }
}

extension Result where Success: Sendable {
    /// The outcome of an asynchronous call.
    init(_ work: () async throws(Failure) -> Success) async {
        do throws(Failure) { self = .success(try await work()) } catch { self = .failure(error) }
    }
}
