import Foundation
import GameRules
import HTTPConnection
import HTTPTypes
import RoundtableJSON
import NIOCore
import Roundtable
import RoundtableModel
@testable import RoundtableHTTP
import TestSupport
import RoundtableTestTools
import Testing

/// The whole service over HTTP as programs run it, over the database of the running test.
///
/// Every answer is held to the OpenAPI document, and searched for what its reader must not see.
struct Server: Sendable {
    /// How a test wants its server.
    struct Settings: Sendable {
        var limits = ServiceContext.Limits()
        var requestsPerMinute: Int?
        var quotas: Quotas?
        var obstacle: String?
        var application = ApplicationSettings()
        var pictures = PictureRenderer.Limits()
        /// Where answers are remembered, for tests that need several servers.
        var ledger: Ledger?
        /// The games that are played.
        var games = GameLibrary.testing
        /// What to keep things in, if not in the database of the running test.
        var store: (any SessionStores & PlayerStores & OperationStore)?
    }

    let time: TestTime
    let service: RoundtableService
    let ledger: Ledger
    let store: any SessionStores & PlayerStores & OperationStore
    fileprivate let client: HTTPTestClient

    /// Serves for as long as a test lasts.
    static func run(
        _ settings: Settings = Settings(), _ body: @Sendable (Server) async throws -> Void
    ) async throws {
        let time = TestTime()
        let store = try settings.store ?? TestDatabase.current.store
        let service = RoundtableService(
            store: store,
            context: try time.context(games: settings.games, limits: settings.limits, quotas: settings.quotas))
        let ledger = try settings.ledger ?? Ledger(document: try OpenAPIDocument.shared.get())
        var application = settings.application
        if let limit = settings.requestsPerMinute {
            // Time stands still for it, else it would be refilled while a busy machine asks.
            let begin = ContinuousClock.now
            application.rateLimit = RateLimit(requestsPerMinute: limit, now: { begin })
        }
        try await serving(
            service, pictures: PictureRenderer(limits: settings.pictures), settings: application,
            obstacle: settings.obstacle
        ) { port in
            let client = HTTPTestClient(port: port)
            try await body(Server(time: time, service: service, ledger: ledger, store: store, client: client))
        }
        try await ledger.expectNoSeeds(of: TestDatabase.current.pool)
    }
}

extension Server {
    /// A connection for bytes.
    func connect() throws -> RawConnection { try RawConnection(to: client.port) }

    /// Sends a request and checks the answer against the contract.
    func send(
        _ method: HTTPRequest.Method, _ path: String, by guest: Guest? = nil, headers: [String: String] = [:],
        body: Data? = nil, at place: SourceLocation = #_sourceLocation
    ) async throws -> Reply {
        var fields = HTTPFields()
        if let guest { fields[.authorization] = "Bearer \(guest.token)" }
        for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
        let request = HTTPRequest(
            method: method, scheme: "http", authority: "table.example", path: path, headerFields: fields)
        let (response, content) = try await client.send(request, body: body.map { ByteBuffer(bytes: $0) })
        let answer = Reply(
            status: response.status.code, headers: response.headerFields, body: Data(content.readableBytesView))
        ledger.check(answer, to: Ledger.Asked(method: method.rawValue, path: path, guest: guest), at: place)
        return answer
    }

    func get(
        _ path: String, by guest: Guest? = nil, headers: [String: String] = [:],
        at place: SourceLocation = #_sourceLocation
    ) async throws -> Reply {
        try await send(.get, path, by: guest, headers: headers, at: place)
    }

    /// Posts JSON, under a key of its own unless told otherwise; with the empty key, under none.
    func post(
        _ path: String, _ body: JSONValue = [:], by guest: Guest? = nil, key: String? = nil,
        headers: [String: String] = [:], at place: SourceLocation = #_sourceLocation
    ) async throws -> Reply {
        var headers = headers
        let key = key ?? time.makeUUID().uuidString
        if !key.isEmpty { headers["Idempotency-Key"] = key }
        let data = Data(body.json)
        return try await send(.post, path, by: guest, headers: headers, body: data, at: place)
    }
}

extension Server {
    /// The pieces of a stream.
    func stream(
        _ path: String, by guest: Guest? = nil, headers: HTTPFields = [:]
    ) -> AsyncFilterSequence<AsyncThrowingStream<String, any Error>> {
        var headers = headers
        if let guest { headers[.authorization] = "Bearer \(guest.token)" }
        let request = HTTPRequest(
            method: .get, scheme: "http", authority: "table.example", path: path, headerFields: headers)
        // NB: without comments, as any client takes them; on a slow machine one may come before an event.
        return client.stream(request).filter { !$0.hasPrefix(":") }
    }
}

extension OpenAPIDocument {
    /// The published document, read once.
    static let shared = Result { try published() }
}

extension Server {
    /// Returns once so many requests are held.
    func waits(for count: Int) async throws {
        try await eventually("\(count) requests are held") { service.changes.waiting == count }
    }
}
