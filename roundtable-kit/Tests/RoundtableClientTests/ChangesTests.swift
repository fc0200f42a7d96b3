import Foundation
import RoundtableModel
import RoundtableClient
import Testing

@Suite("Changes of a session")
struct ChangesTests {
    @Test("what a reader knows already is unchanged")
    func notModified() async throws {
        let transport = ScriptedTransport(.ok(Sample.view(), headers: ["etag": "\"7\""]), .ok("", status: 304))
        let client = try RoundtableClient.scripted(transport)
        guard case .changed(let view, let tag) = try await client.session(Sample.id, unless: nil) else {
            Issue.record("nothing to read")
            return
        }
        #expect(view.revision == 7)
        #expect(try await client.session(Sample.id, unless: tag, wait: 25) == .unchanged)
        let second = try #require(await transport.requests.last)
        #expect(second.headers["If-None-Match"] == "\"7\"")
        #expect(second.url.query() == "wait=25")
        #expect(second.timeout > 25)
    }

    @Test("a reader sees the state at once and then every change, but nothing twice")
    func sequence() async throws {
        let transport = ScriptedTransport(
            .ok(Sample.view(revision: 7), headers: ["ETag": "\"7\""]), .ok("", status: 304), .ok("", status: 304),
            .ok(Sample.view(revision: 8), headers: ["ETag": "\"8\""]), .silence,
            .ok(Sample.view(revision: 10), headers: ["ETag": "\"10\""]))
        let client = try RoundtableClient.scripted(transport)
        var revisions: [Int] = []
        for try await view in client.changes(of: Sample.id, as: Sample.conversation.local).prefix(3) {
            revisions.append(view.revision)
        }
        #expect(revisions == [7, 8, 10])
        let tags = await transport.requests.map { $0.headers["If-None-Match"] }
        #expect(tags == [nil, "\"7\"", "\"7\"", "\"7\"", "\"8\"", "\"8\""])
        let waits = await transport.requests.map { $0.url.query() }
        #expect(waits == [nil] + Array(repeating: "wait=25", count: 5))
    }

    @Test("what may pass is waited for, longer and longer, as long as somebody wants to know")
    func patient() async throws {
        let transport = ScriptedTransport(
            [.ok(Sample.view())] + Array(repeating: .silence, count: 30) + [.ok(Sample.view(revision: 8))])
        let pauses = Pauses()
        let client = try RoundtableClient.scripted(transport, pauses: pauses)
        var iterator = client.changes(of: Sample.id).makeAsyncIterator()
        #expect(try await iterator.next()?.revision == 7)
        #expect(try await iterator.next()?.revision == 8)
        #expect(await pauses.taken.max() == .seconds(5))
    }

    @Test("without tags nothing is told twice either, and there are pauses between the reads")
    func untagged() async throws {
        let transport = ScriptedTransport(
            .ok(Sample.view(revision: 7)), .ok(Sample.view(revision: 7)), .ok(Sample.view(revision: 7)),
            .ok(Sample.view(revision: 8)))
        let pauses = Pauses()
        var iterator = try RoundtableClient.scripted(transport, pauses: pauses).changes(of: Sample.id)
            .makeAsyncIterator()
        #expect(try await iterator.next()?.revision == 7)
        #expect(try await iterator.next()?.revision == 8)
        #expect(await pauses.taken.count == 2)
    }

    @Test("a refusal ends the sequence")
    func refused() async throws {
        let transport = ScriptedTransport(.ok(Sample.view()), try .problem(.notFound))
        var iterator = try RoundtableClient.scripted(transport).changes(of: Sample.id).makeAsyncIterator()
        #expect(try await iterator.next()?.revision == 7)
        await #expect(throws: RoundtableError.self) { try await iterator.next() }
    }
}
