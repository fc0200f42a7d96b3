import CLibpq
import Foundation
package import Metrics

/// The address of a server, and what every connection to it has in common.
package struct PostgresConfiguration: Sendable {
    /// libpq's connection parameters, among them `sslmode` and what else the URL says.
    var parameters: [String: String]
    /// The time that making a connection to one server may take; by default what the URL says in `connect_timeout`.
    package var connectTimeout: Duration = .seconds(5)
    /// The time that one statement (or pipeline) may take before it is cancelled; nil for no limit.
    package var statementTimeout: Duration? = .seconds(30)
    /// The time after a cancel request in which the server may still be silent before the connection is given up.
    package var cancelGrace: Duration = .seconds(3)
    /// Whether connections prepare statements by name. A PgBouncer in transaction mode may want `false`.
    package var preparedStatements = true
    /// Whether tables are distributed over the nodes of a Citus cluster, whose planner needs the values of a
    /// statement's parameters to find the one node that has the rows.
    package var isDistributed = false
    /// Where measurements go; by default where the process sends all of its own.
    package var metricsFactory: any MetricsFactory = MetricsSystem.factory
    /// What its connections know of its servers.
    private(set) var health = ServerHealth()
    /// The number of prepared statements that one connection keeps.
    package var preparedStatementLimit = 256

    /// Reads a URL (`postgresql://user@host/database?sslmode=verify-full`) or a `key=value` string, as libpq does.
    ///
    /// - Throws: ``PostgresError/Code/invalidConfiguration``, with a message that quotes nothing of it.
    package init(url: String) throws(PostgresError) {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(url, &message) else {
            defer { PQfreemem(message) }
            // NB: what libpq quotes may be a password, or part of one.
            let text = message.map { String(cString: $0) } ?? ""
            let begin = text.prefix { $0 != "\"" }
            let end = text.lastIndex(of: "\"").map { text[text.index(after: $0)...] } ?? ""
            throw PostgresError(.invalidConfiguration, begin.count == text.count ? text : begin + "…" + end)
        }
        defer { PQconninfoFree(options) }
        parameters = Self.defaults
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { parameters[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        // NB: a password that is not escaped ends early, and its rest is taken for a host, a port or a database, which
        // are shown in messages.
        let isNumber = (parameters["port"] ?? "").allSatisfy { $0.isASCII && $0.isNumber || $0 == "," }
        let isMistaken = ["host", "dbname"].contains { parameters[$0]?.contains("@") == true }
        guard isNumber, !isMistaken else {
            let rule = "in a password write @ as %40 and / as %2F"
            throw PostgresError(
                .invalidConfiguration, "the port is not a number, or the host or database contains @: \(rule)")
        }
        // libpq leaves this one to whoever does not use its blocking calls.
        if let text = parameters.removeValue(forKey: "connect_timeout"), let seconds = Int(text), seconds > 0 {
            connectTimeout = .seconds(max(seconds, 2))
        }
    }

    /// Keepalives and the time in which data must be acknowledged find out within seconds that a host has vanished; by
    /// default that takes two hours, or a quarter of one.
    private static let defaults = [
        "client_encoding": "UTF8", "keepalives_idle": "5", "keepalives_interval": "1", "keepalives_count": "3",
        "tcp_user_timeout": "5000",
    ]

    /// Our name in the server's own views.
    package var applicationName: String? {
        get { parameters["application_name"] }
        set { parameters["application_name"] = newValue }
    }

    package var database: String? { parameters["dbname"] }

    /// Adds a setting of the server's to every connection, through libpq's `options`.
    package mutating func setServerSetting(_ name: String, to value: String) {
        let escaped = value.replacing("\\", with: "\\\\").replacing(" ", with: "\\ ")
        parameters["options"] = [parameters["options"], "-c \(name)=\(escaped)"].compactMap { $0 }
            .joined(separator: " ")
    }

    /// Has a statement fail with ``SQLState/lockNotAvailable`` if it can't have a lock in this time, and has the server
    /// end a transaction that has waited for its client for so long.
    ///
    /// Does nothing where statements are not prepared, since a PgBouncer refuses the settings.
    package mutating func limitLocks(to lockTimeout: Duration, idleInTransaction: Duration? = nil) {
        guard preparedStatements else { return }
        setServerSetting("lock_timeout", to: "\(lockTimeout.pollMilliseconds)ms")
        if let idleInTransaction {
            setServerSetting("idle_in_transaction_session_timeout", to: "\(idleInTransaction.pollMilliseconds)ms")
        }
    }

    /// Has each connection plan a prepared statement once, not once for each execution: for statements that go by keys
    /// whatever their parameters are.
    ///
    /// Such a plan serves until the tables are analysed again. While a table is small, the planner prefers to read all
    /// of it, in sequence or for a hash or merge join, which gets slow when the table grows. So these are off, and
    /// tables are joined by keys. Where nothing else is possible, the planner still uses them, at a very high estimated
    /// cost. NB: it compiles statements of such a cost unless `jit` is off.
    ///
    /// Does nothing where statements are not prepared, since a PgBouncer refuses the settings, or where tables are
    /// distributed.
    package mutating func planOnce() {
        guard preparedStatements, !isDistributed else { return }
        setServerSetting("plan_cache_mode", to: "force_generic_plan")
        for way in ["seqscan", "hashjoin", "mergejoin"] { setServerSetting("enable_\(way)", to: "off") }
        setServerSetting("jit", to: "off")
    }

    /// The configuration for connections that judge the servers by themselves, and are not judged with others.
    package var withHealthOfItsOwn: PostgresConfiguration {
        var copy = self
        copy.health = ServerHealth()
        return copy
    }

    /// The configuration for another database of the same server.
    package func with(database: String) -> PostgresConfiguration {
        var copy = self
        copy.parameters["dbname"] = database
        return copy
    }

    /// The configuration for the same database of another server.
    package func with(host: String, port: Int) -> PostgresConfiguration {
        var copy = self
        (copy.parameters["host"], copy.parameters["port"]) = (host, "\(port)")
        return copy
    }
}

extension PostgresConfiguration {
    /// The same for each of the servers that the URL names (libpq's "Specifying Multiple Hosts"), in the order in which
    /// they are tried: first those that are as `target_session_attrs` prefers.
    var servers: [PostgresConfiguration] {
        guard parameters["target_session_attrs"] == "prefer-standby" else { return namedServers }
        return ["standby", "any"].flatMap { wanted in
            var configuration = self
            configuration.parameters["target_session_attrs"] = wanted
            return configuration.namedServers
        }
    }

    /// The number of servers that one attempt to connect may try.
    package var serverCount: Int { servers.count }

    private var namedServers: [PostgresConfiguration] {
        let hosts = list("host")
        let addresses = list("hostaddr")
        let ports = list("port")
        let count = max(hosts.count, addresses.count)
        guard count > 1, [hosts, addresses].allSatisfy({ $0.isEmpty || $0.count == count }),
            ports.count <= 1 || ports.count == count
        else { return [self] }
        return (0..<count).map { index in
            var server = self
            server.parameters["host"] = hosts.isEmpty ? nil : hosts[index]
            server.parameters["hostaddr"] = addresses.isEmpty ? nil : addresses[index]
            server.parameters["port"] = ports.count == 1 ? ports[0] : ports.isEmpty ? nil : ports[index]
            return server
        }
    }

    /// A parameter's parts; what is not in the URL may be in the environment, as `PGHOST`.
    private func list(_ name: String) -> [String] {
        guard let text = parameters[name] ?? Self.environment(name), !text.isEmpty else { return [] }
        return text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    private static func environment(_ name: String) -> String? {
        let variables = ["host": "PGHOST", "hostaddr": "PGHOSTADDR", "port": "PGPORT"]
        return variables[name].flatMap { getenv($0) }.map { String(cString: $0) }
    }
}

extension PostgresConfiguration: CustomStringConvertible, CustomReflectable {
    /// Where to connect, without the password.
    package var description: String {
        ["host", "port", "dbname", "user", "sslmode"].compactMap { key in parameters[key].map { "\(key)=\($0)" } }
            .joined(separator: " ")
    }

    /// The same, so that a dump does not show the password either.
    package var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
