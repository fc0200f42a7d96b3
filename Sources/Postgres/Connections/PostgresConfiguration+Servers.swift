import Foundation

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
