import Foundation
import GameRules
import HTTPTypes
import NIOCore
import Postgres
import Roundtable
import RoundtableModel
@testable import RoundtableHTTP
import RoundtableStore
import TestSupport
import Testing

@Suite("Bounds of what is sent", .database, .serialized)
struct BoundsTests {
    /// Some arrays in each other.
    private static func nested(_ levels: Int) -> JSONValue { (1..<levels).reduce([]) { inner, _ in [inner] } }

    @Test("options of more than 2 KiB, or nested deeper than 32 levels, are bad options")
    func options() async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            let long: JSONValue = ["a": .string(String(repeating: "x", count: 2048))]
            for options in [long, ["a": Self.nested(32)], ["a": Self.nested(35)]] {
                expect(try await server.open("tic-tac-toe", by: guest, ["options": options]), isProblem: .badOptions)
            }
            let largest: JSONValue = ["a": .string(String(repeating: "x", count: 2048 - #"{"a":""}"#.utf8.count))]
            for options in [largest, ["a": Self.nested(31)]] {
                expect(try await server.open("tic-tac-toe", by: guest, ["options": options]), is: 201)
            }
        }
    }

    @Test("unknown options are not kept")
    func unknownOptions() async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            let options: JSONValue = ["seats": 3, "junk": .string(String(repeating: "x", count: 1000))]
            for send in ["now", "draft"] {
                let members: [JSONName: JSONValue] = ["options": options, "send": .string(send)]
                expect(try await server.open("ice-cream", by: guest, members), is: 201)
            }
            let rows = try await TestDatabase.current.pool.query(
                """
                SELECT details #>> '{founding,options}' FROM events
                UNION ALL SELECT proposal #>> '{intent,founding,options}' FROM drafts
                """)
            #expect(try rows.map { try $0.decode(at: 0, as: String.self) } == ["{}", "{}"])
        }
    }

    @Test("a move of more than 2 KiB, or nested deeper than 32 levels, is an illegal move that is too large")
    func moves() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            for move in [.string(String(repeating: "a", count: 2047)), Self.nested(33)] as [JSONValue] {
                let answer = try await server.move(move, in: session, at: 2, by: guests[0])
                expect(answer, isProblem: .illegalMove, revision: 2)
                #expect(answer["reason"] == "too_large", "\(answer.text)")
            }
            let answer = try await server.move(Self.nested(32), in: session, at: 2, by: guests[0])
            #expect(answer.isProblem(.illegalMove, revision: 2) && answer["reason"] == "unreadable", "\(answer.text)")
            let opening = try await server.open(
                "tic-tac-toe", by: guests[0], ["move": .string(String(repeating: "a", count: 3000))])
            #expect(opening.status == 422 && opening["reason"] == "too_large", "\(opening.text)")
        }
    }

    @Test("a body that nests deeper than anything in it may is refused, and says so")
    func depth() async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            let answer = try await server.open("tic-tac-toe", by: guest, ["note": Self.nested(500)])
            expect(answer, isProblem: .badRequest)
            #expect(answer["developerDetail"]?.string?.contains("40 levels") == true)
        }
    }

    @Test("a nickname is cut before anything walks it; one of more than 2 KiB is refused")
    func nicknames() async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            let parts = ["\u{301}\u{323}", "Amber ", "\u{200B}", "👩‍👩‍👧‍👦"]
            for part in parts {
                let name = "Z" + String(repeating: part, count: 2000 / part.utf8.count)
                let answer = expect(
                    try await server.open("tic-tac-toe", by: guest, ["nickname": .string(name)]), is: 201)
                let kept = try #require(answer["session", "seats", "0", "nickname"]?.string)
                #expect(kept.count <= 24 && kept.unicodeScalars.count <= 300)
                let long = String(repeating: part, count: 60_000 / part.utf8.count)
                expect(
                    try await server.open("tic-tac-toe", by: guest, ["nickname": .string(long)]),
                    isProblem: .badRequest)
            }
        }
    }

    @Test("a locale has 35 letters, digits and separators at most; a longer language of a header is passed over")
    func locales() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let usual = "sr-Latn-RS-x-" + String(repeating: "a", count: 22)
            expect(try await server.open("tic-tac-toe", by: guests[0], ["locale": .string(usual)]), is: 201)
            let long = JSONValue.string(usual + "a")
            expect(try await server.open("tic-tac-toe", by: guests[0], ["locale": long]), isProblem: .badRequest)
            for (path, members) in [
                ("turns", ["move": "a1"]), ("seats", [:]), ("actions", ["action": "resign"]), ("messages", [:]),
            ] as [(String, [JSONName: JSONValue])] {
                var body = members
                body["revision"] = 2
                body["locale"] = long
                body["conversation"] = ["local": .string(guests[0].local), "remotes": []]
                let answer = try await server.post("/v1/sessions/\(session)/\(path)", .object(body), by: guests[0])
                expect(answer, isProblem: .badRequest)
                #expect(answer["developerDetail"] == "locale has more than 35 bytes.", "\(answer.text)")
            }
            for other in ["Zażółć", "de DE", "en\n", "en\u{301}", "\u{1F600}", "en/GB"] {
                let answer = try await server.open("tic-tac-toe", by: guests[0], ["locale": .string(other)])
                expect(answer, isProblem: .badRequest)
                #expect(answer["developerDetail"] == "locale is not the name of a language.", "\(answer.text)")
            }
            for usual in ["", "en_GB@calendar=japanese", "x-1", "de_DE@rg=gb;nu=arab", "C.UTF-8"] {
                expect(try await server.open("tic-tac-toe", by: guests[0], ["locale": .string(usual)]), is: 201)
            }
            let languages = "de-\(String(repeating: "a", count: 33)), pl;q=0.5"
            let answer = try await server.get("/v1/nothing", headers: ["Accept-Language": languages])
            #expect(answer.headers[.contentLanguage] == "pl")
        }
    }

    @Test("a move's spaces don't count; a session that is not the player's is not found, whatever is sent")
    func spaces() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let spaces = String(repeating: " ", count: 2048)
            let body = """
                {"revision":2,"move":[\(spaces)"a1"],"conversation":{"local":"\(guests[0].local)","remotes":[]}}
                """
            for (id, code, reason) in [
                ("\(session)", ErrorCode.illegalMove, "unreadable"), ("\(UUID())", .notFound, nil),
            ] {
                let answer = try await server.send(
                    .post, "/v1/sessions/\(id)/turns", by: guests[0], headers: ["Idempotency-Key": "\(id)"],
                    body: Data(body.utf8))
                #expect(answer["code"]?.string == code.rawValue, "\(answer.text)")
                #expect(answer["reason"]?.string == reason, "\(answer.text)")
            }
        }
    }

    @Test("a conversation has at most 64 other people, however often one is named")
    func participants() async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            for (count, status) in [(64, 201), (65, 400)] {
                let remotes = JSONValue.array(Array(repeating: .string("\(UUID())"), count: count))
                let people: JSONValue = ["local": .string(guest.local), "remotes": remotes]
                expect(try await server.open("tic-tac-toe", by: guest, ["conversation": people]), is: status)
            }
        }
    }

    /// Bodies of 128 KiB that are as hard to read as can be; each must cost no more than several times what a usual one
    /// does.
    private static let worst: [String: String] = {
        let marks = String(repeating: "\u{301}\u{323}", count: 30_000)
        func body(_ members: String) -> String {
            #"{"game":"tic-tac-toe","revision":1,"move":"a1","#
                + #""conversation":{"local":"\#(UUID())","remotes":[]},\#(members)}"#
        }
        return [
            "same names": body((0..<18_000).map { _ in #""a":1"# }.joined(separator: ",")),
            "escaped names": body((0..<11_000).map { _ in #""\u0061":1"# }.joined(separator: ",")),
            "many names": body((0..<12_000).map { "\"\($0)\":1" }.joined(separator: ",")),
            "marks in send": #"{"send":"\#(marks)"}"#,
            "marks in action": #"{"action":"\#(marks)"}"#,
            "marks in a name": body("\"\(marks)\":1"),
            "marks in locale": body("\"locale\":\"\(marks)\""),
            "marks in nickname": body("\"nickname\":\"\(marks)\""),
            "marks in options": body("\"options\":{\"\(marks)\":1}"),
            "marks in the game": #"{"game":"\#(marks)"}"#,
            "marks in the move": #"{"revision":1,"move":"\#(marks)"}"#,
            "many options": body("\"options\":{\((0..<9000).map { "\"o\($0)\":1" }.joined(separator: ","))}"),
            "arrays": body("\"a\":[\(String(repeating: "[[[[[[[]]]]]]],", count: 8000))0]"),
        ]
    }()

    @Test("a field that would take long to compare is as if it had not been sent; a long query is refused")
    func fields() async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            let marks = String(repeating: "\u{301}\u{323}", count: 2000)
            for name in ["Accept-Language", "If-None-Match", "X-Request-ID", "Participant"] {
                let answer = try await server.get("/v1/players/me", by: guest, headers: [name: marks])
                expect(answer, is: 200)
            }
            let refused = try await server.get("/v1/players/me", headers: ["Authorization": "Bearer \(marks)"])
            expect(refused, isProblem: .unauthenticated)
            let target = "/v1/players/me/sessions?state=\(String(repeating: "%CC%81", count: 400))"
            expect(try await server.get(target, by: guest), isProblem: .uriTooLong)
            expect(try await server.get(String(target.prefix(500)), by: guest), isProblem: .badRequest)
        }
    }

    private func read(_ json: String) {
        let head = HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/v1/sessions")
        guard let body = try? RequestBody(ByteBuffer(string: json)) else { return }
        _ = body.fingerprint(of: head)
        if let newSession = try? body.decode(NewSession.self) {
            _ = newSession.nickname.flatMap { Nickname($0) }
            _ = GameLibrary.testing.newest(GameName(rawValue: newSession.game))
            _ = newSession.locale.map { TextCatalog.empty.language(for: [$0]) }
        }
        if let turn = try? body.decode(Turn.self) { _ = turn.move.unescapedString == "a1" }
        _ = try? body.decode(ActionRequest.self)
        _ = try? body.decode(OpenRequest.self)
        _ = try? body.decode(CancelRequest.self)
    }

    /// The time that it takes to read a body, in milliseconds.
    ///
    /// NB: of the processor, on this thread, and the least of several: nothing counts the steps of reading JSON, and
    /// what else the machine does takes no part in this.
    private func time(_ json: String) -> Double {
        func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
        }
        return (0..<3).map { _ in
            let start = now()
            read(json)
            return now() - start
        }.min() ?? 0
    }

    @Test("no body of 128 KiB takes many times as long to understand as a usual one of that size")
    func worstBodies() {
        let usual = time(
            #"{"move":"a1","notes":["# + String(repeating: #""some words that nobody reads","#, count: 4000) + "0]}")
        for (name, json) in Self.worst {
            #expect(json.utf8.count < RequestBody.maximumLength && json.utf8.count > 80_000)
            let taken = time(json)
            #expect(taken < 40 * usual, "\(name): \(taken) ms, a usual one: \(usual) ms")
        }
    }
}
