import Foundation
import Testing

@testable import Postgres

/// libpq finds a parameter in the URL, in a service file that the URL or the environment names, or in the environment.
@Suite("Where libpq finds parameters")
struct ParameterSourceTests {
    @Test(
        "a connection has whatever psql has, with each parameter in each combination of places",
        .enabled(if: getenv("ROUNDTABLE_TEST_DATABASE_URL") == nil))
    func places() async {
        // A process of its own, as its environment is changed.
        await #expect(processExitsWith: .success) {
            let table = try PlaceTable()
            for parameter in table.parameters {
                for places in [Place].subsets { try table.compare(parameter, in: places) }
            }
            try FileManager.default.removeItem(atPath: table.directory)
        }
    }
}

private enum Place: Int, CaseIterable {
    case url, serviceOfURL, serviceOfEnvironment, environment
}

extension [Place] {
    fileprivate static var subsets: [[Place]] {
        (0..<16).map { bits in Place.allCases.filter { bits >> $0.rawValue & 1 == 1 } }
    }
}

/// A server that can be reached by several hosts, ports, databases and users, and what psql says of connections to it.
private struct PlaceTable {
    /// A parameter of libpq, its environment variable, and a value for each place.
    struct Parameter {
        let name: String
        let variable: String?
        let values: [String]
    }

    /// The variables that a case may set.
    private static let variables = [
        "PGHOST", "PGPORT", "PGDATABASE", "PGUSER", "PGAPPNAME", "PGOPTIONS", "PGTARGETSESSIONATTRS",
        "PGCONNECT_TIMEOUT", "PGCLIENTENCODING", "PGSERVICE", "PGSERVICEFILE",
    ]

    let parameters: [Parameter]
    let directory: String
    private let base: [String: String]

    init() throws {
        let server = try testConfiguration()
        let socket = try #require(server.parameters["host"]) + "/.s.PGSQL.5432"
        let (directory, letters) = ("/tmp/pg-places-\(getpid())", ["a", "b", "c", "d"])
        self.directory = directory
        for letter in letters {
            try FileManager.default.createDirectory(
                atPath: "\(directory)/\(letter)", withIntermediateDirectories: true)
            for port in 5432...5436 {
                try FileManager.default.createSymbolicLink(
                    atPath: "\(directory)/\(letter)/.s.PGSQL.\(port)", withDestinationPath: socket)
            }
        }
        base = ["host": "\(directory)/a", "port": "5432", "user": "postgres", "dbname": "postgres"]
        parameters = [
            Parameter(name: "host", variable: "PGHOST", values: letters.map { "/nowhere,\(directory)/\($0)" }),
            Parameter(name: "port", variable: "PGPORT", values: ["5433", "5434", "5435", "5436"]),
            Parameter(name: "dbname", variable: "PGDATABASE", values: letters.map { "place_\($0)" }),
            Parameter(name: "user", variable: "PGUSER", values: letters.map { "place_\($0)" }),
            Parameter(name: "application_name", variable: "PGAPPNAME", values: letters),
            Parameter(name: "options", variable: "PGOPTIONS", values: letters.map { "-c search_path=\($0)" }),
            Parameter(
                name: "target_session_attrs", variable: "PGTARGETSESSIONATTRS",
                values: ["read-write", "standby", "primary", "read-only"]),
            Parameter(name: "connect_timeout", variable: "PGCONNECT_TIMEOUT", values: ["11", "12", "13", "14"]),
            Parameter(name: "keepalives_idle", variable: nil, values: ["11", "12", "13", "14"]),
            Parameter(
                name: "client_encoding", variable: "PGCLIENTENCODING",
                values: ["LATIN1", "LATIN2", "EUC_JP", "WIN1252"]),
        ]
        for letter in letters {
            for statement in ["CREATE DATABASE place_\(letter)", "CREATE ROLE place_\(letter) LOGIN"] {
                _ = try Self.psql(words(base), statement)
            }
        }
    }

    /// Connects with a parameter in some places as psql does, and as we do.
    func compare(_ parameter: Parameter, in places: [Place]) throws {
        for variable in Self.variables { unsetenv(variable) }
        var given = base
        given[parameter.name] = nil
        var services = ""
        for place in places {
            let value = parameter.values[place.rawValue]
            switch place {
            case .url: given[parameter.name] = value
            case .environment:
                if let variable = parameter.variable { setenv(variable, value, 1) }
            case .serviceOfURL, .serviceOfEnvironment:
                services += "[\(place)]\n\(parameter.name)=\(value)\n"
                if place == .serviceOfURL { given["service"] = "\(place)" } else { setenv("PGSERVICE", "\(place)", 1) }
            }
        }
        try services.write(toFile: "\(directory)/services", atomically: false, encoding: .utf8)
        setenv("PGSERVICEFILE", "\(directory)/services", 1)
        let url = words(given)
        let configuration = try PostgresConfiguration(url: url)
        let comment = Comment("\(parameter.name) in \(places)")
        // The first of these places counts, except that a service which the URL names is the only one.
        let counts = places.first { $0 != .environment || parameter.variable != nil }
        let value = counts.map { parameter.values[$0.rawValue] }
        switch parameter.name {
        case "connect_timeout": #expect(configuration.connectTimeout == .seconds(Int(value ?? "5") ?? 0), comment)
        case "keepalives_idle": #expect(configuration.parameters["keepalives_idle"] == value ?? "5", comment)
        case "client_encoding": #expect(ours(configuration).hasSuffix("UTF8"), comment)
        default:
            var theirs = try Self.psql(url, "\\echo :HOST, port :PORT\n\(Self.question)")
            // psql has a name of its own for who says none.
            if configuration.applicationName == nil { theirs = theirs.replacing("psql", with: "") }
            #expect(ours(configuration) == (theirs.isEmpty ? "refused" : theirs), comment)
            #expect(!theirs.isEmpty || counts == nil || parameter.name == "target_session_attrs", comment)
        }
    }

    private static let question = """
        SELECT concat_ws(' ', current_database(), current_user, current_setting('search_path'),
            current_setting('application_name'), current_setting('client_encoding'))
        """

    /// Where our connection goes, and what it finds there.
    private func ours(_ given: PostgresConfiguration) -> String {
        var configuration = given
        configuration.setServerSetting("jit", to: "off")
        guard
            let connection = try? BlockingConnection.open(
                configuration, interruption: Interruption(), metrics: PostgresMetrics(configuration.metricsFactory)),
            let row = try? connection.execute(PostgresStatement(unescaped: Self.question)).first,
            let facts = try? row.decode(at: 0, as: String.self)
        else { return "refused" }
        return "\(connection.place)\n\(facts)"
    }

    private func words(_ parameters: [String: String]) -> String {
        parameters.map { "\($0)='\($1)'" }.joined(separator: " ")
    }

    /// What psql prints; nothing if it can't connect.
    private static func psql(_ url: String, _ input: String) throws -> String {
        let (process, stdin, stdout) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "\(try TestServer.newestBinaries())/psql")
        process.arguments = ["-X", "-A", "-t", "-q", url]
        var environment: [String: String] = [:]
        for name in variables + ["PATH"] {
            environment[name] = getenv(name).map { String(cString: $0) }
        }
        process.environment = environment
        (process.standardInput, process.standardOutput, process.standardError) = (stdin, stdout, FileHandle.nullDevice)
        try process.run()
        // NB: a psql that can't connect has gone before it reads.
        signal(SIGPIPE, SIG_IGN)
        try? stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try? stdin.fileHandleForWriting.close()
        let output = String(decoding: stdout.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return output.trimmingCharacters(in: .newlines)
    }
}
