import Foundation
import GameRules
import Games
import HTTPTypes
@_spi(Roundtable) import RoundtableJSON
import NIOCore
import RoundtableModel
import TestSupport
import Testing

@_spi(Roundtable) @testable import Roundtable
@testable import RoundtableHTTP

/// Every reader of the service over JSON that is hard to read. In a sound service none takes more than twice as long
/// for twice as many bytes.
@Suite("Time to read what strangers send")
struct LinearReadingTests {
    private static let head = HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/v1/sessions")
    private static let uuid = "1A5F0B9E-6C3D-4E1B-9F5A-0D2C7B8E4F61"

    /// What reads the body of each POST that has one, by its path in the contract.
    private static let readers: [String: @Sendable (RequestBody) -> Void] = [
        "/v1/players": { _ = try? $0.decode(NoMembers.self) },
        "/v1/players/me/links": { _ = try? $0.decode(LinkRequest.self) },
        "/v1/sessions": { body in
            guard let newSession = try? body.decode(NewSession.self) else { return }
            _ = newSession.options?["seats"]
            _ = newSession.nickname.flatMap { Nickname($0) }
            _ = GameLibrary.standard.newest(GameName(rawValue: newSession.game))
            _ = TextCatalog.service.language(for: [newSession.locale ?? ""])
        },
        "/v1/sessions/{id}/turns": { body in
            guard let turn = try? body.decode(Turn.self) else { return }
            _ = turn.nickname.flatMap { Nickname($0) }
            _ = TextCatalog.service.language(for: [turn.locale ?? ""])
        },
        "/v1/sessions/{id}/seats": { _ = try? $0.decode(SeatRequest.self) },
        "/v1/sessions/{id}/actions": { _ = try? $0.decode(ActionRequest.self) },
        "/v1/sessions/{id}/messages": { _ = try? $0.decode(FreshMessageRequest.self) },
        "/v1/players/me/push-tokens": { _ = try? $0.decode(PushToken.self) },
        "/v1/messages/{token}/open": { _ = try? $0.decode(OpenRequest.self) },
        "/v1/messages/{token}/sent": { _ = try? $0.decode(SentRequest.self) },
        "/v1/messages/{token}/cancel": { _ = try? $0.decode(CancelRequest.self) },
    ]

    @Test("every POST of the contract that has a body is read here")
    func complete() throws {
        let document = try OpenAPIDocument.published()
        let paths = document.operations.filter { operation in
            operation.method == "POST" && document.root["paths"]?[operation.path]?["post"]?["requestBody"] != nil
        }
        #expect(Set(paths.map(\.path)) == Set(Self.readers.keys))
    }

    /// Bodies with all that a request may have, and something hostile for one of it; nil as the name stands for members
    /// beside all others.
    private static func body(_ hostile: String, at name: String?) -> String {
        var members = [
            "action": "\"resign\"", "code": "\"ABCD-EFGH\"", "errorCode": "1", "game": "\"chess\"", "locale": "\"en\"",
            "move": "\"e2e4\"", "nickname": "\"Amber\"", "options": "{}", "reason": "\"none\"", "revision": "1",
            "seat": "0", "send": "\"now\"", "sender": "\"\(uuid)\"", "live": "true", "turnTimeoutSeconds": "60",
        ]
        var remotes = "[]"
        if name == "remotes" { remotes = hostile } else if let name { members[name] = hostile }
        let sorted = members.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }
        let people = "\"conversation\":{\"local\":\"\(uuid)\",\"remotes\":\(remotes)}"
        let beside = name == nil && hostile.first == "{" ? [String(hostile.dropFirst().dropLast())] : []
        return "{\((beside + [people] + sorted).joined(separator: ","))}"
    }

    /// The members that something hostile may stand for, by what it is; nil for beside them.
    private static func places(for form: HostileJSON.Form) -> [String?] {
        switch form {
        case .object: [nil, "move", "options"]
        case .array: ["move", "remotes"]
        case .text: ["move", "nickname", "locale", "game", "action", "send", "code", "reason"]
        case .number: ["move", "revision"]
        }
    }

    @Test("bodies of requests", arguments: HostileJSON.all)
    func bodies(of kind: HostileJSON) throws {
        let values = Self.values(of: kind)
        try expectLinear("a body") {
            ByteBuffer(string: Self.body(values($0), at: "move"))
        } reading: {
            _ = try? RequestBody($0)
        }
        for place in Self.places(for: kind.form) {
            let bodies = Self.kept { try RequestBody(ByteBuffer(string: Self.body(values($0), at: place))) }
            for (path, read) in Self.readers {
                try expectLinear("\(place ?? "members") of \(path)", bodies, reading: read)
            }
            guard [nil, "move"].contains(place) else { continue }
            try expectLinear("fingerprint", bodies) { _ = $0.fingerprint(of: Self.head) }
        }
    }

    /// Moves with something hostile in each place that the move of any game has, by what it is.
    private static func moves(with form: HostileJSON.Form) -> [String] {
        let others: [String] =
            switch form {
            case .object:
                [
                    #"{"patch":*}"#, #"{"private":{"0":*}}"#, #"{"private":*}"#, #"{"state":1,"texts":*}"#,
                    #"{"state":1,"texts":{"caption":*}}"#,
                ]
            case .array: [#"{"next":*}"#, #"{"outcome":{"scores":*}}"#, #"{"roll":*}"#]
            case .text:
                [
                    #"{"state":1,"texts":{"caption":*}}"#, #"{"state":1,"texts":{"caption":{"en":*}}}"#,
                    #"{"state":1,"mediaURL":*}"#,
                ]
            case .number: []
            }
        return ["*", #"{"state":*}"#] + others
    }

    @Test("moves and options of every game", arguments: HostileJSON.all)
    func games(of kind: HostileJSON) throws {
        let values = Self.values(of: kind)
        let sessions = try GameLibrary.standard.names.map { name in
            try aSession(name, seats: GameLibrary.standard.newest(name)?.seats.lowerBound ?? 2)
        }
        for template in Self.moves(with: kind.form) {
            let elements = Self.kept { try Self.element(values($0), in: template) }
            try expectLinear("\(template) for a game", elements) { _ = try? GameJSON($0) }
            let moves = Self.kept { try? GameJSON(elements($0)) }
            // The moves of all other games are texts, which they are read as whatever else comes.
            for session in sessions where template == "*" || session.identity.game == "open" {
                try expectLinear("\(template) of \(session.identity.game)", moves) { Self.play($0, in: session) }
            }
        }
        let elements = Self.kept { try Self.element(values($0), in: "*") }
        let options = Self.kept { try? GameJSON(elements($0)) }
        let snapshots = Self.kept { GameJSON(Data(try elements($0).comparableJSON())) }
        for name in GameLibrary.standard.names {
            let game = try #require(GameLibrary.standard.newest(name))
            try expectLinear("options of \(name)", options) { _ = try? $0.map(game.understood(options:)) }
            try expectLinear("a position of \(name)", snapshots) { _ = try? game.position(snapshot: $0) }
        }
    }

    /// What a turn asks of the rules. NB: without the watch over rules, which must not pause a game for all tests.
    private static func play(_ sent: GameJSON?, in session: Session) {
        guard let sent, sent.excess(over: .init(bytes: session.position.largestMove)) == nil,
            let move = session.position.understood(sent)
        else { return }
        let table = session.seating.table
        _ = session.position.isConcurrent(move, missing: 1)
        var position = session.position
        guard (try? position.apply(move, by: 0, at: table, random: GameRandom(SeededRandom(seed: 1)))) != nil else {
            return
        }
        _ = try? position.board(for: .seat(0))
        _ = try? position.shown(move, by: 0, ordinal: 1, to: .bystander)
        _ = try? position.message(for: move, by: 0, from: session.position, at: table)
        _ = try? position.snapshot
    }

    private typealias Stored = (name: String, template: String, read: @Sendable (JSONElement) -> Void)

    /// What is read from the database, with something hostile in it, by what it is.
    private static func stored(with form: HostileJSON.Form) -> [Stored] {
        let all: [Stored] = [
            ("any value", "*", { _ = try? JSONValue($0) }), ("canonical JSON", "*", { _ = try? $0.canonicalJSON() }),
            (
                "an event", #"{"any":*,"joined":false,"texts":{"caption":"k"}}"#,
                { _ = try? Event.Details($0, move: nil) }
            ),
        ]
        let others: [Stored] =
            switch form {
            case .object:
                [
                    ("arguments", #"{"caption":{"key":"k","arguments":*}}"#, { _ = try? MessageTexts($0) }),
                    ("a template", #"{"key":"k","arguments":{"a":{"template":*}}}"#, { _ = try? GameText($0) }),
                    ("a pattern", "*", { _ = try? TextPattern($0) }),
                    ("aliases", #"{"entries":*,"firsts":*}"#, { _ = try? AliasBook($0) }),
                    ("an answer", "*", { _ = try? StoredAnswer.Content($0) }), ("seats", "*", { _ = try? Seating($0) }),
                    ("a view", "*", { _ = try? SessionView($0) }), ("a founding", "*", { _ = try? Founding($0) }),
                    ("a proposal", "*", { _ = try? Proposal($0, by: PlayerID(UUID()), move: nil) }),
                ]
            case .array:
                [
                    ("texts", #"{"key":"k","arguments":{"a":{"join":"j","texts":*}}}"#, { _ = try? GameText($0) }),
                    ("seats", #"{"seats":*}"#, { _ = try? Seating($0) }),
                    ("an outcome", #"{"kind":"won","winners":*}"#, { _ = try? Outcome($0) }),
                ]
            case .text:
                [
                    ("a caption", #"{"caption":*}"#, { _ = try? MessageTexts($0) }),
                    ("a time", "*", { _ = try? Date($0) }), ("a pattern", "*", { _ = try? TextPattern($0) }),
                ]
            case .number: []
            }
        return all + others
    }

    @Test("what is stored", arguments: HostileJSON.all)
    func stored(of kind: HostileJSON) throws {
        let values = Self.values(of: kind)
        for reader in Self.stored(with: kind.form) {
            try expectLinear(reader.name, { try Self.element(values($0), in: reader.template) }, reading: reader.read)
        }
    }

    private static func values(of kind: HostileJSON) -> (Int) -> String {
        let made = Dictionary(uniqueKeysWithValues: ReadingCost.sizes.map { ($0, kind.value(bytes: $0)) })
        return { made[$0] ?? kind.value(bytes: $0) }
    }

    private static func element(_ value: String, in template: String) throws -> JSONElement {
        try JSONDocument(Array(template.replacing("*", with: value).utf8), maximumDepth: RequestBody.maximumDepth).root
    }

    /// The same function, which makes each value once.
    private static func kept<Value>(_ make: @escaping (Int) throws -> Value) -> (Int) throws -> Value {
        var known: [Int: Value] = [:]
        return { size in
            if let value = known[size] { return value }
            let value = try make(size)
            known[size] = value
            return value
        }
    }

    private func expectLinear<Input>(
        _ name: String, _ input: (Int) throws -> Input, reading read: (Input) -> Void
    ) throws {
        let flaw = try ReadingCost.flaw(of: input, read)
        #expect(flaw == nil, "\(name)")
    }
}
