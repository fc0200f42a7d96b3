import Foundation
import RoundtableClient
import TestSupport
import RoundtableTestTools
import Testing

@Suite("Requests that are cancelled", .database, .timeLimit(.minutes(10)))
struct CancelledRequestTests {
    @Test("a request that nobody answers ends when it is cancelled")
    func unanswered() async throws {
        let service = try SilentService()
        let transport = URLSessionTransport()
        let request = TransportRequest(method: "GET", url: service.url, timeout: 3600)
        let asking = Task { try await transport.send(request).status }
        try await service.isConnectedTo()
        asking.cancel()
        let error = await #expect(throws: URLError.self) { try await asking.value }
        #expect(error?.code == .cancelled)
    }

    @Test("a request ends when it is cancelled at the moment in which its answer arrives")
    func ends() async throws {
        try await LiveService.run { service in
            let transport = URLSessionTransport()
            let request = TransportRequest(method: "GET", url: service.url.appending(path: "v1/games"))
            let first = try await transport.send(request)
            #expect(first.status == 200)
            // From before the request leaves until after its answer has come.
            var (answered, cancelled) = (0, 0)
            while answered < 20, cancelled < 10_000 {
                let asking = Task { try await transport.send(request).status }
                for _ in 0..<(answered + cancelled) * 20 { await Task.yield() }
                asking.cancel()
                switch await asking.result {
                case .success(let status):
                    #expect(status == 200)
                    answered += 1
                case .failure(let error):
                    try #require((error as? URLError)?.code == .cancelled)
                    cancelled += 1
                }
            }
            #expect(answered == 20 && cancelled > 0)
            #expect(try await transport.send(request).status == 200)
        }
    }
}

/// A service that takes connections, and answers nothing.
private final class SilentService: Sendable {
    let url: URL
    private let descriptor: Int32

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listens = withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && listen(descriptor, 5) == 0
                    && getsockname(descriptor, $0, &length) == 0
            }
        }
        try #require(listens)
        url = try #require(URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/"))
    }

    deinit { close(descriptor) }

    /// Returns when somebody has connected; the connection stays open.
    func isConnectedTo() async throws {
        try await eventually("a connection") { accept(descriptor, nil, nil) >= 0 }
    }
}
