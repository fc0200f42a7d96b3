import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Roundtable
import RoundtableAPI
@testable import RoundtableHTTP
import TestSupport
import Testing

/// The whole service behind its router, over the database of the running test.
///
/// Every answer is held to the OpenAPI document, and searched for what its reader must not see.
struct Server: Sendable {
    /// How a test wants its server.
    struct Settings: Sendable {
        var limits = ServiceContext.Limits()
        var requestsPerMinute: Int?
        var obstacle: String?
        var options = RoundtableRouter.Options()
        var testing = TestingSetup.router
        /// Where answers are remembered, for tests that need several servers.
        var ledger: Ledger?
        /// What to keep things in, if not in the database of the running test.
        var store: (any SessionStores & PlayerStores & OperationStore)?
    }

    let time: TestTime
    let service: RoundtableService
    let ledger: Ledger
    fileprivate let client: any TestClientProtocol

    /// Serves for as long as a test lasts.
    static func run(
        _ settings: Settings = Settings(), _ body: @Sendable (Server) async throws -> Void
    ) async throws {
        let time = TestTime()
        let service = RoundtableService(
            store: try settings.store ?? TestDatabase.current.store, context: try time.context(limits: settings.limits),
            changes: SessionChanges())
        let ledger = try settings.ledger ?? Ledger(document: try OpenAPIDocument.shared.get())
        let app = Application(
            responder: responder(of: service, settings),
            configuration: .init(address: .hostname("127.0.0.1", port: 0)), logger: .quiet)
        try await app.test(settings.testing) { client in
            try await body(Server(time: time, service: service, ledger: ledger, client: client))
        }
        try await ledger.expectNoSeeds(of: TestDatabase.current.pool)
    }

    /// What answers requests to a service.
    static func responder(of service: RoundtableService, _ settings: Settings = Settings()) -> RoundtableResponder {
        router(of: service, settings).buildResponder()
    }

    /// The routes of a service.
    static func router(of service: RoundtableService, _ settings: Settings = Settings()) -> RoundtableRouter {
        var options = settings.options
        options.rateLimit = settings.requestsPerMinute.map { RateLimit(requestsPerMinute: $0) }
        return RoundtableRouter(
            service: service, pictures: PictureRenderer(), options: options, obstacle: { settings.obstacle })
    }
}

extension Server {
    /// Sends a request and checks the answer against the contract.
    func send(
        _ method: HTTPRequest.Method, _ path: String, by guest: Guest? = nil, headers: [String: String] = [:],
        body: Data? = nil, at place: SourceLocation = #_sourceLocation
    ) async throws -> Answer {
        var fields = HTTPFields()
        if let guest { fields[.authorization] = "Bearer \(guest.token)" }
        for (name, value) in headers { fields[try #require(HTTPField.Name(name))] = value }
        let response = try await client.executeRequest(
            uri: path, method: method, headers: fields, body: body.map { ByteBuffer(bytes: $0) })
        let answer = Answer(
            status: response.status.code, headers: response.headers, body: Data(response.body.readableBytesView))
        ledger.check(answer, to: Ledger.Asked(method: method.rawValue, path: path, guest: guest), at: place)
        return answer
    }

    func get(
        _ path: String, by guest: Guest? = nil, headers: [String: String] = [:],
        at place: SourceLocation = #_sourceLocation
    ) async throws -> Answer {
        try await send(.get, path, by: guest, headers: headers, at: place)
    }

    /// Posts JSON, under a key of its own unless told otherwise; with the empty key, under none.
    func post(
        _ path: String, _ body: JSONValue = [:], by guest: Guest? = nil, key: String? = nil,
        headers: [String: String] = [:], at place: SourceLocation = #_sourceLocation
    ) async throws -> Answer {
        var headers = headers
        let key = key ?? time.makeUUID().uuidString
        if !key.isEmpty { headers["Idempotency-Key"] = key }
        let data = try JSONEncoder.roundtable.encode(body)
        return try await send(.post, path, by: guest, headers: headers, body: data, at: place)
    }
}

extension OpenAPIDocument {
    /// The published document, read once.
    static let shared = Result { try published() }
}

extension Server {
    /// Returns once so many requests are held.
    func waits(for count: Int) async throws {
        while service.changes.waiting != count { try await Task.sleep(for: .milliseconds(2)) }
    }
}
