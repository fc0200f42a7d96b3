import Foundation
import RoundtableClient
import TestSupport
import Testing

@Suite("Requests that are cancelled", .database, .timeLimit(.minutes(3)))
struct CancelledRequestTests {
    @Test("a request ends when it is cancelled, also at the moment in which its answer arrives")
    func ends() async throws {
        try await LiveService.run { service in
            let transport = URLSessionTransport()
            let request = TransportRequest(method: "GET", url: service.url.appending(path: "v1/games"))
            let answered = try await transport.send(request)
            #expect(answered.status == 200)
            for round in 0..<60 {
                let asking = Task { try await transport.send(request).status }
                // From before the request leaves until after its answer has come.
                for _ in 0..<round * 20 { await Task.yield() }
                asking.cancel()
                _ = await asking.result
            }
        }
    }
}
