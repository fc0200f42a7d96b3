import Foundation
import HTTPTypes
import Postgres
import Roundtable
import RoundtableModel
@testable import RoundtableHTTP
import RoundtableStore
import TestSupport
import Testing

@Suite("The contract as a whole", .database, .serialized)
struct CoverageTests {
    private let document: OpenAPIDocument
    private let ledger: Ledger

    init() throws {
        document = try OpenAPIDocument.shared.get()
        ledger = Ledger(document: document)
    }

    /// Nothing that these do can fail.
    private static let unfailing: Set<String> = [
        "/healthz", "/readyz", "/openapi.yaml", "/v1/games", "/icon.svg", "/icon.png",
        "/.well-known/apple-app-site-association",
    ]

    @Test("every route that is served is documented")
    func served() async throws {
        try await Server.run { server in
            let documented = Set(document.operations.map { "\($0.method) \($0.path)" })
            let table = RouteTable(server.service, pictures: PictureRenderer(), obstacle: { nil })
            let served = table.routes.map { "\($0.method.rawValue) \($0.template.text)" }
            #expect(served.count > 15)
            for route in served { #expect(documented.contains(route), "\(route)") }
        }
    }

    @Test("every documented answer can be provoked, and is as documented")
    func everyAnswer() async throws {
        try await Server.run(.init(ledger: ledger)) { server in
            let table = try await play(on: server)
            try await refuse(on: server, table)
            try await breakDown(table)
            try await throttle(table)
            try await withoutDatabase(table)
        }
        try await crowd()
        let documented = document.operations.flatMap { operation in
            operation.statuses.map {
                Ledger.Exercise(method: operation.method, path: operation.path, status: $0)
            }
        }
        let provoked = ledger.exercised
        let missing = documented.filter {
            !provoked.contains($0) && !($0.status == 500 && Self.unfailing.contains($0.path))
        }
        #expect(missing == [])
    }

    /// A game in progress that requests may be about.
    private struct TableInPlay: Sendable {
        let guests: [Guest]
        let session: String
        let token: String

        /// A path of a documented route, about this game or about none.
        func path(_ operation: OpenAPIDocument.Operation, missing: Bool = false) -> String {
            operation.path
                .replacing("{id}", with: missing ? "00000000-0000-4000-8000-000000000000" : session)
                .replacing("{token}", with: missing ? "x," : token)
        }
    }

    /// What needs no database is unavailable only while too many requests are under way.
    private func crowd() async throws {
        var settings = Server.Settings(ledger: ledger)
        settings.application.requestsAtOnce = 0
        try await Server.run(settings) { server in
            for path in ["/v1/games", "/openapi.yaml"] {
                expect(try await server.get(path), isProblem: .unavailable)
            }
        }
    }

    // MARK: What goes well

    private func play(on server: Server) async throws -> TableInPlay {
        let guests = try await server.guests(2)
        let (amber, ben) = (guests[0], guests[1])
        let opened = try await server.open("four-in-a-row", by: amber, ["move": "4"])
        let session = try opened.session
        expect(try await server.tap(opened.token, by: ben, from: amber), is: 200)
        expect(try await server.join(session, by: ben), is: 201)
        let moved = try await server.move("4", in: session, at: 2, by: ben)
        let draft = try await server.move("4", in: session, at: 3, by: amber, ["send": "draft"])
        expect(try await server.post("/v1/messages/\(draft.token)/cancel", by: amber, key: ""), is: 200)
        expect(try await server.post("/v1/messages/\(moved.token)/sent", by: ben, key: ""), is: 200)
        let body = amber.request([:], [:])
        expect(try await server.post("/v1/sessions/\(session)/messages", body, by: amber), is: 201)
        let other = try await server.open("ice-cream", by: amber).session
        expect(try await server.act("leave", in: other, at: 1, by: amber), is: 201)
        expect(try await server.send(.delete, "/v1/players/me/sessions/\(other)", by: amber), is: 204)

        let view = try await server.get("/v1/sessions/\(session)", by: amber)
        let tag = try #require(view.header("ETag"))
        expect(try await server.get("/v1/sessions/\(session)", by: amber, headers: ["If-None-Match": tag]), is: 304)
        let games = try #require(try await server.get("/v1/games").header("ETag"))
        expect(try await server.get("/v1/games", headers: ["If-None-Match": games]), is: 304)
        let page = try #require(try await server.get("/m/\(moved.token)").header("ETag"))
        expect(try await server.get("/m/\(moved.token)", headers: ["If-None-Match": page]), is: 304)
        let rest = [
            "/v1/players/me", "/v1/players/me/sessions", "/v1/sessions/\(session)/events",
            "/v1/sessions/\(session)/board.svg",
        ]
        let open = [
            "/m/\(try moved.token)", "/m/\(try moved.token).png", "/healthz", "/readyz", "/openapi.yaml", "/v1/games",
            "/icon.svg", "/icon.png",
        ]
        for path in rest + open { expect(try await server.get(path, by: amber), is: 200) }
        try await stream(session, to: try moved.token, by: amber)
        try await beNotified(amber, on: server)
        try await linkAndErase(on: server)
        return TableInPlay(guests: guests, session: session, token: try moved.token)
    }

    private func beNotified(_ guest: Guest, on server: Server) async throws {
        let device: JSONValue = ["token": "ab01", "topic": "org.example.games", "environment": "sandbox"]
        expect(try await server.post("/v1/players/me/push-tokens", device, by: guest, key: ""), is: 204)
        expect(try await server.send(.delete, "/v1/players/me/push-tokens/ab01", by: guest), is: 204)
    }

    private func linkAndErase(on server: Server) async throws {
        let guests = try await server.guests(2)
        let code = expect(try await server.post("/v1/players/me/link-codes", by: guests[0], key: ""), is: 201)["code"]
        let body: JSONValue = ["code": try #require(code)]
        expect(try await server.post("/v1/players/me/links", body, by: guests[0], key: ""), isProblem: .notAllowed)
        expect(try await server.post("/v1/players/me/links", body, by: guests[1], key: ""), is: 200)
        expect(try await server.send(.delete, "/v1/players/me", by: guests[0]), is: 204)
    }

    private func stream(_ session: String, to token: String, by guest: Guest) async throws {
        var application = ApplicationSettings()
        application.app.appID = "ABCDE12345.org.example.games"
        try await Server.run(.init(application: application, ledger: ledger)) { server in
            expect(try await server.get("/.well-known/apple-app-site-association"), is: 200)
            server.service.changes.close()
            expect(try await server.get("/v1/sessions/\(session)/stream", by: guest), is: 200)
            expect(try await server.get("/m/\(token)/changes"), is: 200)
        }
    }

    // MARK: What is refused

    private func refuse(on server: Server, _ table: TableInPlay) async throws {
        for operation in document.operations {
            try await refuse(operation, on: server, table)
        }
        try await refuseByRules(on: server, table)
        for (path, query) in [
            ("/v1/players/me/sessions", "limit=x"), ("/v1/sessions/\(table.session)", "wait=x"),
            ("/v1/sessions/\(table.session)/events", "after=x"),
            ("/v1/sessions/\(table.session)/board.svg", "draft=x"),
        ] {
            expect(try await server.get("\(path)?\(query)", by: table.guests[0]), isProblem: .badRequest)
        }
        for stream in ["/v1/sessions/\(table.session)/stream", "/m/\(table.token)/changes"] {
            let garbled = try await server.get(stream, by: table.guests[0], headers: ["Last-Event-ID": "x"])
            expect(garbled, isProblem: .badRequest)
        }
    }

    /// What every route refuses in the same way.
    private func refuse(
        _ operation: OpenAPIDocument.Operation, on server: Server, _ table: TableInPlay
    ) async throws {
        let (path, amber) = (table.path(operation), table.guests[0])
        let method = try #require(HTTPRequest.Method(operation.method))
        if operation.statuses.contains(401) { expect(try await server.send(method, path), isProblem: .unauthenticated) }
        if operation.statuses.contains(413) {
            let large = Data(repeating: 0x20, count: 200_000)
            let answer = try await server.send(
                method, path, by: amber, headers: ["Idempotency-Key": "large"], body: large)
            expect(answer, isProblem: .payloadTooLarge)
            let garbage = try await server.send(
                method, path, by: amber, headers: ["Idempotency-Key": "garbage"], body: Data("{".utf8))
            expect(garbage, isProblem: .badRequest)
        }
        if operation.statuses.contains(414) {
            let long = path + "?x=" + String(repeating: "0", count: 2048)
            expectRefusal(.uriTooLong, try await server.send(method, long, by: amber), of: operation.path)
        }
        if operation.statuses.contains(404) {
            let body = amber.request(["revision": 1, "move": "1", "action": "leave"], [:])
            let nothing = table.path(operation, missing: true)
            let answer =
                method == .post
                ? try await server.post(nothing, body, by: amber) : try await server.send(method, nothing, by: amber)
            expect(answer, is: 404)
        }
    }

    private func refuseByRules(on server: Server, _ table: TableInPlay) async throws {
        let (amber, ben, session) = (table.guests[0], table.guests[1], table.session)
        let stranger = try await server.guests(1)[0]
        let messages = "/v1/sessions/\(session)/messages"
        expect(try await server.move("9", in: session, at: 3, by: amber), isProblem: .illegalMove, revision: 3)
        expect(try await server.open("four-in-a-row", by: amber, ["move": "9"]), is: 422)
        expect(try await server.move("1", in: session, at: 3, by: ben), isProblem: .notYourTurn, revision: 3)
        expect(try await server.move("1", in: session, at: 2, by: amber), isProblem: .staleRevision, revision: 3)
        expect(try await server.join(session, by: stranger), isProblem: .noOpenSeat, revision: 3)
        expect(try await server.act("leave", in: session, at: 3, by: stranger), isProblem: .notSeated, revision: 3)
        expect(try await server.act("leave", in: session, at: 2, by: amber), isProblem: .staleRevision, revision: 3)
        expect(try await server.post(messages, stranger.request([:], [:]), by: stranger), is: 403)
        expect(try await server.post("/v1/messages/\(table.token)/cancel", by: amber, key: ""), is: 403)
        expect(try await server.post("/v1/messages/\(table.token)/cancel", by: ben, key: ""), is: 409)
        expect(try await server.open("ice-cream", by: amber, key: "reused"), is: 201)
        expect(try await server.open("tic-tac-toe", by: amber, key: "reused"), is: 409)
        expect(try await server.post(messages, amber.request([:], [:]), by: amber, key: "twice"), is: 201)
        expect(try await server.post(messages, amber.request(["a": 1], [:]), by: amber, key: "twice"), is: 409)
    }

    // MARK: What goes wrong

    /// Some tables are away: a fault of ours. The server is a new one, that has not recognised anybody yet.
    private func breakDown(_ table: TableInPlay) async throws {
        let pool = try TestDatabase.current.pool
        try await Server.run(.init(ledger: ledger)) { server in
            for name in ["credentials", "sessions"] {
                _ = try await pool.query("ALTER TABLE \(unescaped: name) RENAME TO \(unescaped: name)_away")
            }
            try await expectEverywhere(.internal, on: server, table)
            for name in ["credentials", "sessions"] {
                _ = try await pool.query("ALTER TABLE \(unescaped: name)_away RENAME TO \(unescaped: name)")
            }
        }
    }

    private func withoutDatabase(_ table: TableInPlay) async throws {
        let database = try TestDatabase.current
        let pool = PostgresPool(configuration: database.configuration, options: .ofTests, logger: .quiet)
        let store = try PostgresStore.ofTests(over: pool, database.configuration)
        await store.close()
        let settings = Server.Settings(obstacle: "The database is away.", ledger: ledger, store: store)
        try await Server.run(settings) { server in
            try await expectEverywhere(.unavailable, on: server, table)
            let probe = try await server.get("/readyz")
            expect(probe, isProblem: .unavailable)
            #expect(probe.header("Retry-After") != nil)
        }
    }

    private func throttle(_ table: TableInPlay) async throws {
        try await Server.run(.init(requestsPerMinute: 1, ledger: ledger)) { server in
            for _ in 0..<5 { expect(try await server.get("/v1/players/me"), isProblem: .unauthenticated) }
            for operation in document.operations where operation.statuses.contains(429) {
                let method = try #require(HTTPRequest.Method(operation.method))
                let refused = try await server.send(method, table.path(operation))
                expectRefusal(.rateLimited, refused, of: operation.path)
                #expect(refused.retryAfter.map((1...60).contains) == true)
            }
        }
    }

    private func expectEverywhere(_ code: ErrorCode, on server: Server, _ table: TableInPlay) async throws {
        for operation in document.operations where !Self.unfailing.contains(operation.path) {
            let method = try #require(HTTPRequest.Method(operation.method))
            let body = method == .post ? Data("{}".utf8) : nil
            let answer = try await server.send(method, table.path(operation), by: table.guests[0], body: body)
            expectRefusal(code, answer, of: operation.path)
            #expect(!answer.text.lowercased().contains("relation"))
        }
    }

    /// Expects a problem, or in place of a message's page a page that tells of it.
    private func expectRefusal(_ code: ErrorCode, _ answer: Reply, of path: String) {
        guard path == "/m/{token}" else { return expect(answer, isProblem: code) }
        expect(answer, is: code.status)
        #expect(answer.header("Content-Type") == "text/html; charset=utf-8")
    }
}
