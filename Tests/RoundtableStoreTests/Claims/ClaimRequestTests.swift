import GameRules
import Roundtable
import TestSupport
import Testing

/// Who may claim what, and what a repeated request is answered.
@Suite("Asking for a seat", .database)
struct ClaimRequestTests {
    let table: LostPhone
    var service: TestService { table.service }

    init() async throws { table = try await LostPhone() }

    private func refusal(of seat: SeatIndex?, by person: Person) async -> ErrorCode? {
        do throws(ServiceError) {
            _ = try await service.reclaim(seat, of: table.session, by: person)
            return nil
        } catch {
            return error.code
        }
    }

    @Test("a claim names a seat that somebody else has")
    func seats() async throws {
        #expect(await refusal(of: nil, by: table.newBen) == .badRequest)
        #expect(await refusal(of: 9, by: table.newBen) == .notAllowed)
        #expect(await refusal(of: 4, by: table.newBen) == .notAllowed)
        #expect(await refusal(of: 0, by: table.amber) == .notAllowed)
        #expect(await refusal(of: 1, by: table.newBen) == nil)
    }

    @Test("who has a seat claims no other one, but may once they have left it")
    func seated() async throws {
        #expect(await refusal(of: 1, by: table.chris) == .notAllowed)
        _ = try await service.join(table.session, by: table.newBen)
        #expect(await refusal(of: 1, by: table.newBen) == .notAllowed)
        _ = try await service.turns.submit(
            .leave, in: table.session, basedOn: nil, service.request(of: table.newBen, send: .now))
        #expect(await refusal(of: 1, by: table.newBen) == nil)
    }

    @Test("who takes a seat while they claim another one claims it no longer")
    func seatedMeanwhile() async throws {
        let token = try await table.vouched()
        _ = try await service.join(table.session, by: table.newBen)
        #expect(try await table.claims(for: table.amber).isEmpty)
        #expect(try await service.open(token, by: table.dana, from: table.newBen).status == .cancelled)
        try await table.waitForVeto()
        #expect(try await table.holder() == table.ben.player)
    }

    @Test("who has not seen any of the game's messages finds no game")
    func stranger() async throws {
        #expect(await refusal(of: 1, by: table.chris.onNewPhone) == .notFound)
    }

    @Test("a game that is over has nothing to claim, whoever asks")
    func over() async throws {
        for person in table.people {
            _ = try await service.turns.submit(
                .leave, in: table.session, basedOn: nil, service.request(of: person, send: .now))
        }
        #expect(await refusal(of: nil, by: table.chris.onNewPhone) == .notFound)
        try await service.show(table.session, to: table.chris.onNewPhone)
        #expect(await refusal(of: nil, by: table.chris.onNewPhone) == .sessionOver)
    }

    @Test("in a game of two there are no witnesses: a link code or the operator helps")
    func two() async throws {
        let people = Person.group(of: 2)
        let opened = try await service.open("tic-tac-toe", by: people[0])
        _ = try await service.join(opened.session.id, by: people[1])
        _ = try await service.open(opened.message.token, by: people[1].onNewPhone, from: people[0])
        let refusal = await #expect(throws: ServiceError.self) {
            try await service.reclaim(1, of: opened.session.id, by: people[1].onNewPhone)
        }
        #expect(refusal?.code == .notAllowed && refusal?.reason == "no_witnesses")
    }

    @Test("a repeat gets the first answer, also after the claim has moved on")
    func repeated() async throws {
        let first = try await service.reclaim(1, of: table.session, by: table.newBen, key: "k")
        try await table.open(first.message.token, by: table.amber)
        _ = try await service.move("Base=base01", by: table.amber, in: table.session, revision: 4, send: .now)
        let second = try await service.reclaim(1, of: table.session, by: table.newBen, key: "k")
        #expect(String(reflecting: first.message) == String(reflecting: second.message))
        #expect(first.session.claims == [.init(seat: 1, vouches: 0, until: nil)])
        #expect(first.session.claims == second.session.claims)
        #expect(first.session == second.session)
    }

    @Test("who asks again is given the same message, and what was vouched for stays")
    func askedAgain() async throws {
        let token = try await table.vouched()
        let again = try await service.reclaim(1, of: table.session, by: table.newBen)
        #expect(again.message.token == token)
        #expect(again.session.claims.map(\.vouches) == [2])
        #expect(try await table.claims(for: table.amber).count == 1)
    }

    @Test("who asks again under another key disturbs nobody's turn")
    func disturbsNobody() async throws {
        func generation() async throws -> Int? {
            try await service.store.record(of: table.session, for: nil)?.generation
        }
        let before = try await generation()
        let token = try await table.reclaim()
        let claimed = try await generation()
        #expect(claimed == before.map { $0 + 1 })
        for _ in 0..<3 { #expect(try await table.reclaim() == token) }
        #expect(try await generation() == claimed)
    }

    @Test("of twenty claims of one player at once there is one, and all get its message", arguments: [true, false])
    func atOnce(sameKey: Bool) async throws {
        let tokens = try await withThrowingTaskGroup(of: MessageToken.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await service.reclaim(1, of: table.session, by: table.newBen, key: sameKey ? "k" : nil)
                        .message.token
                }
            }
            return try await group.reduce(into: [MessageToken]()) { $0.append($1) }
        }
        #expect(tokens.count == 20)
        #expect(Set(tokens).count == 1)
        #expect(try await table.claims(for: table.amber).count == 1)
    }

    @Test("the key of a claim asks for nothing else")
    func otherRequest() async throws {
        _ = try await service.reclaim(1, of: table.session, by: table.newBen, key: "k")
        let refusal = await #expect(throws: ServiceError.self) {
            try await service.claims.reclaim(
                2, in: table.session, service.request(of: table.newBen, send: .draft, key: "k", body: "other"))
        }
        #expect(refusal?.code == .idempotencyKeyReused)
    }
}
