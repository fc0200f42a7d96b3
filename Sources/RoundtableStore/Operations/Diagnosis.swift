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
        // What each looks at, and what is good if it finds nothing.
        let looks: [(subject: String, good: String?, find: () async throws -> [Finding])] = [
            ("server", nil, { [try await server()] }), ("settings", "commits are durable", settings),
            ("schema", nil, { [try await schema()] }), ("distribution", nil, distribution), ("clock", nil, clock),
            ("connection", nil, { [try await encryption()] }), ("connections", nil, { [try await room()] }),
            ("transactions", "none is open for long", transactions),
            ("replication", "no inactive slots", replication), ("indexes", "valid and used", indexes),
            ("tables", "few dead rows", tables), ("wraparound", nil, { [try await wraparound()] }),
            ("backlog", nil, { [try await backlog()] }), ("outbox", "all notices were delivered", outbox),
            ("sessions", "none has a fault", faults), ("rules", "returned in all sessions", suspensions),
            ("games", "those of all sessions are registered", unknownGames),
        ]
        for (subject, good, find) in looks {
            do {
                let found = try await find()
                findings += found.isEmpty ? good.map { [Finding(.good, subject, $0)] } ?? [] : found
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
        // NB: a connection limits its locks by itself, but not one through a PgBouncer.
        let unlimited = Finding(
            .warning, "settings", "lock_timeout is off: a row that somebody else has locked holds up all players",
            advice: "Set it where PgBouncer connects: connect_query='SET lock_timeout = 50'.")
        return (values["lock_timeout"] == "0" ? [unlimited] : [])
            + wanted.compactMap { setting in
                guard let value = values[setting.name], value != setting.value, value != "remote_apply" else {
                    return nil
                }
                return Finding(
                    setting.level, "settings", "\(setting.name) is \(value): \(setting.why)",
                    advice: "Set \(setting.name) = \(setting.value).")
            }
    }

    private func schema() async throws -> Finding {
        do {
            let status = try await PostgresMigrator(PostgresStore.migrations).status(on: pool)
            let missing = status.filter { $0.appliedAt == nil }.map(\.migration.label)
            return Finding(
                "schema", missing.isEmpty ? "current" : "\(missing.joined(separator: ", ")) missing",
                unless: !missing.isEmpty, .problem, advice: "Run: roundtable migrate up")
        } catch let error as PostgresMigrationError {
            return Finding(.problem, "schema", "\(error)", advice: "Run the program that made the schema.")
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
                "clock", "the server's differs from this machine's by \((abs(skew) * 10).rounded() / 10) s",
                unless: abs(skew) > 2,
                .warning, advice: "Let both machines keep time by NTP. Deadlines go by the database's time.")
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

/// Something that an operator should know about, and what to do about it.
package struct Finding: Sendable, Equatable {
    package enum Level: String, Sendable, Comparable {
        case good
        /// It works, but may not for long, or not as well as it could.
        case warning
        /// It does not work, or loses data.
        case problem

        private var rank: Int { self == .good ? 0 : self == .warning ? 1 : 2 }

        /// Worse ones come later.
        package static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }
    }

    package let level: Level
    package let subject: String
    package let found: String
    package let advice: String?

    package init(_ level: Level, _ subject: String, _ found: String, advice: String? = nil) {
        self.level = level
        self.subject = subject
        self.found = found
        self.advice = advice
    }

    /// A condition that should hold.
    package init(_ subject: String, _ found: String, unless isBad: Bool, _ level: Level, advice: String) {
        self.init(isBad ? level : .good, subject, found, advice: isBad ? advice : nil)
    }
}
