import Foundation
import HTTPConnection
import NIOCore
import TestSupport
import Testing

@testable import RoundtableHTTP

/// A requirement of HTTP for servers, with bytes that a client sends and what must come of them.
struct Requirement: Sendable {
    /// Number and section of the RFC.
    let section: String
    let text: String
    /// What is sent; `⏎` is CR LF, and `TAG` the entity tag of the list of games.
    let input: String
    /// The statuses of the answers, with ` +` behind them if the connection goes on.
    let outcome: String
    /// Header fields of the first answer: a value, `*` for any, or `–` for none.
    var fields: [String: String] = [:]
    /// Whether the first answer must have no body.
    var isEmpty = false

    init(
        _ section: String, _ text: String, _ input: String, _ outcome: String, _ fields: [String: String] = [:],
        isEmpty: Bool = false
    ) {
        (self.section, self.text, self.input, self.outcome) = (section, text, input, outcome)
        (self.fields, self.isEmpty) = (fields, isEmpty)
    }

    /// A request with a host, and with some fields.
    static func get(_ target: String = "/healthz", _ fields: String = "", by method: String = "GET") -> String {
        "\(method) \(target) HTTP/1.1⏎Host: a⏎\(fields.isEmpty ? "" : fields + "⏎")⏎"
    }

    /// A request that has a body, which makes a player.
    static func post(_ fields: String, _ body: String) -> String {
        "POST /v1/players HTTP/1.1⏎Host: a⏎\(fields)⏎⏎\(body)"
    }

    /// The same with a body in chunks.
    static func chunked(_ body: String) -> String { post("Transfer-Encoding: chunked", body) }
}

/// What came back for a requirement's input.
struct WireOutcome {
    private static let probe = Requirement.get("/healthz", "Connection: close⏎X-Request-ID: probe")

    private let received: String
    /// The statuses, and whether the connection went on.
    let text: String

    /// Sends bytes, and behind them a request that tells whether the connection goes on.
    init(of input: String, knowing tag: String, at server: Server) async throws {
        let connection = try server.connect()
        let bytes = input.replacing("TAG", with: tag) + Self.probe
        // NB: who is refused may find the connection ended before all is sent.
        try? connection.send(bytes.replacing("⏎", with: "\r\n"))
        received = try await connection.readToEnd()
        let goesOn = received.lowercased().contains("x-request-id: probe\r\n")
        let statuses = received.matches(of: /HTTP\/1\.1 ([0-9]{3})[ ]/).map { String($0.1) }
        text = statuses.dropLast(goesOn ? 1 : 0).joined(separator: " ") + (goesOn ? " +" : "")
    }

    /// The value of a header field of the first answer.
    func field(_ name: String) -> String? {
        let head = received.components(separatedBy: "\r\n\r\n")[0].components(separatedBy: "\r\n")
        let line = head.first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
        return line?.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
    }

    /// Whether the next answer, or the end, follows the head of the first one.
    var isEmpty: Bool {
        guard let end = received.range(of: "\r\n\r\n") else { return false }
        return received[end.upperBound...].isEmpty || received[end.upperBound...].hasPrefix("HTTP/1.1 ")
    }
}

@Suite("HTTP to the letter (RFC 9110, RFC 9112)", .database, .serialized)
struct ConformanceTests {
    /// Time is short here, for those who wait for something else than what comes.
    private static var settings: Server.Settings {
        var settings = Server.Settings()
        var limits = settings.application.connections
        (limits.idle, limits.head, limits.body) = (.seconds(20), .seconds(10), .seconds(10))
        limits.farewell = .milliseconds(300)
        settings.application.connections = limits
        return settings
    }

    private static let groups: [(name: String, rows: [Requirement])] = [
        ("request lines", requestLines), ("targets", targets), ("hosts", hosts), ("fields", fields),
        ("lengths", lengths), ("codings", codings), ("chunks", chunks), ("connections", connections),
        ("expectations", expectations), ("methods", methods), ("conditions", conditions),
        ("negotiation", negotiation),
    ]

    @Test("each requirement of a group is met", arguments: groups.map(\.name))
    func requirements(group: String) async throws {
        let rows = try #require(Self.groups.first { $0.name == group }).rows
        try await Server.run(Self.settings) { server in
            let tag = try #require(try await server.get("/v1/games").header("ETag"))
            for row in rows {
                let outcome = try await WireOutcome(of: row.input, knowing: tag, at: server)
                let name = "\(row.section): \(row.text): \(row.input.prefix(200))"
                #expect(outcome.text == row.outcome, "\(name)")
                for (field, value) in row.fields {
                    let found = outcome.field(field)
                    let expected = value == "–" ? nil : value.replacing("TAG", with: tag)
                    let isRight = value == "*" ? found != nil : found == expected
                    #expect(isRight, "\(field) is \(found ?? "missing") in \(name)")
                }
                if row.isEmpty { #expect(outcome.isEmpty, "\(name)") }
            }
        }
    }

    @Test("there are as many requirements as were gone through, none of them twice")
    func count() {
        let rows = Self.groups.flatMap(\.rows)
        #expect(rows.count >= 200)
        #expect(Set(rows.map { "\($0.input) \($0.section) \($0.text)" }).count == rows.count)
    }

    @Test("who expects 100-continue gets it before the body is sent, and only then (RFC 9110, section 10.1.1)")
    func interim() async throws {
        try await Server.run(Self.settings) { server in
            let connection = try server.connect()
            try connection.send(
                "POST /v1/players HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-Continue\r\n\r\n")
            #expect(try await connection.read(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
            try connection.send("{}")
            #expect(try await connection.read(until: "\r\n\r\n").hasPrefix("HTTP/1.1 201 "))
        }
    }

    @Test("Date is the time in the preferred format (RFC 9110, sections 5.6.7 and 6.6.1)")
    func date() async throws {
        try await Server.run(Self.settings) { server in
            let outcome = try await WireOutcome(of: Requirement.get(), knowing: "", at: server)
            let date = try #require(outcome.field("Date"))
            let form = /(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/
            #expect(date.wholeMatch(of: form) != nil, "\(date)")
        }
    }
}
