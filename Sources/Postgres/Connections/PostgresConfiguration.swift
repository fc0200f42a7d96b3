import CLibpq
import Foundation
package import Metrics

/// The address of a server, and what every connection to it has in common.
package struct PostgresConfiguration: Sendable {
    /// libpq's connection parameters, wherever it found them: in the URL, a service file or the environment.
    var parameters: [String: String]
    /// The time that each address of each server may take to connect: `connect_timeout`, or five seconds.
    package var connectTimeout: Duration = .seconds(5)
    /// The time that all of them may take together, each an equal part of it; nil for no such limit.
    package var connectTimeoutOfAll: Duration?
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
    /// The health of the servers, shared by all connections that are made by copies of this configuration.
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
        parameters = Self.resolved(Self.values(of: options))
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
        if let text = parameters["connect_timeout"] {
            guard let seconds = Int(text.trimmingCharacters(in: .whitespaces)) else {
                throw PostgresError(.invalidConfiguration, "connect_timeout is not a number of seconds")
            }
            if seconds > 0 { connectTimeout = .seconds(max(seconds, 2)) }
        }
    }

    /// The given parameters with all that libpq finds elsewhere (chapters 34.15 to 34.17 of PostgreSQL's manual), and
    /// ours.
    ///
    /// libpq tells of a connection only what it found, so we begin one that it refuses before it looks for a server.
    private static func resolved(_ given: [String: String]) -> [String: String] {
        var refused = given
        refused["gssencmode"] = "none"
        let connection = startConnecting(refused)
        let options = PQconninfo(connection)
        defer {
            PQconninfoFree(options)
            PQfinish(connection)
        }
        var found = options.map(values) ?? [:]
        found["gssencmode"] = nil
        return keepalives.merging(found) { $1 }.merging(given) { $1 }.merging(["client_encoding": "UTF8"]) { $1 }
    }

    /// Keepalives and the time in which data must be acknowledged find out within seconds that a host has vanished; by
    /// default that takes two hours, or a quarter of one.
    private static let keepalives = [
        "keepalives_idle": "5", "keepalives_interval": "1", "keepalives_count": "3", "tcp_user_timeout": "5000",
    ]

    /// Begins a connection with these parameters and what libpq finds elsewhere; nil if there is no memory.
    static func startConnecting(_ parameters: [String: String]) -> OpaquePointer? {
        let keywords = parameters.keys.map { strdup($0) } + [nil]
        let values = parameters.values.map { strdup($0) } + [nil]
        defer { for pointer in keywords + values { free(pointer) } }
        return PQconnectStartParams(keywords.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 0)
    }

    private static func values(of options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return values
    }

    /// Our name in the server's own views, such as that by which `migrate up --distributed` finds instances.
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
        copy.parameters["hostaddr"] = nil
        return copy
    }
}

extension PostgresConfiguration {
    /// The same for each address of each server that the URL names (libpq's "Specifying Multiple Hosts"), in the order
    /// in which they are tried: first those that are as `target_session_attrs` prefers.
    ///
    /// - Parameter addresses: looks up a host's name.
    func servers(_ addresses: (String) -> [String] = Self.addresses(of:)) -> [PostgresConfiguration] {
        var servers = namedServers.flatMap { server in
            let host = server.parameters["host"] ?? ""
            // A path is that of a Unix socket, an @ begins the name of an abstract one.
            let isName = server.parameters["hostaddr"] == nil && !["", "/", "@"].contains(host.prefix(1))
            let found = isName ? addresses(host) : []
            // libpq says why a name is not known.
            return found.isEmpty ? [server] : found.map { server.with("hostaddr", $0) }
        }
        if parameters["load_balance_hosts"] == "random" { servers.shuffle() }
        guard parameters["target_session_attrs"] == "prefer-standby" else { return servers }
        return ["standby", "any"].flatMap { wanted in servers.map { $0.with("target_session_attrs", wanted) } }
    }

    private var namedServers: [PostgresConfiguration] {
        let (hosts, addresses, ports) = (list("host"), list("hostaddr"), list("port"))
        let count = max(hosts.count, addresses.count)
        guard count > 1, [hosts, addresses].allSatisfy({ $0.isEmpty || $0.count == count }),
            ports.count <= 1 || ports.count == count, !hosts.contains("")
        else { return [self] }
        return (0..<count).map { index in
            let port = ports.count == count ? ports[index] : ports.first
            return with("host", hosts.isEmpty ? nil : hosts[index])
                .with("hostaddr", addresses.isEmpty || addresses[index].isEmpty ? nil : addresses[index])
                // A URL that leaves one out means libpq's own, whatever PGPORT says.
                .with("port", port == "" ? "5432" : port)
        }
    }

    private func with(_ name: String, _ value: String?) -> PostgresConfiguration {
        var copy = self
        copy.parameters[name] = value
        return copy
    }

    /// A parameter's parts.
    private func list(_ name: String) -> [String] {
        guard let text = parameters[name], !text.isEmpty else { return [] }
        return text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    /// A name's addresses in the order in which the system prefers them; none for a name that it does not know.
    static func addresses(of name: String) -> [String] {
        var (hints, found) = (addrinfo(), UnsafeMutablePointer<addrinfo>?.none)
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        guard getaddrinfo(name, nil, &hints, &found) == 0 else { return [] }
        defer { freeaddrinfo(found) }
        return sequence(first: found) { $0?.pointee.ai_next }.compactMap { entry in
            guard let entry else { return nil }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let failure = getnameinfo(
                entry.pointee.ai_addr, entry.pointee.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST)
            return failure == 0 ? text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } } : nil
        }
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
