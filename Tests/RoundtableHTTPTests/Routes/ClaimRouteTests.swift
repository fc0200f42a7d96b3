import Postgres
import Roundtable
import RoundtableModel
import TestSupport
import Testing

@Suite("Claims over HTTP", .database, .serialized)
struct ClaimRouteTests {
    /// Some people with a seat each, who have tapped each other's first messages, and the second on a new phone.
    private struct GameTable {
        let guests: [Guest]
        let newBen: Guest
        let session: String
        let tokens: [String]
        var path: String { "/v1/sessions/\(session)" }
    }

    private func table(on server: Server, of people: Int = 3) async throws -> GameTable {
        let guests = try await server.guests(people)
        let newBen = try await server.guest(as: guests[1].person.onNewPhone)
        let opened = try await server.open("ice-cream", by: guests[0])
        let session = try opened.session
        var tokens = [try opened.token]
        for guest in guests.dropFirst() { tokens.append(try await server.join(session, by: guest).token) }
        for guest in guests {
            for (author, token) in zip(guests, tokens) where author.player != guest.player {
                expect(try await server.tap(token, by: guest, from: author), is: 200)
            }
        }
        expect(try await server.tap(tokens[0], by: newBen, from: guests[0]), is: 200)
        server.time.advance(seconds: 60)
        return GameTable(guests: guests, newBen: newBen, session: session, tokens: tokens)
    }

    @Test("a claim's message is opened by witnesses, who vouch; after the veto period the seat changes hands")
    func story() async throws {
        try await Server.run { server in
            let table = try await table(on: server)
            let asked = expect(
                try await server.act("reclaim", in: table.session, at: 3, by: table.newBen, ["seat": 1]), is: 201)
            #expect(asked["draft"] == false && asked["session", "you"] == .null && asked["session", "revision"] == 3)
            #expect(asked["session", "claims"] == [["seat": 1, "vouches": 0, "needed": 2, "until": .null]])
            #expect(asked["message", "revision"] == 3)
            #expect(asked["message", "layout", "caption"]?.string == "$\(table.newBen.local) asks for a seat back")
            let token = try asked.token
            for witness in [table.guests[0], table.guests[2]] {
                let tapped = expect(try await server.tap(token, by: witness, from: table.newBen), is: 200)
                #expect(tapped["tapped", "status"] == "latest" && tapped["tapped", "revision"] == 3)
            }
            let holders = try await server.get(table.path, by: table.guests[1])
            #expect(holders["claims"]?.array?.first?["until"]?.string == "2027-01-16T08:01:00Z")
            server.time.advance(seconds: 86_400)
            try await server.service.claims.sweep()
            let view = try await server.get(table.path, by: table.newBen)
            #expect(view["you"] == 1 && view["revision"] == 4 && view["claims"] == [])
            let events = try await server.get("\(table.path)/events?after=3", by: table.newBen)
            #expect(events["events"]?.array?.first?["kind"] == "reclaimed")
            expect(try await server.get("/m/\(token)"), is: 200)
            expect(try await server.get("/m/\(token).png"), is: 200)
        }
    }

    @Test("a veto is answered with a new message, and the claim's message is cancelled")
    func veto() async throws {
        try await Server.run { server in
            let table = try await table(on: server)
            let ben = table.guests[1]
            let token = try await server.act("reclaim", in: table.session, at: 3, by: table.newBen, ["seat": 1]).token
            expect(
                try await server.act("veto", in: table.session, at: 3, by: table.guests[0], ["seat": 1]),
                isProblem: .notAllowed, revision: 3)
            let vetoed = expect(
                try await server.act("veto", in: table.session, at: 3, by: ben, ["seat": 1], key: "k"), is: 201)
            #expect(vetoed["draft"] == false && vetoed["session", "claims"] == [])
            #expect(try vetoed.token != token)
            let again = try await server.act("veto", in: table.session, at: 3, by: ben, ["seat": 1], key: "k")
            #expect(again.body == vetoed.body)
            expect(
                try await server.act("veto", in: table.session, at: 3, by: ben, ["seat": 1]),
                isProblem: .notAllowed, revision: 3)
            let tapped = try await server.tap(token, by: table.guests[0], from: table.newBen)
            #expect(tapped["tapped", "status"] == "cancelled" && tapped["tapped", "revision"] == 3)
        }
    }

    @Test("a repeated claim gets the same answer, byte for byte")
    func repeated() async throws {
        try await Server.run { server in
            let table = try await table(on: server)
            let first = try await server.act(
                "reclaim", in: table.session, at: 3, by: table.newBen, ["seat": 1], key: "k")
            expect(try await server.tap(try first.token, by: table.guests[0], from: table.newBen), is: 200)
            let second = try await server.act(
                "reclaim", in: table.session, at: 3, by: table.newBen, ["seat": 1], key: "k")
            #expect(first.body == second.body && second.status == 201)
            expect(
                try await server.act("reclaim", in: table.session, at: 3, by: table.newBen, ["seat": 2], key: "k"),
                isProblem: .idempotencyKeyReused, revision: 3)
        }
    }

    @Test("what can't be claimed is refused, and says why")
    func refused() async throws {
        try await Server.run { server in
            let table = try await table(on: server)
            func reclaim(_ members: [JSONName: JSONValue], by guest: Guest) async throws -> Reply {
                try await server.act("reclaim", in: table.session, at: 3, by: guest, members)
            }
            expect(try await reclaim([:], by: table.newBen), isProblem: .badRequest)
            expect(try await reclaim(["seat": 7], by: table.newBen), isProblem: .notAllowed, revision: 3)
            expect(try await reclaim(["seat": 0], by: table.guests[0]), isProblem: .notAllowed, revision: 3)
            let stranger = try await server.guest(as: table.guests[2].person.onNewPhone)
            expect(try await reclaim(["seat": 2], by: stranger), is: 404)
            let pair = try await server.twoAtTable(table.guests)
            let two = try await server.act("reclaim", in: pair, at: 2, by: table.guests[0], ["seat": 1])
            expect(two, isProblem: .notAllowed, revision: 2)
            #expect(two["reason"] == "other_seat")
            for guest in table.guests {
                let view = try await server.get(table.path, by: guest)
                let revision = try #require(view["revision"]?.integer)
                expect(try await server.act("leave", in: table.session, at: revision, by: guest), is: 201)
            }
            expect(try await reclaim(["seat": 1], by: table.newBen), isProblem: .sessionOver, revision: 6)
        }
    }

    @Test("where five could vouch, three must, and the claim says so")
    func many() async throws {
        try await Server.run { server in
            let table = try await table(on: server, of: 6)
            let asked = try await server.act("reclaim", in: table.session, at: 6, by: table.newBen, ["seat": 1])
            #expect(asked["session", "claims"] == [["seat": 1, "vouches": 0, "needed": 3, "until": .null]])
        }
    }

    @Test("however many others claim seats, whoever comes next is answered")
    func crowd() async throws {
        try await Server.run { server in
            let table = try await table(on: server)
            expect(try await server.act("reclaim", in: table.session, at: 3, by: table.newBen, ["seat": 1]), is: 201)
            _ = try await TestDatabase.current.pool.query(
                """
                INSERT INTO claims (session_id, claim_id, seat, player_id, holder_id, revision, state, version,
                    created_at, expires_at, witnesses, needed)
                SELECT session_id, gen_random_uuid(), seat, gen_random_uuid(), holder_id, revision, state, version,
                    created_at, expires_at, witnesses, needed
                FROM claims, generate_series(1, \(Roundtable.Claim.capacity - 1))
                """)
            let late = try await server.guest(as: table.guests[2].person.onNewPhone)
            expect(try await server.tap(table.tokens[0], by: late, from: table.guests[0]), is: 200)
            let asked = try await server.act("reclaim", in: table.session, at: 3, by: late, ["seat": 2])
            expect(asked, is: 201)
            expect(try await server.tap(asked.token, by: table.guests[0], from: table.guests[2]), is: 200)
            let view = try await server.get(table.path, by: table.guests[2])
            let claimed = view["claims"]?.array?.first { $0["seat"] == 2 }
            #expect(claimed?["vouches"] == 1)
        }
    }

    @Test("a withdrawn claim is gone from every view")
    func withdrawn() async throws {
        try await Server.run { server in
            let table = try await table(on: server)
            let token = try await server.act("reclaim", in: table.session, at: 3, by: table.newBen, ["seat": 1]).token
            let others = try await server.post("/v1/messages/\(token)/cancel", by: table.guests[0], key: "")
            expect(others, isProblem: .notAllowed, revision: 3)
            for _ in 0..<2 {
                let cancelled = try await server.post("/v1/messages/\(token)/cancel", by: table.newBen, key: "")
                #expect(expect(cancelled, is: 200)["session", "claims"] == [])
            }
            #expect(try await server.get(table.path, by: table.guests[1])["claims"] == [])
        }
    }

    @Test("who waits for a session is notified of a claim, of each vouch, and of its end")
    func notifications() async throws {
        try await Server.run { server in
            let table = try await table(on: server)
            let reader = table.guests[1]
            func next(_ act: () async throws -> Void) async throws -> Reply {
                let tag = try #require(try await server.get(table.path, by: reader).header("ETag"))
                async let held = server.get(
                    "\(table.path)?wait=25", by: reader, headers: ["If-None-Match": tag])
                try await server.waits(for: 1)
                try await act()
                return try await held
            }
            var token = ""
            let claimed = try await next {
                token = try await server.act("reclaim", in: table.session, at: 3, by: table.newBen, ["seat": 1]).token
            }
            #expect(claimed["claims"]?.array?.first?["vouches"] == 0)
            let vouched = try await next {
                expect(try await server.tap(token, by: table.guests[0], from: table.newBen), is: 200)
            }
            #expect(vouched["claims"]?.array?.first?["vouches"] == 1)
            let ended = try await next {
                expect(try await server.post("/v1/messages/\(token)/cancel", by: table.newBen, key: ""), is: 200)
            }
            #expect(ended["claims"] == [])
        }
    }
}
