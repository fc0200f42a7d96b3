import Foundation
import RoundtableClient
import RoundtableModel
import RoundtableTestTools
import Testing

@Suite("Who has no player yet", .timeLimit(.minutes(5)))
struct NewcomerTests {
    private static let made = #"{"player": "b0b00000-0000-4000-8000-000000000001", "token": "secret"}"#

    /// Where an app keeps its credential.
    private final class Keychain: Sendable {
        private let kept = Guarded<Credential?>(nil)

        var credential: Credential? {
            get { kept.withLock { $0 } }
            set { kept.withLock { $0 = newValue } }
        }
    }

    private func client(_ transport: ScriptedTransport, _ keychain: Keychain) throws -> RoundtableClient {
        let url = try #require(URL(string: "https://play.example.com"))
        return RoundtableClient(baseURL: url, transport: transport, retries: .never) {
            keychain.credential
        } keep: {
            keychain.credential = $0
        }
    }

    @Test("is made one by the first call that needs it, which then goes on, and by no other")
    func made() async throws {
        let transport = ScriptedTransport(.ok(Self.made), .ok(Sample.view()), .ok(Sample.view()))
        let keychain = Keychain()
        let client = try client(transport, keychain)
        for _ in 0..<2 { _ = try await client.session(Sample.id) }
        #expect(keychain.credential?.rawValue == "secret")
        let requests = await transport.requests
        #expect(requests.map(\.method) == ["POST", "GET", "GET"])
        #expect(requests.map { $0.headers["Authorization"] } == [nil, "Bearer secret", "Bearer secret"])
    }

    @Test("is made only one by calls that are made at the same time")
    func once() async throws {
        let transport = ScriptedTransport(
            [.ok(Self.made)] + Array(repeating: .ok(Sample.view()), count: 20))
        let client = try client(transport, Keychain())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = try await client.session(Sample.id) } }
            try await group.waitForAll()
        }
        #expect(await transport.requests.count { $0.method == "POST" } == 1)
    }

    @Test("is told if the credential can't be kept, and nothing else is asked for")
    func unkept() async throws {
        struct Full: Error {}
        let transport = ScriptedTransport(.ok(Self.made), .ok(Sample.view()))
        let url = try #require(URL(string: "https://play.example.com"))
        let client = RoundtableClient(baseURL: url, transport: transport, retries: .never) {
            nil
        } keep: { _ in
            throw Full()
        }
        let error = await #expect(throws: RoundtableError.self) { try await client.session(Sample.id) }
        guard case .unkept = try #require(error) else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(await transport.requests.count == 1)
    }

    @Test("needs none to look at a page or a picture")
    func onlookers() async throws {
        let transport = ScriptedTransport(.ok("png"), .ok("<html>"))
        let keychain = Keychain()
        let client = try client(transport, keychain)
        _ = try await client.picture(of: MessageToken(rawValue: "t"))
        _ = try await client.page(of: MessageToken(rawValue: "t"))
        #expect(await transport.requests.count == 2 && keychain.credential == nil)
    }

    @Test("texts are in the language that the device's owner prefers, unless a request names another")
    func language() async throws {
        let transport = ScriptedTransport(Array(repeating: .ok(Sample.turnAnswer), count: 2))
        var client = try RoundtableClient.scripted(transport)
        client.language = "pl"
        var turn = Turn(revision: 7, move: "4", conversation: Sample.conversation)
        _ = try await client.play(turn, in: Sample.id)
        turn.locale = "de"
        _ = try await client.play(turn, in: Sample.id)
        let locales = try await transport.requests.map { request in
            try JSONValue(json: Array(try #require(request.body)))["locale"]
        }
        #expect(locales == ["pl", "de"])
    }
}
