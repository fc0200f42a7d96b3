import Foundation
import RoundtableModel
import RoundtableClient
import Testing

@Suite("Trying again")
struct RetryTests {
    @Test("a turn that got no answer is repeated with the same key and body")
    func sameKey() async throws {
        let transport = ScriptedTransport(.silence, .silence, .ok(Sample.turnAnswer, status: 201))
        let answer = try await RoundtableClient.scripted(transport).play(Sample.turn, in: Sample.id)
        #expect(answer.draft)
        let requests = await transport.requests
        #expect(requests.count == 3)
        #expect(requests.allSatisfy { $0 == requests.first })
        #expect(try #require(requests.first?.headers["Idempotency-Key"]).isEmpty == false)
    }

    @Test("two calls have two keys, and a stored key is used as it is")
    func keys() async throws {
        let answer = ScriptedTransport.Line.ok(Sample.turnAnswer)
        let transport = ScriptedTransport(answer, answer, answer)
        let client = try RoundtableClient.scripted(transport)
        _ = try await client.play(Sample.turn, in: Sample.id)
        _ = try await client.play(Sample.turn, in: Sample.id)
        _ = try await client.play(Sample.turn, in: Sample.id, key: IdempotencyKey(rawValue: "stored"))
        let keys = await transport.requests.map { $0.headers["Idempotency-Key"] }
        #expect(Set(keys).count == 3)
        #expect(keys.last == "stored")
    }

    @Test("pauses grow, and a service that names one gets it")
    func pauses() async throws {
        let pauses = Pauses()
        let busy = try ScriptedTransport.Line.problem(.unavailable, headers: ["retry-after": "2"])
        let transport = ScriptedTransport(busy, .silence, .ok(Sample.view()))
        _ = try await RoundtableClient.scripted(transport, pauses: pauses).session(Sample.id)
        #expect(await pauses.taken == [.seconds(2), .milliseconds(200)])
    }

    @Test("a client gives up after its last attempt and says why")
    func bounded() async throws {
        let transport = ScriptedTransport(.silence, .silence, .silence, .ok(Sample.view()))
        let client = try RoundtableClient.scripted(transport)
        let error = await #expect(throws: RoundtableError.self) { try await client.session(Sample.id) }
        guard case .unreachable(let cause) = try #require(error) else {
            Issue.record("not unreachable")
            return
        }
        #expect((cause as? URLError)?.code == .cannotConnectToHost)
        #expect(await transport.requests.count == 3)
    }

    @Test("a service that asks for a longer pause than the client has is not asked again")
    func tooLong() async throws {
        let transport = ScriptedTransport(try .problem(.rateLimited, headers: ["Retry-After": "60"]))
        let client = try RoundtableClient.scripted(transport)
        let error = await #expect(throws: RoundtableError.self) { try await client.session(Sample.id) }
        #expect(error?.code == .rateLimited)
        #expect(await transport.requests.count == 1)
    }

    @Test("what would do harm twice is sent once")
    func once() async throws {
        let calls: [@Sendable (RoundtableClient) async throws -> Void] = [
            { _ = try await $0.makePlayer() }, { _ = try await $0.makeLinkCode() },
            { _ = try await $0.link(LinkRequest(code: "K7Q2")) }, { try await $0.eraseMe() },
        ]
        for call in calls {
            let transport = ScriptedTransport(.silence)
            let client = try RoundtableClient.scripted(transport)
            await #expect(throws: RoundtableError.self) { try await call(client) }
            #expect(await transport.requests.count == 1)
        }
    }

    @Test("a refusal is final")
    func refusal() async throws {
        let transport = ScriptedTransport(try .problem(.staleRevision, revision: 9))
        let client = try RoundtableClient.scripted(transport)
        let error = await #expect(throws: RoundtableError.self) { try await client.play(Sample.turn, in: Sample.id) }
        #expect(error?.code == .staleRevision)
        #expect(error?.problem?.revision == 9)
        #expect(await transport.requests.count == 1)
    }

    @Test("a cancelled task stops trying")
    func cancelled() async throws {
        let transport = ScriptedTransport(.silence, .silence)
        let client = try RoundtableClient.scripted(transport)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await client.session(Sample.id)
        }
        let error = await #expect(throws: RoundtableError.self) { try await task.value }
        guard case .cancelled = try #require(error) else {
            Issue.record("not cancelled")
            return
        }
        #expect(await transport.requests.count == 1)
    }
}
