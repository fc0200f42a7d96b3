package import HTTPConnection
package import HTTPTypes
import NIOCore
import ServiceLifecycle
import Synchronization
import Testing

/// A backend that gets messages.
package final class WebhookReceiver: HTTPResponder {
    /// A message as it came.
    package struct Request: Sendable {
        package let head: HTTPRequest
        package let body: String

        /// The value of a header field.
        package func field(_ name: String) -> String? { HTTPField.Name(name).flatMap { head.headerFields[$0] } }
    }

    private let answer: @Sendable (String) async -> HTTPReply
    private let received = Mutex<[Request]>([])

    /// A backend that answers a body in some way.
    package init(_ answer: @escaping @Sendable (String) async -> HTTPReply) { self.answer = answer }

    /// The messages that have come, answered or not.
    package var requests: [Request] { received.withLock { $0 } }

    package func receive(_ request: HTTPRequest, on connection: ClientConnection) -> Reception {
        .admitted { body in
            let body = String(buffer: body)
            self.received.withLock { $0.append(Request(head: request, body: body)) }
            return await self.answer(body)
        }
    }

    package func refusal(of fault: RequestFault, in request: HTTPRequest?) -> HTTPReply {
        HTTPReply(status: .badRequest)
    }

    /// Serves as long as the body runs, which gets the address.
    package func serving(_ body: (String) async throws -> Void) async throws {
        let (ports, ready) = AsyncStream<Int>.makeStream()
        let server = HTTPServer(
            self, on: "127.0.0.1", port: 0, limits: ConnectionLimits(bodyLength: 1 << 20), serverName: "backend",
            onServerRunning: { ready.yield($0) }, logger: .quiet)
        let group = ServiceGroup(services: [server], logger: .quiet)
        let running = Task { try await group.run() }
        let port = try #require(await ports.first { _ in true })
        let outcome = await Result.of { try await body("http://127.0.0.1:\(port)/hook") }
        running.cancel()
        try? await running.value
        try outcome.get()
    }
}
