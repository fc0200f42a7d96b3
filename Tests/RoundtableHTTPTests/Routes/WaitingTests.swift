import Roundtable
import RoundtableHTTP
import RoundtableModel
import TestSupport
import RoundtableTestTools
import Testing

@Suite("Held reads", .database, .serialized)
struct WaitingTests {
    @Test("an answer has a tag that stays while the answer does, and changes with it")
    func tags() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let path = "/v1/sessions/\(session)"
            let first = try await server.get(path, by: guests[0])
            let tag = try #require(first.header("ETag"))
            for known in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
                let known = try await server.get(path, by: guests[0], headers: ["If-None-Match": known])
                #expect(known.status == 304 && known.body.isEmpty && known.header("ETag") == tag)
            }
            #expect(try await server.get(path, by: guests[1]).header("ETag") != tag)
            expect(try await server.get(path, by: guests[0], headers: ["If-None-Match": "\"x\""]), is: 200)

            expect(try await server.move("b2", in: session, at: 2, by: guests[0], ["send": "draft"]), is: 201)
            let drafted = try await server.get(path, by: guests[0], headers: ["If-None-Match": tag])
            #expect(expect(drafted, is: 200).header("ETag") != tag)
        }
    }

    @Test("another's draft changes nothing for a reader")
    func anothersDraft() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let path = "/v1/sessions/\(session)"
            let tag = try #require(try await server.get(path, by: guests[1]).header("ETag"))
            expect(try await server.move("b2", in: session, at: 2, by: guests[0], ["send": "draft"]), is: 201)
            expect(try await server.get(path, by: guests[1], headers: ["If-None-Match": tag]), is: 304)
        }
    }

    @Test("a held read is answered when another player moves", arguments: [true, false])
    func woken(knowsTag: Bool) async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let path = "/v1/sessions/\(session)"
            let tag = try #require(try await server.get(path, by: guests[1]).header("ETag"))
            async let held = server.get(
                "\(path)?wait=25", by: guests[1], headers: knowsTag ? ["If-None-Match": tag] : [:])
            try await server.waits(for: 1)
            expect(try await server.move("b2", in: session, at: 2, by: guests[0]), is: 201)
            let answer = expect(try await held, is: 200)
            #expect(answer["revision"] == 3 && answer.header("ETag") != tag)
        }
    }

    @Test("a read takes a place among the requests under way until it is held, and none while it is")
    func place() async throws {
        var settings = Server.Settings()
        settings.application.requestsAtOnce = 1
        var full = settings
        full.application.requestsAtOnce = 0
        try await Server.run(settings) { [full] server in
            let guests = try await server.guests(2)
            let session = try await server.twoAtTable(guests)
            let path = "/v1/sessions/\(session)"
            async let held = server.get("\(path)?wait=25", by: guests[1])
            try await server.waits(for: 1)
            // NB: it watches before it is held.
            try await eventually("the place is free") { try await server.get(path, by: guests[0]).status != 503 }
            expect(try await server.move("b2", in: session, at: 2, by: guests[0]), is: 201)
            #expect(expect(try await held, is: 200)["revision"] == 3)
            expect(try await server.get("/v1/games"), is: 200)
            try await Server.run(full) { full in
                for end in ["", "?wait=25", "/stream"] {
                    expect(try await full.get(path + end, by: guests[0]), isProblem: .unavailable)
                }
            }
        }
    }

    @Test("a read that knows less than there is is not held")
    func behind() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let path = "/v1/sessions/\(session)"
            let tag = try #require(try await server.get(path, by: guests[1]).header("ETag"))
            expect(try await server.move("b2", in: session, at: 2, by: guests[0]), is: 201)
            let answer = try await server.get("\(path)?wait=25", by: guests[1], headers: ["If-None-Match": tag])
            #expect(expect(answer, is: 200)["revision"] == 3)
        }
    }

    @Test("when the time is over and nothing has changed, that is what the answer says", arguments: [true, false])
    func timeout(knowsTag: Bool) async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.twoAtTable(guests)
            let path = "/v1/sessions/\(session)"
            let tag = try #require(try await server.get(path, by: guests[1]).header("ETag"))
            let answer = try await server.get(
                "\(path)?wait=1", by: guests[1], headers: knowsTag ? ["If-None-Match": tag] : [:])
            #expect(answer.status == 304 && answer.header("ETag") == tag)
        }
    }

    @Test("a read is held only for whom may read, and only for a number of seconds")
    func refused() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.open("tic-tac-toe", by: guests[0]).session
            expect(try await server.get("/v1/sessions/\(session)?wait=25", by: guests[1]), isProblem: .notFound)
            for wait in ["x", "-1", "1.5", "", "+5", "05", "5&wait=5", "86401", "99999999999999999999"] {
                let answer = try await server.get("/v1/sessions/\(session)?wait=\(wait)", by: guests[0])
                expect(answer, isProblem: .badRequest)
            }
            expect(try await server.get("/v1/sessions/\(session)?wait=0", by: guests[0]), is: 200)
        }
    }

    @Test("a server that stops answers those who wait")
    func stopping() async throws {
        try await Server.run(guests: 2) { server, guests in
            let session = try await server.open("tic-tac-toe", by: guests[0]).session
            async let held = server.get("/v1/sessions/\(session)?wait=60", by: guests[0])
            try await server.waits(for: 1)
            server.service.changes.close()
            expect(try await held, is: 304)
        }
    }
}
