import HTTPTypes
import Roundtable
import RoundtableModel
import TestSupport
import Testing

@testable import RoundtableHTTP

@Suite("Quotas over HTTP", .database, .serialized)
struct QuotaRouteTests {
    private func settings(_ change: (inout Quotas) -> Void) -> Server.Settings {
        var quotas = Quotas()
        change(&quotas)
        return Server.Settings(quotas: quotas)
    }

    @Test("each refusal names its quota, and says when to try again")
    func named() async throws {
        let one = Quotas.Rate(atOnce: 1, anHour: 1)
        try await Server.run(
            settings { quotas in
                (quotas.unfinishedSessions, quotas.openClaims) = (1, 0)
                (quotas.draftsOfSession, quotas.freshMessagesOfSession, quotas.devices) = (one, one, one)
                quotas.players = .init(atOnce: 4, anHour: 1)
            }
        ) { server in
            let guests = try await server.guests(4)
            expect(try await server.post("/v1/players", key: ""), isRefusedBy: .players)
            let opened = try await server.open("ice-cream", by: guests[0], ["options": ["seats": 4]])
            let session = try opened.session
            expect(try await server.open("ice-cream", by: guests[0]), isRefusedBy: .sessions)
            expect(try await server.join(session, by: guests[1]), is: 201)

            let move = { (part: JSONValue) in
                try await server.move(part, in: session, at: 2, by: guests[0], ["send": "draft"])
            }
            expect(try await move("Base=base01"), is: 201)
            let refused = try await move("Base=base02")
            expect(refused, isRefusedBy: .drafts)
            #expect(refused["revision"] == 2)

            let fresh = "/v1/sessions/\(session)/messages"
            expect(try await server.post(fresh, guests[0].request([:], [:]), by: guests[0]), is: 201)
            expect(
                try await server.post(fresh, guests[0].request([:], [:]), by: guests[0]), isRefusedBy: .freshMessages)

            expect(try await server.tap(try opened.token, by: guests[2], from: guests[0]), is: 200)
            let other = guests[2].onAnotherDevice
            expect(try await server.tap(try opened.token, by: other, from: nil), isRefusedBy: .devices)
            expect(
                try await server.act("reclaim", in: session, at: 2, by: guests[2], ["seat": 1]), isRefusedBy: .claims)
        }
    }

    @Test("only so many reads and streams are held, and those that end make room; who looks on takes none from a seat")
    func held() async throws {
        try await Server.run(
            settings { quotas in
                quotas.heldReads.ofPlayer = 2
                quotas.streams.ofSession = 2
            }
        ) { server in
            let guests = try await server.guests(4)
            let session = try await server.twoAtTable(guests)
            try await server.show(session, to: guests[2])
            let read = "/v1/sessions/\(session)?wait=25"
            let (stream, knows) = ("/v1/sessions/\(session)/stream", ["Last-Event-ID": "2"])
            try await withThrowingTaskGroup(of: Reply.self) { group in
                for _ in 0..<2 {
                    group.addTask { try await server.get(read, by: guests[0]) }
                    group.addTask { try await server.get(stream, by: guests[2], headers: knows) }
                }
                try await server.waits(for: 4)
                expect(try await server.get(read, by: guests[0]), isRefusedBy: .heldReads)
                expect(try await server.get(stream, by: guests[2]), isRefusedBy: .streams)
                for path in [stream, read] {
                    expect(try await server.get(path, by: guests[3]), isProblem: .notFound)
                }
                expect(try await server.get("/v1/sessions/\(session)", by: guests[0]), is: 200)
                #expect(server.service.changes.waiting == 4)
                group.addTask { try await server.get(stream, by: guests[1], headers: knows) }
                try await server.waits(for: 5)
                server.service.changes.close()
                for try await answer in group { #expect([200, 304].contains(answer.status)) }
            }
            #expect(server.service.changes.waiting == 0)
            expect(try await server.get(read, by: guests[0]), is: 304)
            expect(try await server.send(.head, stream, by: guests[0]), is: 200)
            #expect(server.service.changes.waiting == 0)
        }
    }

    @Test("a genuine credential counts by itself and by its address; one that was never made by its address only")
    func bothBuckets() async throws {
        try await Server.run(.init(requestsPerMinute: 4), guests: 5) { server, guests in
            for guest in guests.prefix(3) {
                for _ in 0..<4 { expect(try await server.get("/v1/players/me", by: guest), is: 200) }
                expect(try await server.get("/v1/players/me", by: guest), isRefusedBy: .requests)
            }
            // Five made, and twelve asked: three are left of the address's twenty.
            for _ in 0..<3 { expect(try await server.get("/v1/players/me", by: guests[3]), is: 200) }
            for refused in [guests[3], guests[4]] {
                expect(try await server.get("/v1/players/me", by: refused), isRefusedBy: .requests)
            }
            let invented = try await server.get("/v1/players/me", headers: ["Authorization": "Bearer invented"])
            expect(invented, isRefusedBy: .requests)
        }
    }
}

/// Expects a refusal that names a quota.
func expect(
    _ answer: Reply, isRefusedBy quota: RoundtableModel.Quota, at place: SourceLocation = #_sourceLocation
) {
    #expect(
        answer.status == 429 && answer["code"] == "rate_limited" && answer["quota"]?.string == quota.rawValue
            && answer.retryAfter ?? 0 > 0,
        "\(answer.text)", sourceLocation: place)
}
