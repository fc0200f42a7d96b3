import Foundation
import HTTPConnection
import HTTPTypes
import NIOCore
import RoundtableClient
import RoundtableModel
import ServiceLifecycle
import Synchronization
import TestSupport
import Testing

@Suite("Redirections", .timeLimit(.minutes(5)))
struct RedirectTests {
    private static let statuses = [301, 302, 303, 307, 308]

    /// Redirects all that is asked to an address, and keeps the credentials that came.
    private final class Redirector: HTTPResponder {
        private let status: Int
        private let target: String
        private let seen = Mutex<[String]>([])

        /// The credentials of all requests, in their order.
        var credentials: [String] { seen.withLock { $0 } }

        init(_ status: Int, to target: String) {
            self.status = status
            self.target = target
        }

        func receive(_ request: HTTPRequest, on connection: ClientConnection) -> Reception {
            seen.withLock { $0.append(request.headerFields[.authorization] ?? "") }
            return .refused(
                HTTPReply(status: HTTPResponse.Status(code: status), headers: [.location: target + "/elsewhere"]))
        }

        func refusal(of fault: RequestFault, in request: HTTPRequest?) -> HTTPReply { HTTPReply(status: 400) }
    }

    /// Serves for as long as the body runs, which gets the port.
    private func serving(
        _ responder: any HTTPResponder, _ body: @Sendable (Int) async throws -> Void
    ) async throws {
        let (ports, ready) = AsyncStream<Int>.makeStream()
        let server = HTTPServer(
            responder, on: "127.0.0.1", port: 0, limits: ConnectionLimits(bodyLength: 1000), serverName: "test",
            onServerRunning: { ready.yield($0) }, logger: .quiet)
        let group = ServiceGroup(services: [server], logger: .quiet)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let port = try #require(await ports.first { _ in true })
            try await body(port)
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    @Test("a credential does not follow a redirection to another origin, nor to the same", arguments: statuses)
    func credential(status: Int) async throws {
        let stranger = Redirector(200, to: "")
        try await serving(stranger) { strangePort in
            for target in ["http://127.0.0.1:\(strangePort)", "http://localhost:\(strangePort)", ""] {
                let service = Redirector(status, to: target)
                try await serving(service) { port in
                    let url = try #require(URL(string: "http://127.0.0.1:\(port)"))
                    let transport = URLSessionTransport()
                    let client = RoundtableClient(
                        baseURL: url, credential: Credential(rawValue: "secret"), transport: transport)
                    let error = await #expect(throws: RoundtableError.self) { try await client.me() }
                    guard case .unexpected(status, _)? = error else {
                        Issue.record("\(status) to \(target): \(String(describing: error))")
                        return
                    }
                    let request = TransportRequest(
                        method: "GET", url: url, headers: ["Authorization": "Bearer secret"])
                    #expect(try await transport.stream(request).head.status == status)
                }
                #expect(service.credentials == ["Bearer secret", "Bearer secret"])
            }
        }
        #expect(stranger.credentials == [])
    }
}
