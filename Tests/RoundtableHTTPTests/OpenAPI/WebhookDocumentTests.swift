internal import Foundation
internal import GameRules
internal import Roundtable
internal import RoundtableJSON
internal import RoundtableModel
internal import RoundtableStore
internal import TestSupport
internal import Testing

/// What the webhook is sent, and what the document says of it.
@Suite("The documented webhook", .database)
struct WebhookDocumentTests {
    private let document: OpenAPIDocument
    private let service: TestService
    private let people = Person.group(of: 4)

    init() throws {
        document = try .published()
        service = try TestService(listeners: Listeners(webhook: true))
    }

    /// The document of a type of notice.
    private func operation(_ type: String) throws -> JSONValue {
        try #require(document.root["webhooks"]?[type]?["post"], "\(type)")
    }

    /// All messages that were written so far.
    private func messages() async throws -> [WebhookMessage] {
        let store = try TestDatabase.current.store
        let writer = NoticeWriter(context: service.context, store: store)
        var messages: [WebhookMessage] = []
        for row in try await store.rows(OutboxFilter(channel: .webhook), after: nil, limit: 1000) {
            messages += try await writer.messages(of: row)
        }
        return messages
    }

    private func violations(in body: JSONValue) throws -> [String] {
        let operation = try operation(try #require(body["type"]?.string))
        let schema = try #require(operation["requestBody"]?["content"]?["application/json"]?["schema"])
        return JSONSchema(root: document.root, schema: schema).violations(in: body)
    }

    private func submit(_ intent: Proposal.Intent, by person: Person, in id: SessionID) async throws {
        let revision = try await service.session(id).revision
        _ = try await service.turns.submit(
            intent, in: id, basedOn: revision, service.request(of: person, send: .now, body: "\(intent)"))
    }

    /// Plays until there was a notice of each type.
    private func play() async throws {
        let clock = ClockSettings(turnSeconds: 100, atEnd: .forfeit)
        let id = try await service.open("tic-tac-toe", by: people[0], clock: clock).session.id
        _ = try await service.join(id, by: people[1])
        try await submit(.move(.move("a1")), by: people[0], in: id)
        for agreement in Agreement.allCases {
            try await submit(.offer(agreement), by: people[0], in: id)
            try await submit(.decline, by: people[1], in: id)
        }
        service.time.advance(seconds: 80)
        try await service.reminders.sweep()
        service.time.advance(seconds: 20)
        try await service.deadlines.sweep()
        _ = try await service.sessions.rematch(
            of: id, service.request(of: people[0], send: .now, body: "rematch"))

        let untimed = try await service.open("ice-cream", by: people[0], seats: 3)
        for person in people[1...2] { _ = try await service.join(untimed.session.id, by: person) }
        _ = try await service.open(untimed.message.token, by: people[3], from: people[0])
        _ = try await service.reclaim(1, of: untimed.session.id, by: people[3])
        _ = try await service.operations.abandon(untimed.session.id, noting: .testing)
    }

    @Test("has each type of notice and no other, and each notice is as it says")
    func payloads() async throws {
        try await play()
        let messages = try await messages()
        let bodies = try messages.map { try JSONValue(json: $0.body) }
        for body in bodies { #expect(try violations(in: body) == [], "\(body)") }
        let ids = try #require(document.root["components"]?["parameters"]?["WebhookID"]?["schema"])
        for message in messages {
            #expect(JSONSchema(root: document.root, schema: ids).violations(in: .string(message.id)) == [])
        }
        let types = Set(NoticeKind.allCases.map(\.rawValue))
        #expect(Set(bodies.compactMap { $0["type"]?.string }) == types)
        #expect(Set((document.root["webhooks"]?.object ?? [:]).keys.map(\.text)) == types)
    }

    @Test("is strict: of another type, or with a member more or fewer, a notice is not as it says")
    func strictness() async throws {
        try await play()
        for message in try await messages() {
            let body = try JSONValue(json: message.body)
            let members = try #require(body["data"]?.object)
            for name in members.keys {
                var (fewer, members) = (try #require(body.object), members)
                members[name] = nil
                fewer["data"] = .object(members)
                #expect(try !violations(in: .object(fewer)).isEmpty, "\(name.text)")
            }
            var more = try #require(body.object)
            more["secret"] = "QS"
            #expect(try !violations(in: .object(more)).isEmpty)
        }
        let opened = try operation("session.opened")["requestBody"]?["content"]?["application/json"]
        let schema = JSONSchema(root: document.root, schema: try #require(opened?["schema"]))
        var example = try #require(opened?["example"]?.object)
        example["type"] = "session.closed"
        #expect(!schema.violations(in: .object(example)).isEmpty)
    }

    @Test("has the headers of Standard Webhooks, and says what an answer means")
    func headers() throws {
        for type in NoticeKind.allCases {
            let operation = try operation(type.rawValue)
            let parameters = (operation["parameters"]?.array ?? []).map(document.root.resolving)
            #expect(
                parameters.map { $0["name"]?.string } == ["webhook-id", "webhook-timestamp", "webhook-signature"])
            for parameter in parameters {
                #expect(parameter["in"] == "header" && parameter["required"] == true)
                let schema = JSONSchema(root: document.root, schema: try #require(parameter["schema"]))
                #expect(schema.violations(in: try #require(parameter["example"])) == [])
            }
            #expect(Set((operation["responses"]?.object ?? [:]).keys.map(\.text)) == ["2XX", "default"])
            #expect(operation["security"] == [])
        }
    }
}
