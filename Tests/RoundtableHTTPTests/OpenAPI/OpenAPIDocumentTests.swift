internal import Foundation
import RoundtableJSON
internal import RoundtableModel
internal import Testing

@Suite("The OpenAPI document")
struct OpenAPIDocumentTests {
    private let document: OpenAPIDocument

    init() throws {
        document = try .published()
    }

    @Test("every reference leads somewhere")
    func references() {
        let references = allReferences(in: document.root)
        #expect(references.count > 100)
        for reference in references {
            #expect(document.root.resolving(["$ref": .string(reference)]) != .null, "\(reference)")
        }
    }

    @Test("every example fits its schema")
    func examples() throws {
        let schemas = try #require(document.root["components"]?["schemas"]?.object)
        var examples = 0
        for (name, schema) in schemas {
            for example in schema["examples"]?.array ?? [] {
                #expect(document.schema(name.text).violations(in: example) == [], "\(name)")
                examples += 1
            }
        }
        for media in allMedia(in: document.root) {
            let named = media["examples"]?.object?.values.compactMap { $0["value"] } ?? []
            guard let schema = media["schema"] else { continue }
            for example in named + [media["example"]].compactMap(\.self) {
                #expect(JSONSchema(root: document.root, schema: schema).violations(in: example) == [])
                examples += 1
            }
        }
        #expect(examples > 20)
    }

    @Test("the schemas' examples read as the wire types, which write them again as documented")
    func wireTypes() throws {
        try expectRoundTrip(SessionView.self, "View")
        try expectRoundTrip(GameMessage.self, "Message")
        try expectRoundTrip(EventView.self, "Event")
        try expectRoundTrip(SessionView.Draft.self, "Draft")
        try expectRoundTrip(SessionView.Outcome.self, "Outcome")
        try expectRoundTrip(SessionView.Claim.self, "Claim")
        try expectRoundTrip(Tapped.self, "Tapped")
        try expectRoundTrip(GameSummary.self, "GameSummary")
    }

    @Test("answers with nothing but what they must have are as documented")
    func smallestAnswers() throws {
        let view = SessionView(
            id: SessionID(UUID()), game: "g", rules: 1, revision: 0, state: .draft, toAct: [], seats: [],
            board: [:], claims: [], unsent: false)
        let url = try #require(URL(string: "https://games.example/m/t"))
        let message = GameMessage(
            token: MessageToken(rawValue: "t"), url: url, session: view.id, revision: 1, live: false,
            layout: MessageLayout(), summaryText: "", accessibilityLabel: "")
        try expectDocumented(TurnAnswer(session: view, message: message, draft: true))
        try expectDocumented(FreshMessage(message: message))
        try expectDocumented(Opened(session: view, tapped: Tapped(status: .draft), events: []))
        try expectDocumented(Sent(session: view, status: .overtaken))
        try expectDocumented(Cancelled(session: view))
        try expectDocumented(SessionList(sessions: []))
        try expectDocumented(EventList(events: []))
        try expectDocumented(
            GameSummary(
                game: "g", name: "G", rules: 1, versions: [1], seats: .init(from: 1, to: 1), begins: .atOnce,
                openingMove: false, secrets: true, growing: false))
        try expectDocumented(SessionView.Seat(seat: 0, state: .open, you: false, attribution: "Player 1"))
        try expectDocumented(Problem(type: "about:blank", title: "", status: 400, detail: "", code: .badRequest))
    }

    @Test("requests are as documented, with all they may have and without")
    func requests() throws {
        let people = Conversation(local: UUID(), remotes: [UUID()])
        try expectDocumented(NewSession(game: "g", conversation: people))
        try expectDocumented(
            NewSession(
                game: "g", options: ["seats": 3], move: "4", conversation: people, nickname: "Amber", locale: "en",
                send: .now, turnTimeoutSeconds: 60))
        try expectDocumented(Turn(revision: 0, move: "4", conversation: people))
        try expectDocumented(
            Turn(revision: 0, move: ["a": 1], conversation: people, seat: 1, locale: "en", nickname: "A", send: .draft))
        try expectDocumented(SeatRequest(conversation: people, nickname: "A", locale: "en", send: .now))
        try expectDocumented(ActionRequest(action: .resign, revision: 1, conversation: people, seat: 0))
        try expectDocumented(FreshMessageRequest(conversation: people, locale: "en"))
        try expectDocumented(OpenRequest(conversation: people))
        try expectDocumented(OpenRequest(conversation: people, sender: people.local))
        try expectDocumented(SentRequest(conversation: people))
        try expectDocumented(CancelRequest(conversation: people, reason: "r", errorCode: 9))
        try expectDocumented(PushToken(token: "ab", topic: "org.example", environment: .sandbox))
        try expectDocumented(
            PushToken(
                token: "ab", topic: "org.example", environment: .production, locale: "de-AT", timeZone: "Etc/GMT+2"))
    }

    @Test("what a request may leave out may be null")
    func optionalMembers() {
        let bodies = document.operations.compactMap {
            document.root["paths"]?[$0.path]?[$0.method.lowercased()]?["requestBody"]?["content"]?["application/json"]
        }
        var members = 0
        for schema in bodies.map({ document.root.resolving($0["schema"] ?? .null) }) {
            let required = (schema["required"]?.array ?? []).compactMap(\.string)
            for (name, member) in schema["properties"]?.object ?? [:] where !required.contains(name.text) {
                #expect(JSONSchema(root: document.root, schema: member).violations(in: .null) == [], "\(name.text)")
                members += 1
            }
        }
        #expect(members > 20)
    }

    @Test("every code that is ever sent is documented, with its status")
    func codes() {
        for code in ErrorCode.allCases where code != .unknown {
            #expect(document.schema("ErrorCode").violations(in: .string(code.rawValue)) == [])
            guard !Self.routeless.contains(code) else { continue }
            let statuses = document.operations.flatMap(\.statuses)
            #expect(statuses.contains(code.status), "\(code)")
        }
    }

    /// What is said of requests before it is known which route they are for.
    private static let routeless: Set<ErrorCode> = [
        .methodNotAllowed, .requestTimeout, .preconditionFailed, .uriTooLong, .expectationFailed, .headersTooLarge,
        .notImplemented,
        .versionNotSupported,
    ]

    @Test("every route with a credential may answer that it is missing, and others never do")
    func credentials() throws {
        try #require(!document.operations.isEmpty)
        for operation in document.operations {
            let details = document.root["paths"]?[operation.path]?[operation.method.lowercased()]
            let isOpen = details?["security"] == []
            #expect(operation.statuses.contains(401) == !isOpen, "\(operation)")
        }
    }

    @Test("what a path names may not be there")
    func places() {
        let places = document.operations.filter { $0.path.contains("{") }
        #expect(places.count > 10)
        for place in places { #expect(place.statuses.contains(404), "\(place)") }
    }

    @Test("each operation has a name of its own")
    func names() throws {
        try #require(!document.operations.isEmpty)
        let names = document.operations.compactMap {
            document.root["paths"]?[$0.path]?[$0.method.lowercased()]?["operationId"]?.string
        }
        #expect(names.count == document.operations.count && Set(names).count == names.count)
    }

    private func expectDocumented(_ value: some JSONWritable) throws {
        let written = try JSONValue(json: value.json)
        let name = "\(type(of: value))"
        #expect(document.schema(name).violations(in: written) == [], "\(name)")
    }

    private func expectRoundTrip<Value: JSONConvertible>(_ type: Value.Type, _ name: String) throws {
        let example = try #require(document.root["components"]?["schemas"]?[name]?["examples"]?.array?.first)
        let value = try type.init(json: Array(Data(example.text.utf8)))
        let written = try JSONValue(json: value.json)
        #expect(document.schema(name).violations(in: written) == [])
        #expect(written == example)
    }

    private func allReferences(in value: JSONValue) -> [String] {
        let own = value["$ref"]?.string.map { [$0] } ?? []
        let children = value.array ?? Array((value.object ?? [:]).values)
        return own + children.flatMap(allReferences)
    }

    private func allMedia(in value: JSONValue) -> [JSONValue] {
        let own = Array((value["content"]?.object ?? [:]).values)
        let children = value.array ?? Array((value.object ?? [:]).values)
        return own + children.flatMap(allMedia)
    }
}
