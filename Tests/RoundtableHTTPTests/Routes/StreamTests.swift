import HTTPTypes
import Postgres
import Roundtable
import RoundtableModel
@testable import RoundtableHTTP
@testable import RoundtableStore
import TestSupport
import Testing

@Suite("The stream of a session's revisions", .database, .serialized)
struct StreamTests {
    @Test("it begins with the revision that there is, and tells each new one as a server-sent event")
    func format() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let chunks = server.stream(of: session, by: guests[1])
            var events = chunks.makeAsyncIterator()
            #expect(try await events.next() == "retry: 1000\n\n")
            #expect(try await events.next() == "event: revision\nid: 2\ndata: {\"revision\":2}\n\n")
            expect(try await server.move("b2", in: session, at: 2, by: guests[0]), is: 201)
            #expect(try await events.next() == "event: revision\nid: 3\ndata: {\"revision\":3}\n\n")
            expect(try await server.move("a1", in: session, at: 3, by: guests[1]), is: 201)
            #expect(try await events.next() == "event: revision\nid: 4\ndata: {\"revision\":4}\n\n")
        }
    }

    @Test(
        "it goes on after the event that the client knows", arguments: [("1", 2), ("0", 2), ("2", 3)])
    func resumed(known: String, next: Int) async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            var events = server.stream(of: session, by: guests[1], lastEventID: known).makeAsyncIterator()
            #expect(try await events.next() == "retry: 1000\n\n")
            if next == 3 {
                try await server.waits(for: 1)
                expect(try await server.move("b2", in: session, at: 2, by: guests[0]), is: 201)
            }
            #expect(try await events.next()?.hasPrefix("event: revision\nid: \(next)\n") == true)
        }
    }

    @Test(
        "a client that knows a later revision, of before a database was restored, is told the true one at once",
        arguments: ["3", "40", "2147483647"])
    func ahead(known: String) async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            var events = server.stream(of: session, by: guests[1], lastEventID: known).makeAsyncIterator()
            #expect(try await events.next() == "retry: 1000\n\n")
            #expect(try await events.next() == "event: revision\nid: 2\ndata: {\"revision\":2}\n\n")
            expect(try await server.move("b2", in: session, at: 2, by: guests[0]), is: 201)
            #expect(try await events.next() == "event: revision\nid: 3\ndata: {\"revision\":3}\n\n")
        }
    }

    @Test(
        "a page that knows a later revision, of before a database was restored, is told the true one at once",
        arguments: ["3", "2147483647"])
    func pageAhead(known: String) async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let token = try await server.move("b2", in: session, at: 2, by: guests[0]).token
            var headers = HTTPFields()
            headers[.lastEventID] = known
            var events = server.stream("/m/\(token)/changes", headers: headers).makeAsyncIterator()
            #expect(try await events.next() == "retry: 1000\n\n")
            if known == "3" {
                try await server.waits(for: 1)
                expect(try await server.move("a1", in: session, at: 3, by: guests[1]), is: 201)
                #expect(try await events.next() == "event: revision\nid: 4\ndata: {\"revision\":4}\n\n")
            } else {
                #expect(try await events.next() == "event: revision\nid: 3\ndata: {\"revision\":3}\n\n")
            }
        }
    }

    @Test("a read that is held, and one that knows a later state, are answered when a session goes back")
    func heldReadRestored() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let path = "/v1/sessions/\(session)"
            let tag = try #require(try await server.get(path, by: guests[1]).header("ETag"))
            async let held = server.get("\(path)?wait=25", by: guests[1], headers: ["If-None-Match": tag])
            try await server.waits(for: 1)
            let store = try TestDatabase.current.store
            _ = try await store.pool.query("UPDATE sessions SET revision = 1")
            store.forgetCached(of: try #require(SessionID(rawValue: session)))
            server.service.changes.wakeAll()
            #expect(expect(try await held, is: 200)["revision"] == 1)
            let later = try await server.get("\(path)?wait=25", by: guests[1], headers: ["If-None-Match": tag])
            #expect(expect(later, is: 200)["revision"] == 1)
        }
    }

    @Test("a session that goes back while somebody listens is told as it is")
    func restored() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            var events = server.stream(of: session, by: guests[1]).makeAsyncIterator()
            for _ in 0..<2 { _ = try await events.next() }
            let store = try TestDatabase.current.store
            _ = try await store.pool.query("UPDATE sessions SET revision = 1")
            store.forgetCached(of: try #require(SessionID(rawValue: session)))
            server.service.changes.wakeAll()
            #expect(try await events.next() == "event: revision\nid: 1\ndata: {\"revision\":1}\n\n")
        }
    }

    @Test("it ends without another word for whoever was erased meanwhile, and goes on for the others")
    func erased() async throws {
        try await Server.run(guests: 3) { server, guests in
            let session = try await server.twoAtTable(guests)
            try await server.show(session, to: guests[2])
            var erased = server.stream(of: session, by: guests[2]).makeAsyncIterator()
            var other = server.stream(of: session, by: guests[1]).makeAsyncIterator()
            for _ in 0..<2 { _ = (try await erased.next(), try await other.next()) }
            expect(try await server.send(.delete, "/v1/players/me", by: guests[2]), is: 204)
            expect(try await server.move("b2", in: session, at: 2, by: guests[0]), is: 201)
            #expect(try await erased.next() == nil)
            #expect(try await other.next()?.contains("id: 3\n") == true)
        }
    }

    @Test("it ends when the server stops")
    func stopping() async throws {
        try await Server.run(guests: 2) { server, guests in
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

    @Test(
        "what can be no event's number is refused",
        arguments: ["x", "", "-1", "1.5", "+1", "01", "1, 2", "NaN", "2147483648", "99999999999999999999"])
    func badEventID(text: String) async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let answer = try await server.get(
                "/v1/sessions/\(session)/stream", by: guests[0], headers: ["Last-Event-ID": text])
            expect(answer, isProblem: .badRequest)
        }
    }
}

extension Server {
    /// What a stream of a session writes, piece by piece; it ends when nobody reads on.
    func stream(
        of session: String, by guest: Guest, lastEventID: String? = nil
    ) -> AsyncFilterSequence<AsyncThrowingStream<String, any Error>> {
        var headers = HTTPFields()
        headers[.lastEventID] = lastEventID
        return stream("/v1/sessions/\(session)/stream", by: guest, headers: headers)
    }
}
