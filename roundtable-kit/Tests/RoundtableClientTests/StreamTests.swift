import Foundation
import RoundtableModel
import RoundtableClient
import Testing

@Suite("Streams of revisions")
struct StreamTests {
    /// Server-sent events as the contract has them, for these revisions.
    private func events(_ revisions: Int...) -> String {
        revisions.map { "event: revision\nid: \($0)\ndata: {\"revision\":\($0)}\n\n" }.joined()
    }

    @Test("a stream that breaks is taken up where it broke, and nothing is told twice")
    func resumes() async throws {
        let transport = ScriptedTransport(
            .ok(": hello\n\n" + events(3, 4) + "event: revision\ndata: {\"rev"), .silence, .ok(events(5)))
        let client = try RoundtableClient.scripted(transport)
        var revisions: [Int] = []
        for try await revision in client.revisions(of: Sample.id, after: 2).prefix(3) {
            revisions.append(revision)
        }
        #expect(revisions == [3, 4, 5])
        let requests = await transport.requests
        #expect(requests.map { $0.headers["Last-Event-ID"] } == ["2", "4", "4"])
        #expect(
            requests.allSatisfy { $0.url.path().hasSuffix("/v1/sessions/5e550000-0000-4000-8000-000000000001/stream") })
    }

    @Test("lines may end as on Windows, other events are passed over, and fields we don't know are ignored")
    func lenient() async throws {
        let text = "retry: 5\r\nevent: revision\r\ndata:{\"revision\":\r\ndata: 9}\r\n\r\nevent: other\ndata: 1\n\n"
        let client = try RoundtableClient.scripted(ScriptedTransport(.ok(text)))
        var iterator = client.revisions(of: Sample.id).makeAsyncIterator()
        #expect(try await iterator.next() == 9)
        let error = await #expect(throws: RoundtableError.self) { try await iterator.next() }
        guard case .unreachable = try #require(error) else {
            Issue.record("not unreachable")
            return
        }
    }

    @Test("a refused stream says why")
    func refused() async throws {
        let client = try RoundtableClient.scripted(ScriptedTransport(try .problem(.notFound)))
        var iterator = client.revisions(of: Sample.id).makeAsyncIterator()
        let error = await #expect(throws: RoundtableError.self) { try await iterator.next() }
        #expect(error?.code == .notFound)
    }
}
