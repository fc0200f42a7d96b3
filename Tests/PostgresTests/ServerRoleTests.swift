import Foundation
import Testing

@testable import Postgres

/// A server that changes what it is while connections to it are open, and servers of which one is silent.
@Suite("Servers that change")
struct ServerRoleTests {
    /// A code of each class that the manual lists (appendix A), and whether a connection is given up for it.
    static let states: [(state: SQLState, isGivenUp: Bool)] = [
        ("02000", false), ("03000", false), ("08006", true), ("09000", false), ("0A000", false), ("0B000", false),
        ("0F000", false), ("0L000", false), ("0P000", false), ("0Z000", false), ("20000", false), ("21000", false),
        ("22000", false), ("23505", false), ("24000", false), ("25000", false), ("25006", true), ("26000", false),
        ("27000", false), ("28000", false), ("2B000", false), ("2D000", false), ("2F000", false), ("34000", false),
        ("38000", false), ("39000", false), ("3B000", false), ("3D000", false), ("3F000", false), ("40001", false),
        ("42000", false), ("44000", false), ("53100", true), ("53200", true), ("53300", true), ("54000", false),
        ("55000", false), ("55P03", false), ("57000", true), ("57014", true), ("57P01", true), ("58030", false),
        ("72000", false), ("F0000", false), ("HV000", false), ("P0000", false), ("XX000", false),
    ]

    @Test("only what says that the server can't do its work gives a connection up", arguments: states)
    func classes(state: SQLState, isGivenUp: Bool) async throws {
        try await withPool(.single) { pool in
            let before = try await backend(of: pool)
            let error = await #expect(throws: PostgresError.self) { try await pool.query(raising(state)) }
            #expect(error?.code == .server && error?.sqlState == state)
            #expect(error?.outcomeIsUnknown == false)
            #expect(error?.isSafeToRetry == (isGivenUp || state == "40001"))
            #expect(try await (backend(of: pool) != before) == isGivenUp)
        }
    }

    @Test("an error inside of a transaction gives its connection up when it ends")
    func transaction() async throws {
        try await withPool(.single) { pool in
            let before = try await backend(of: pool)
            await #expect(throws: PostgresError.self) {
                try await pool.withTransaction { transaction in
                    _ = try await transaction.query("SELECT 1")
                    _ = try await transaction.query(raising("53100"))
                }
            }
            #expect(try await backend(of: pool) != before)
        }
    }

    @Test("connections that may not write are all given up by the first that notices, so that writing goes on")
    func readOnly() async throws {
        let name = "role_" + UUID().uuidString.lowercased().replacing("-", with: "")
        try await withPool { admin in
            _ = try await admin.query("CREATE DATABASE \(unescaped: name)")
            _ = try await admin.query(
                "ALTER DATABASE \(unescaped: name) SET default_transaction_read_only = on")
            var options = PostgresPool.Options()
            options.maximumConnections = 4
            try await withPool(options, configure: { $0 = $0.with(database: name) }) { pool in
                try await pool.fill(with: 4)
                let error = await #expect(throws: PostgresError.self) { try await pool.query("CREATE TABLE t ()") }
                #expect(error?.sqlState == .readOnlyTransaction)
                #expect(error?.isSafeToRetry == true)
                _ = try await admin.query(
                    "ALTER DATABASE \(unescaped: name) RESET default_transaction_read_only")
                _ = try await pool.query("CREATE TABLE t ()")
            }
            _ = try await admin.query("DROP DATABASE \(unescaped: name) WITH (FORCE)")
        }
    }

    @Test("a batch worker whose connection may not write takes another one")
    func readOnlyBatches() async throws {
        let name = "role_" + UUID().uuidString.lowercased().replacing("-", with: "")
        try await withPool { admin in
            _ = try await admin.query("CREATE DATABASE \(unescaped: name)")
            let configuration = try testConfiguration().with(database: name)
            let database = PostgresPool(configuration: configuration, options: .single, logger: testLogger)
            try await database.withConnection { try await $0.execute(script: BatcherTests.schema) }
            let accounts = (0..<4).map { _ in UUID() }
            _ = try await database.query("INSERT INTO account SELECT unnest(\(accounts)), 0")
            await database.close()

            let setting = "ALTER DATABASE \(name)"
            _ = try await admin.query("\(unescaped: setting) SET default_transaction_read_only = on")
            let batcher = try BatcherTests.makeBatcher(configuration, PostgresBatcherOptions())
            for account in accounts {
                let error = await #expect(throws: PostgresError.self) {
                    try await batcher.submit(BatcherTests.Raise(account: account))
                }
                #expect(error?.sqlState == .readOnlyTransaction)
            }
            _ = try await admin.query("\(unescaped: setting) RESET default_transaction_read_only")
            // NB: each refusal has ended its connection, so the next one is made after the change.
            #expect(try await batcher.submit(BatcherTests.Raise(account: accounts[0])) == 1)
            await batcher.close()
            _ = try await admin.query("DROP DATABASE \(unescaped: name) WITH (FORCE)")
        }
    }

    @Test("a server that accepts and says nothing takes nothing from the time of the next")
    func silentServer() async throws {
        let silent = try SilentServer()
        let real = try testConfiguration()
        let host = try #require(real.parameters["host"])
        let port = real.parameters["port"] ?? "5432"
        var configuration = real
        configuration.parameters["host"] = "\(silent.directory),\(silent.directory),\(host)"
        configuration.parameters["port"] = "5432,5432,\(port)"
        configuration.connectTimeout = .milliseconds(40)
        #expect(configuration.servers().count == 3)
        // NB: on a busy machine the server that answers may need more than that time.
        var connection: PostgresConnection?
        for _ in 0..<1000 where connection == nil { connection = try? await PostgresConnection.open(configuration) }
        let rows = try await #require(connection).query("SELECT 1")
        #expect(rows.count == 1)
        connection?.close()
    }

    @Test("a task waits longer than it may for an attempt that tries a silent server before the one that answers")
    func nestedTimes() async throws {
        let silent = try SilentServer()
        var options = PostgresPool.Options.single
        options.waitDeadline = .milliseconds(10)
        try await withPool(options) { configuration in
            configuration.parameters["host"] = "\(silent.directory),\(configuration.parameters["host"] ?? "")"
        } _: { pool in
            let rows = try await pool.query("SELECT 1")
            #expect(rows.count == 1)
        }
    }

    @Test("an attempt that fails says what each server said, in words and not by a name of the code")
    func reasons() async throws {
        let silent = try SilentServer()
        var configuration = try PostgresConfiguration(url: "host=/nowhere,\(silent.directory) port=5432")
        configuration.connectTimeout = .milliseconds(10)
        let error = await #expect(throws: PostgresError.self) { try await PostgresConnection.open(configuration) }
        let words = error?.explanation ?? ""
        #expect(words.contains("/nowhere"), "\(words)")
        #expect(words.contains("the server at \(silent.directory), port 5432 does not answer in time"), "\(words)")
        for code in PostgresError.Code.allCases {
            #expect(PostgresError(code).explanation.contains(" ") && !"\(PostgresError(code))".contains("Error"))
        }
    }

    @Test(
        "servers are tried as libpq does: in their order, each address of a name, with one port for all or one for each",
        arguments: [
            ("postgresql://a:1,b:2/d", ["a 1.1.1.1 1", "a 1.1.1.2 1", "b - 2"]),
            ("postgresql://a,b/d", ["a 1.1.1.1 5432", "a 1.1.1.2 5432", "b - 5432"]),
            ("host=b,b port=7", ["b - 7", "b - 7"]), ("host=b port=7", ["b - 7"]),
            ("host=a,b hostaddr=2.2.2.2,2.2.2.3", ["a 2.2.2.2 5432", "b 2.2.2.3 5432"]),
            ("host=/a,a port=1,2", ["/a - 1", "a 1.1.1.1 2", "a 1.1.1.2 2"]), ("dbname=d", ["- - 5432"]),
            ("postgresql://b,b:7/d", ["b - 5432", "b - 7"]), ("host=,b", [",b - 5432"]),
        ])
    func servers(url: String, expected: [String]) throws {
        func found(_ url: String) throws -> [PostgresConfiguration] {
            try PostgresConfiguration(url: url).servers { $0 == "a" ? ["1.1.1.1", "1.1.1.2"] : [] }
        }
        func words(_ servers: [PostgresConfiguration], and other: String? = nil) -> [String] {
            servers.map { server in
                ["host", "hostaddr", "port"].map { server.parameters[$0] ?? "-" }.joined(separator: " ")
            }
        }
        let servers = try found(url)
        #expect(words(servers) == expected)
        #expect(servers.allSatisfy { $0.parameters["target_session_attrs"] == "any" })
        guard !url.contains("://") else { return }
        let preferring = try found("\(url) target_session_attrs=prefer-standby")
        #expect(words(preferring) == expected + expected)
        let attributes = preferring.map { $0.parameters["target_session_attrs"] }
        #expect(attributes == expected.map { _ in "standby" } + expected.map { _ in "any" })
    }

    @Test(
        "a name has the addresses that the system knows",
        arguments: [("127.0.0.1", ["127.0.0.1"]), ("no.invalid", [])])
    func addresses(name: String, addresses: [String]) {
        #expect(PostgresConfiguration.addresses(of: name) == addresses)
    }

    @Test(
        "a time to connect in the URL counts for each server, as libpq reads it",
        arguments: [
            ("host=a", 5), ("host=a connect_timeout=9", 9), ("host=a connect_timeout=1", 2),
            ("host=a connect_timeout=0", 5),
        ])
    func connectTimeout(url: String, seconds: Int) throws {
        #expect(try PostgresConfiguration(url: url).connectTimeout == .seconds(seconds))
    }
}

/// A statement that the server refuses with a code.
private func raising(_ state: SQLState) -> PostgresStatement {
    "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '\(unescaped: state.rawValue)'; END $$"
}
