package import Foundation
package import GameRules
package import Postgres
import Roundtable

/// Looks a database over, whether or not the service could use it.
package struct Diagnosis: Sendable {
    private static let oldestVersion = 150_000

    let pool: PostgresPool
    /// The number of connections that one instance may make.
    let connections: Int
    let games: GameLibrary
    let now: @Sendable () -> Date

    /// A look at the database of a pool, which an instance that knows some games would use by so many connections.
    package init(
        of pool: PostgresPool, connections: Int, games: GameLibrary, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.pool = pool
        self.connections = connections
        self.games = games
        self.now = now
    }

    /// The findings; further ones are left out if the database can't even be reached.
    package func findings() async -> [Finding] {
        var findings: [Finding] = []
        let looks: [(String, () async throws -> [Finding])] = [
            ("server", { [try await server()] }), ("settings", settings), ("schema", schema),
            ("distribution", distribution), ("clock", clock), ("connection", { [try await encryption()] }),
            ("connections", { [try await room()] }), ("transactions", transactions), ("replication", replication),
            ("indexes", indexes), ("tables", tables), ("numbering", { [try await numbering()] }),
            ("backlog", { [try await backlog()] }), ("outbox", outbox), ("sessions", faults), ("rules", rests),
            ("games", unknownGames),
        ]
        for (subject, look) in looks {
            do {
                findings += try await look()
            } catch let error as PostgresError where error.sqlState == nil {
                let advice = "Is it running? Check --database-url, or the log of the embedded server."
                return findings + [
                    Finding(.problem, "database", "can't be reached: \(error.explanation)", advice: advice)
                ]
            } catch {
                let reason = (error as? PostgresError)?.explanation ?? "\(error)"
                findings.append(
                    Finding(.warning, subject, "can't be looked at: \(reason)", advice: "Ask as the owner."))
            }
        }
        return findings
    }

    /// A finding for each row of a query; if it has none, that all is well.
    func findings(
        of subject: String, orElse good: String, _ query: PostgresStatement, _ finding: (PostgresRow) throws -> Finding
    ) async throws -> [Finding] {
        let found = try await pool.query(query).map(finding)
        return found.isEmpty ? [Finding(.good, subject, good)] : found
    }

    private func server() async throws -> Finding {
        let rows = try await pool.query(
            "SELECT current_setting('server_version_num')::int, current_setting('server_version')")
        let (number, name) = try rows.first?.decode((Int, String).self) ?? (0, "?")
        return Finding(
            "server", "PostgreSQL \(name)", unless: number < Self.oldestVersion, .problem,
            advice: "Upgrade to PostgreSQL 15 or newer.")
    }

    private func settings() async throws -> [Finding] {
        let wanted: [(name: String, value: String, level: Finding.Level, why: String)] = [
            ("fsync", "on", .problem, "a power cut may destroy the database"),
            ("full_page_writes", "on", .problem, "a power cut may destroy the database"),
            (
                "synchronous_commit", "on", .warning,
                "a crash may lose the last moments' turns, although they were answered"
            ),
            ("autovacuum", "on", .problem, "tables grow, and one day the server stops to protect them"),
            ("track_counts", "on", .warning, "the server can't tell what needs a vacuum"),
            ("server_encoding", "UTF8", .problem, "nicknames can't be stored"),
        ]
        let rows = try await pool.query("SELECT name, setting FROM pg_settings")
        let values = Dictionary(try rows.map { try $0.decode((String, String).self) }) { first, _ in first }
        let bad = wanted.compactMap { setting -> Finding? in
            guard let value = values[setting.name], value != setting.value, value != "remote_apply" else { return nil }
            return Finding(
                setting.level, "settings", "\(setting.name) is \(value): \(setting.why)",
                advice: "Set \(setting.name) = \(setting.value).")
        }
        return bad.isEmpty ? [Finding(.good, "settings", "what was committed is safe")] : bad
    }

    private func schema() async throws -> [Finding] {
        do {
            let status = try await PostgresMigrator(PostgresStore.migrations).status(on: pool)
            let missing = status.filter { $0.appliedAt == nil }.map(\.migration.label)
            return [
                Finding(
                    "schema", missing.isEmpty ? "current" : "\(missing.joined(separator: ", ")) missing",
                    unless: !missing.isEmpty, .problem, advice: "Run: roundtable migrate up")
            ]
        } catch let error as PostgresMigrationError {
            return [Finding(.problem, "schema", "\(error)", advice: "Run the program that the schema was made by.")]
        }
    }

    private func clock() async throws -> [Finding] {
        let before = now()
        let rows = try await pool.query("SELECT clock_timestamp()")
        let after = now()
        guard let there = try rows.first?.decode(at: 0, as: Date.self) else { return [] }
        let skew = there < before ? there.timeIntervalSince(before) : max(0, there.timeIntervalSince(after))
        return [
            Finding(
                "clock", "the server's differs from ours by \((abs(skew) * 10).rounded() / 10) s",
                unless: abs(skew) > 2,
                .warning, advice: "Let both machines keep time by NTP: deadlines and drafts go by ours.")
        ]
    }

    private func encryption() async throws -> Finding {
        let rows = try await pool.query(
            """
            SELECT host(inet_server_addr()), coalesce(s.ssl, false)
            FROM (SELECT pg_backend_pid() AS pid) me LEFT JOIN pg_stat_ssl s USING (pid)
            """)
        guard let (address, isEncrypted) = try rows.first?.decode((String?, Bool).self), let address else {
            return Finding(.good, "connection", "by a socket of this machine")
        }
        let isLocal = address == "127.0.0.1" || address == "::1"
        return Finding(
            "connection", isEncrypted ? "encrypted" : "not encrypted", unless: !isEncrypted && !isLocal, .warning,
            advice: "Give the server a certificate, and add to the URL "
                + "sslmode=verify-full&sslrootcert=/etc/ssl/certs/ca-certificates.crt, or an authority of yours.")
    }
}
