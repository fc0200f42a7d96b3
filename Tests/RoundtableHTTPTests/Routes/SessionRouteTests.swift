import Foundation
import Postgres
import RoundtableModel
import TestSupport
import Testing

@Suite("Sessions over HTTP", .database, .serialized)
struct SessionRouteTests {
    @Test("an opening is a draft unless it is to be sent now, and its session is not yet opened")
    func openingDraft() async throws {
        try await Server.run(guests: 2) { server, guests in
            let answer = expect(
                try await server.open("tic-tac-toe", by: guests[0], ["send": nil, "nickname": "Amber"]), is: 201)
            #expect(answer["draft"] == true)
            #expect(answer["session", "state"] == "draft" && answer["session", "revision"] == 0)
            #expect(answer["session", "seats", "0", "state"] == "taken" && answer["session", "you"] == 0)
            #expect(answer["session", "seats", "0", "nickname"] == .null)
            #expect(answer["session", "message"] == .null && answer["session", "toAct"] == [])
            let token = try answer.token
            #expect(answer["session", "draft", "token"]?.string == token)
            #expect(answer["session", "draft", "basedOn"] == 0)
            #expect(answer["session", "draft", "expiresAt"] == "2027-01-16T08:00:00Z")
            #expect(answer["session", "claims"] == [] && answer["session", "unsent"] == false)
        }
    }

    @Test("a message is finished: addresses of the public URL, texts that name the author by this device's identifier")
    func message() async throws {
        try await Server.run { server in
            let amber = try await server.guests(2)[0]
            let answer = try await server.post(
                "/v1/sessions", amber.request(["game": "tic-tac-toe"], [:]), by: amber,
                headers: ["X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"])
            let token = try answer.token
            #expect(answer["message", "url"]?.string == "https://table.example/m/\(token)")
            #expect(answer["message", "layout", "image"]?.string == "https://table.example/m/\(token).png")
            #expect(answer["message", "session"]?.string == (try answer.session))
            #expect(answer["message", "revision"] == 1 && answer["message", "live"] == false)
            #expect(
                answer["message", "layout", "caption"]?.string == "$\(amber.local) wants to play tic-tac-toe")
            #expect(answer["message", "summaryText"]?.string?.isEmpty == false)
            #expect(answer["message", "accessibilityLabel"]?.string?.isEmpty == false)
            #expect((answer["message", "url"]?.string?.count ?? 999) <= 200)
        }
    }

    @Test("identifiers are accepted in any case and sent in upper case")
    func upperCase() async throws {
        try await Server.run(guests: 2) { server, guests in
            let lower: JSONValue = [
                "local": .string(guests[0].local.lowercased()),
                "remotes": [.string(guests[0].calls(guests[1]).lowercased())],
            ]
            let answer = expect(try await server.open("tic-tac-toe", by: guests[0], ["conversation": lower]), is: 201)
            #expect(answer["session", "seats", "0", "participant"]?.string == guests[0].local)
            #expect(answer["session", "seats", "0", "attribution"]?.string == "$\(guests[0].local)")
            #expect(answer["message", "layout", "caption"]?.string?.contains("$\(guests[0].local)") == true)
            let view = try await server.get(
                "/v1/sessions/\(answer.session.uppercased())", by: guests[0],
                headers: ["Participant": guests[0].local.lowercased()])
            #expect(view["seats", "0", "participant"]?.string == guests[0].local)
        }
    }

    @Test("there is a seat for each participant within the game's limits, unless options say how many")
    func seats() async throws {
        try await Server.run(guests: 3) { server, guests in
            let two = try await server.open("tic-tac-toe", by: guests[0])
            let three = try await server.open("ice-cream", by: guests[0])
            let five = try await server.open("ice-cream", by: guests[0], ["options": ["seats": 5]])
            #expect([two, three, five].map { $0["session", "seats"]?.array?.count } == [2, 3, 5])
            #expect(two["session", "seats", "1", "attribution"] == "Player 2")
            #expect(two["session", "seats", "1", "participant"] == .null)
        }
    }

    @Test("a game may be opened with a move, but not with one that reveals something or breaks a rule")
    func openingMove() async throws {
        try await Server.run { server in
            let guest = try await server.guests(2)[0]
            let answer = expect(try await server.open("four-in-a-row", by: guest, ["move": "4"]), is: 201)
            #expect(answer["session", "board", "rows", "5"] == "...X...")
            #expect(answer["session", "revision"] == 1 && answer["session", "toAct"] == [1])
            let illegal = try await server.open("four-in-a-row", by: guest, ["move": "9"])
            expect(illegal, isProblem: .illegalMove, revision: illegal["revision"]?.integer)
            #expect(illegal["reason"] == "no_such_column")
            #expect(try await server.open("deal", by: guest, ["move": "draw"]).status == 422)
        }
    }

    @Test(
        "what can't be opened is refused with a code of its own",
        arguments: [
            (["game": "hopscotch"], ErrorCode.unknownGame), (["game": ""], .unknownGame),
            (["game": "Tic-Tac-Toe\u{0}"], .unknownGame),
            (["options": ["seats": 3]], .badOptions), (["options": ["seats": 0]], .badOptions),
            (["options": ["seats": -1]], .badOptions), (["options": ["seats": 2.5]], .badOptions),
            (["options": ["seats": "2"]], .badOptions),
            (["options": ["seats": 9_223_372_036_854_775_807]], .badOptions),
            (["options": ["note": "\u{0}"]], .badRequest), (["move": "\u{0}"], .badRequest),
            (["turnTimeoutSeconds": 0], .badOptions), (["turnTimeoutSeconds": -1], .badOptions),
            (["turnTimeoutSeconds": 59], .badOptions),
            (["turnTimeoutSeconds": 59, "clock": ["turnSeconds": 60]], .badOptions),
            (["turnTimeoutSeconds": 31_536_001], .badOptions),
            (["turnTimeoutSeconds": 9_223_372_036_854_775_807], .badOptions),
            (["turnTimeoutSeconds": "1"], .badRequest),
            (["send": "later"], .badRequest), (["nickname": 7], .badRequest), (["locale": []], .badRequest),
        ] as [([JSONName: JSONValue], ErrorCode)])
    func refused(members: [JSONName: JSONValue], code: ErrorCode) async throws {
        try await Server.run { server in
            let guest = try await server.guests(2)[0]
            expect(try await server.open("tic-tac-toe", by: guest, members), isProblem: code)
        }
    }

    @Test("a session is for those who have a seat, and for those who opened one of its messages")
    func readers() async throws {
        try await Server.run(guests: 3) { server, guests in
            let opening = try await server.open("tic-tac-toe", by: guests[0])
            let (session, token) = (try opening.session, try opening.token)
            for path in ["", "/events", "/stream"] {
                expect(try await server.get("/v1/sessions/\(session)\(path)", by: guests[2]), isProblem: .notFound)
            }
            expect(try await server.tap(token, by: guests[2], from: guests[0]), is: 200)
            let view = expect(try await server.get("/v1/sessions/\(session)", by: guests[2]), is: 200)
            #expect(view["you"] == .null && view["seats", "0", "you"] == false)
            expect(try await server.get("/v1/sessions/\(session)/events", by: guests[2]), is: 200)
        }
    }

    @Test("without the device's own identifier nobody is named by one")
    func unnamedDevice() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.open("tic-tac-toe", by: guests[0], ["nickname": "Amber"]).session
            let view = try await server.get("/v1/sessions/\(session)", by: guests[0])
            #expect(view["seats", "0", "participant"] == .null && view["seats", "0", "attribution"] == "Amber")
            #expect(view["seats", "1", "attribution"] == "Player 2")
            let named = try await server.get(
                "/v1/sessions/\(session)", by: guests[0], headers: ["Participant": guests[0].local])
            #expect(named["seats", "0", "attribution"]?.string == "$\(guests[0].local)")
            // The device's last conversation is remembered: of two, the other one can only be Ben.
            expect(try await server.join(session, by: guests[1]), is: 201)
            let later = try await server.get(
                "/v1/sessions/\(session)", by: guests[0], headers: ["Participant": guests[0].local])
            #expect(later["seats", "1", "participant"]?.string == guests[0].calls(guests[1]))
        }
    }

    @Test("a device that a session has never heard of is told its own identifier, and a read keeps none of it")
    func newDevice() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.open("tic-tac-toe", by: guests[0]).session
            let device = guests[0].onAnotherDevice
            for local in [device.local, device.local.lowercased()] {
                let path = "/v1/sessions/\(session)"
                let view = try await server.get(path, by: device, headers: ["Participant": local])
                #expect(view["seats", "0", "participant"]?.string == device.local)
                #expect(view["seats", "0", "attribution"]?.string == "$\(device.local)")
                #expect(view["seats", "1", "participant"] == .null)
                // Whoever says nothing of their device is not told of it.
                let other = try await server.get(path, by: guests[0])
                #expect(other["seats", "0", "participant"] == .null)
            }
            let devices = try await TestDatabase.current.pool.query("SELECT FROM devices")
            #expect(devices.count == 1)
        }
    }

    @Test("a device that is no UUID is refused, and a tag that is none matches nothing")
    func oddHeaders() async throws {
        try await Server.run { server in
            let guest = try await server.guests(2)[0]
            let session = try await server.open("tic-tac-toe", by: guest).session
            let long = String(repeating: "\"x\",", count: 1000)
            for path in ["", "?wait=0", "/events"].map({ "/v1/sessions/\(session)\($0)" }) {
                for odd in ["Amber", "", "\(guest.local), \(guest.local)", "{\(guest.local)}", "\u{e4}", long] {
                    let answer = try await server.get(path, by: guest, headers: ["Participant": odd])
                    expect(answer, isProblem: .badRequest)
                }
                for odd in ["x", "", "\"", "W/", ",", "\u{e4}", long] {
                    expect(try await server.get(path, by: guest, headers: ["If-None-Match": odd]), is: 200)
                }
            }
        }
    }

    @Test("a bystander's legal moves are those of the open seat to act")
    func bystandersMoves() async throws {
        try await Server.run(guests: 3) { server, guests in
            let opening = try await server.open("four-in-a-row", by: guests[0], ["move": "4"])
            let view = try await server.tap(opening.token, by: guests[2], from: guests[0])
            #expect(view["session", "legalMoves"] == ["1", "2", "3", "4", "5", "6", "7"])
            let own = try await server.get("/v1/sessions/\(try opening.session)", by: guests[0])
            #expect(own["legalMoves"] == [])
        }
    }

    @Test("the deadline is told while somebody is awaited, and only then")
    func deadline() async throws {
        try await Server.run(guests: 2) { server, guests in
            let opening = try await server.open("tic-tac-toe", by: guests[0], ["turnTimeoutSeconds": 60])
            #expect(opening["session", "deadline"] == .null)
            #expect(
                opening["session", "clock"] == [
                    "turnSeconds": 60, "bankSeconds": 0, "atEnd": "forfeit", "paused": false,
                ])
            let joined = expect(try await server.join(try opening.session, by: guests[1]), is: 201)
            #expect(joined["session", "deadline"] == "2027-01-15T08:01:00Z")
            let without = try await server.open("tic-tac-toe", by: guests[0])
            #expect(without["session", "deadline"] == .null && without["session", "clock"] == .null)
        }
    }
}
