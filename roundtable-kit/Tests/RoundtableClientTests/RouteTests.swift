import Foundation
import RoundtableModel
import RoundtableClient
import Testing

@Suite("Routes")
struct RouteTests {
    /// One call and the request line that the contract has for it.
    struct Route: CustomTestStringConvertible, Sendable {
        let line: String
        let answer: String
        let call: @Sendable (RoundtableClient) async throws -> Void
        var testDescription: String { line }
    }

    static let routes = [
        Route(line: "POST /v1/players", answer: #"{"player": "b0b00000-0000-4000-8000-000000000001", "token": "t"}"#) {
            _ = try await $0.makePlayer()
        },
        Route(
            line: "GET /v1/players/me",
            answer: #"{"player": "b0b00000-0000-4000-8000-000000000001", "createdAt": "2026-01-01T00:00:00Z"}"#
        ) {
            _ = try await $0.me()
        },
        Route(
            line: "GET /v1/players/me/sessions?state=active&yourTurn=true&limit=50&after=c2",
            answer: #"{"sessions": [], "next": null}"#
        ) {
            _ = try await $0.sessions(SessionFilter(state: .active, yourTurn: true, limit: 50, after: "c2"))
        },
        Route(
            line: "POST /v1/players/me/link-codes", answer: #"{"code": "K", "expiresAt": "2026-01-01T00:00:00Z"}"#
        ) { _ = try await $0.makeLinkCode() },
        Route(line: "POST /v1/players/me/links", answer: #"{"player": "b0b00000-0000-4000-8000-000000000001"}"#) {
            _ = try await $0.link(LinkRequest(code: "K"))
        },
        Route(line: "DELETE /v1/players/me", answer: "") { try await $0.eraseMe() },
        Route(line: "DELETE /v1/players/me/sessions/5e550000-0000-4000-8000-000000000001", answer: "") {
            try await $0.hide(SessionID(UUID(uuidString: "5e550000-0000-4000-8000-000000000001") ?? UUID()))
        },
        Route(line: "GET /v1/games", answer: #"{"games": []}"#) { _ = try await $0.games() },
        Route(line: "POST /v1/sessions", answer: Sample.turnAnswer) {
            _ = try await $0.begin(NewSession(game: "chess", conversation: Sample.conversation))
        },
        Route(line: "GET /v1/sessions/5e550000-0000-4000-8000-000000000001", answer: Sample.view()) {
            _ = try await $0.session(Sample.id)
        },
        Route(
            line: "GET /v1/sessions/5e550000-0000-4000-8000-000000000001/events?after=3",
            answer: #"{"events": [], "next": null}"#
        ) {
            _ = try await $0.events(of: Sample.id, after: 3)
        },
        Route(line: "POST /v1/sessions/5e550000-0000-4000-8000-000000000001/turns", answer: Sample.turnAnswer) {
            _ = try await $0.play(Sample.turn, in: Sample.id)
        },
        Route(line: "POST /v1/sessions/5e550000-0000-4000-8000-000000000001/seats", answer: Sample.turnAnswer) {
            _ = try await $0.join(Sample.id, SeatRequest(conversation: Sample.conversation))
        },
        Route(line: "POST /v1/sessions/5e550000-0000-4000-8000-000000000001/actions", answer: Sample.turnAnswer) {
            let request = ActionRequest(action: .resign, revision: 7, conversation: Sample.conversation)
            _ = try await $0.act(request, in: Sample.id)
        },
        Route(
            line: "POST /v1/sessions/5e550000-0000-4000-8000-000000000001/messages",
            answer: #"{"message": \#(Sample.message)}"#
        ) {
            _ = try await $0.freshMessage(of: Sample.id, FreshMessageRequest(conversation: Sample.conversation))
        },
        Route(
            line: "POST /v1/messages/abc/open",
            answer: #"{"session": \#(Sample.view()), "tapped": {"status": "latest"}, "events": []}"#
        ) {
            _ = try await $0.open(Sample.token, OpenRequest(conversation: Sample.conversation, sender: nil))
        },
        Route(line: "POST /v1/messages/abc/sent", answer: #"{"session": \#(Sample.view()), "status": "latest"}"#) {
            try await $0.reportSent(Sample.token)
        },
        Route(line: "POST /v1/messages/abc/cancel", answer: #"{"session": \#(Sample.view())}"#) {
            try await $0.cancel(Sample.token)
        },
        Route(line: "GET /m/abc", answer: "<html>") { _ = try await $0.page(of: Sample.token) },
        Route(line: "GET /m/abc.png", answer: "PNG") { _ = try await $0.picture(of: Sample.token) },
    ]

    @Test("each call goes to its route", arguments: routes)
    func line(route: Route) async throws {
        let transport = ScriptedTransport(.ok(route.answer))
        try await route.call(.scripted(transport))
        let request = try #require(await transport.requests.first)
        let path = request.url.absoluteString.replacing("https://play.example.com/base", with: "")
        #expect("\(request.method) \(path)" == route.line)
        #expect((request.headers["Content-Type"] == "application/json") == (request.method == "POST"))
        #expect((request.body == nil) == (request.method != "POST"))
    }

    @Test("requests carry the credential as it is at the time, the language and the device")
    func headers() async throws {
        let transport = ScriptedTransport(.ok(Sample.view()), .ok(Sample.view()))
        var client = try RoundtableClient.scripted(transport, credential: Credential(rawValue: "secret"))
        client.language = "de"
        _ = try await client.session(Sample.id, as: Sample.conversation.local)
        let request = try #require(await transport.requests.first)
        #expect(request.headers["Authorization"] == "Bearer secret")
        #expect(request.headers["Accept-Language"] == "de")
        #expect(request.headers["Participant"] == Sample.conversation.local.description)
        _ = try await RoundtableClient.scripted(transport).session(Sample.id)
        #expect(await transport.requests.last?.headers == [:])
    }

    @Test("an identifier that is none is not taken, so that none leads to another route")
    func hostile() {
        for text in ["", "s1", "a/b?c#d", "../players/me"] { #expect(SessionID(rawValue: text) == nil) }
        #expect(SessionID(rawValue: Sample.id.rawValue) == Sample.id)
    }

    @Test("an answer that isn't of this contract is reported with its status", arguments: [200, 404, 500])
    func foreign(status: Int) async throws {
        let transport = ScriptedTransport(.ok("<html>Sign in to the hotel's network", status: status))
        let client = try RoundtableClient.scripted(transport)
        let error = await #expect(throws: RoundtableError.self) { try await client.session(Sample.id) }
        guard case .unexpected(status, _) = try #require(error) else {
            Issue.record("not unexpected")
            return
        }
    }

    @Test(
        "the token is found in a message's URL, and in no other",
        arguments: [
            ("https://host/m/aB3-_.x", "aB3-_.x"), ("https://host/base/m/abc?x=1", "abc"), ("https://host/m", nil),
            ("https://host/n/abc", nil), ("https://host/m/..", nil), ("https://host/m/a%2Fb", nil),
            ("https://host/m/a%20b", nil), ("data:,x", nil),
        ])
    func tokens(url: String, token: String?) {
        #expect(MessageToken(in: URL(string: url))?.rawValue == token)
    }
}
