import Foundation
import HTTPTypes
import RoundtableModel
import TestSupport
import Testing

@Suite("The service over a real connection", .database, .serialized)
struct LiveTests {
    @Test("a game is opened, joined and played, and a picture of it fetched")
    func game() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let moved = expect(try await server.move("b2", in: session, at: 2, by: guests[0]), is: 201)
            let picture = expect(try await server.get("/m/\(moved.token).png"), is: 200)
            #expect(picture.header("Content-Length") == "\(picture.body.count)")
            let waited = try await server.get(
                "/v1/sessions/\(session)?wait=1", by: guests[1], headers: ["Participant": guests[1].local])
            #expect(waited.status == 304 && waited.body.isEmpty)
        }
    }

    @Test("HEAD is GET without the body")
    func head() async throws {
        try await Server.run { server in
            let guest = try await server.guests(2)[0]
            let token = try await server.open("tic-tac-toe", by: guest).token
            for path in ["/m/\(token)", "/m/\(token).png"] {
                let head = try await server.send(.head, path)
                #expect(head.status == 200 && head.body.isEmpty)
                #expect(
                    expect(try await server.get(path), is: 200).header("Content-Type") == head.header("Content-Type"))
            }
        }
    }

    @Test("a body that is too large is refused, and the next request is answered")
    func tooLarge() async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            let large = Data(repeating: 0x20, count: 1_000_000)
            let refused = try await server.send(
                .post, "/v1/sessions", by: guest, headers: ["Idempotency-Key": "k"], body: large)
            expect(refused, isProblem: .payloadTooLarge)
            expect(try await server.get("/v1/players/me", by: guest), is: 200)
        }
    }
}
