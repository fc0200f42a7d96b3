import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import Roundtable
import RoundtableAPI
@testable import RoundtableHTTP
import TestSupport
import Testing

@Suite("The stream of a session's revisions", .database, .serialized)
struct StreamTests {
    @Test("it begins with the revision that there is, and tells each new one as a server-sent event")
    func format() async throws {
        try await Server.run { server in
            let guests = try await server.guests(2)
            let session = try await server.twoAtTable(guests)
            let chunks = try await server.stream(session, by: guests[1])
            var events = chunks.makeAsyncIterator()
            #expect(await events.next() == "retry: 1000\n\n")
            #expect(await events.next() == "event: revision\nid: 2\ndata: {\"revision\":2}\n\n")
            expect(try await server.move("b2", in: session, at: 2, by: guests[0]), is: 201)
            #expect(await events.next() == "event: revision\nid: 3\ndata: {\"revision\":3}\n\n")
            expect(try await server.move("a1", in: session, at: 3, by: guests[1]), is: 201)
            #expect(await events.next() == "event: revision\nid: 4\ndata: {\"revision\":4}\n\n")
        }
    }

    @Test(
        "it goes on after the event that the client knows", arguments: [("1", 2), ("0", 2), ("2", 3)])
    func resumed(known: String, next: Int) async throws {
        try await Server.run { server in
            let guests = try await server.guests(2)
            let session = try await server.twoAtTable(guests)
            var events = try await server.stream(session, by: guests[1], lastEventID: known).makeAsyncIterator()
            #expect(await events.next() == "retry: 1000\n\n")
            if next == 3 {
                try await server.waits(for: 1)
                expect(try await server.move("b2", in: session, at: 2, by: guests[0]), is: 201)
            }
            #expect(await events.next()?.hasPrefix("event: revision\nid: \(next)\n") == true)
        }
    }

    @Test("it ends when the server stops")
    func stopping() async throws {
        try await Server.run { server in
            let guests = try await server.guests(2)
            let session = try await server.twoAtTable(guests)
            async let stream = server.get(
                "/v1/sessions/\(session)/stream", by: guests[0], headers: ["Last-Event-ID": "2"])
            try await server.waits(for: 1)
            server.service.changes.close()
            let answer = expect(try await stream, is: 200)
            #expect(answer.header("Content-Type") == "text/event-stream")
            #expect(answer.header("Cache-Control") == "no-store")
            #expect(answer.text.wholeMatch(of: /retry: 1000\n\nretry: \d+\n\n/) != nil)
        }
    }

    @Test("what can be no event's number is refused", arguments: ["x", "-1", "1.5", "99999999999999999999"])
    func badEventID(text: String) async throws {
        try await Server.run { server in
            let guests = try await server.guests(2)
            let session = try await server.twoAtTable(guests)
            let answer = try await server.get(
                "/v1/sessions/\(session)/stream", by: guests[0], headers: ["Last-Event-ID": text])
            expect(answer, isProblem: .badRequest)
        }
    }
}

extension Server {
    /// What a stream writes, piece by piece; it ends when nobody reads on.
    fileprivate func stream(
        _ session: String, by guest: Guest, lastEventID: String? = nil
    ) async throws -> AsyncStream<String> {
        var headers: HTTPFields = [.authorization: "Bearer \(guest.token)"]
        headers[.lastEventID] = lastEventID
        let request = Request(
            head: .init(
                method: .get, scheme: "http", authority: "table.example", path: "/v1/sessions/\(session)/stream",
                headerFields: headers),
            body: RequestBody(buffer: ByteBuffer()))
        let context = PlayerContext(
            source: ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: .quiet))
        let response = try await Server.responder(of: service).respond(to: request, context: context)
        #expect(response.status == .ok)
        let (pieces, writer) = AsyncStream.makeStream(of: String.self)
        let writing = Task { try await response.body.write(PieceWriter(pieces: writer)) }
        writer.onTermination = { _ in writing.cancel() }
        return pieces
    }
}

/// Hands on what a body writes.
private struct PieceWriter: ResponseBodyWriter {
    let pieces: AsyncStream<String>.Continuation

    func write(_ buffer: ByteBuffer) async throws { pieces.yield(String(buffer: buffer)) }
    func finish(_ trailingHeaders: HTTPFields?) async throws { pieces.finish() }
}
