import Foundation
import GameRules
import Postgres
import Roundtable
import TestSupport
import Testing

/// Many newcomers claim seats, and Ben has lost his phone.
@Suite("Many claims of one session", .database)
struct ClaimQuotaTests {
    let table: LostPhone
    var service: TestService { table.service }

    init() async throws { table = try await LostPhone() }

    /// A newcomer who has seen the game, and claims a seat.
    private func newcomer(_ number: Int, claims seat: SeatIndex) async throws {
        let newcomer = Person(player: .numbered(2000 + number), like: table.newBen)
        _ = try await service.open(table.tokens[0], by: newcomer, from: table.amber)
        service.time.advance(seconds: 1)
        _ = try await service.reclaim(seat, of: table.session, by: newcomer)
    }

    @Test("newcomers who claim seats push out nobody's claim", arguments: [1, 2] as [SeatIndex])
    func pushedOut(seat: SeatIndex) async throws {
        let token = try await table.reclaim()
        for number in 0..<40 { try await newcomer(number, claims: seat) }
        #expect(try await table.countOpenClaims() == 41)
        #expect(try await table.claims(for: table.dana).count == 32)
        for witness in [table.amber, table.chris] {
            #expect(try await service.open(token, by: witness, from: table.newBen).status == .latest)
        }
        try await table.waitForVeto()
        #expect(try await table.holder() == table.newBen.player)
    }

    @Test("behind 500 others a claim is answered, asked for again, and vouched for; then the seat's holder sees it")
    func behind() async throws {
        try await table.fill(500, seat: 1, of: table.ben)
        service.time.advance(seconds: 1)
        let asked = try await service.reclaim(1, of: table.session, by: table.newBen)
        #expect(try await table.reclaim() == asked.message.token)
        #expect(try await table.countOpenClaims() == 501)
        let opened = try await service.open(asked.message.token, by: table.amber, from: table.newBen)
        #expect(opened.session.claims.contains(.init(seat: 1, vouches: 1, until: nil)))
        try await table.open(asked.message.token, by: table.chris)
        let until = service.time.now.adding(seconds: 86_400)
        for person in [table.ben, table.dana] {
            let claims = try await table.claims(for: person)
            #expect(claims.count == 32 && claims.contains(.init(seat: 1, vouches: 2, until: until)))
        }
        try await table.waitForVeto()
        #expect(try await table.holder() == table.newBen.player)
    }

    @Test("a veto closes all claims to the seat, also those that are not shown")
    func vetoed() async throws {
        try await table.fill(40, seat: 2, of: table.chris)
        service.time.advance(seconds: 1)
        let token = try await table.reclaim()
        #expect(try await table.claims(for: table.ben).allSatisfy { $0.seat == 2 })
        #expect(try await service.veto(1, of: table.session, by: table.ben).session.claims.count == 32)
        #expect(try await service.open(token, by: table.amber, from: table.newBen).status == .cancelled)
        #expect(try await table.countOpenClaims() == 40)
        _ = try await service.veto(2, of: table.session, by: table.chris)
        #expect(try await table.countOpenClaims() == 0)
    }

    @Test(
        "whoever claims a seat among any number of others is answered, and gets it back by vouches",
        arguments: [0, 100_000], [true, false])
    func flood(age: Int, isFirst: Bool) async throws {
        if isFirst { try await table.fill(Claim.capacity, seat: 1, of: table.ben, knownFor: age) }
        service.time.advance(seconds: 1)
        let token = try await table.reclaim()
        if !isFirst {
            service.time.advance(seconds: 1)
            try await table.fill(Claim.capacity - 1, seat: 1, of: table.ben, knownFor: age)
        }
        for number in 0..<5 { try await newcomer(number, claims: 1) }
        #expect(try await table.countOpenClaims() == Claim.capacity)
        #expect(try await table.countClaims(in: .aside) == (isFirst ? 6 : 5))
        // Whoever asks again gets the same message, set aside or not.
        #expect(try await table.reclaim() == token)
        for witness in [table.amber, table.chris] {
            #expect(try await service.open(token, by: witness, from: table.newBen).status == .latest)
        }
        #expect(try await table.countOpenClaims() == Claim.capacity)
        #expect(try await table.claims(for: table.ben).contains { $0.vouches == 2 })
        for number in 5..<10 { try await newcomer(number, claims: 1) }
        try await table.waitForVeto()
        #expect(try await table.holder() == table.newBen.player)
    }

    @Test(
        "too many claims set aside those that nobody vouches for, of players who came last", arguments: [true, false])
    func ranking(isFirst: Bool) async throws {
        func isOpen(_ person: Person) async throws -> Bool {
            try await service.store.openClaim(by: person.player, of: table.session)?.state == .open
        }
        if isFirst { try await table.fill(Claim.capacity - 1, seat: 2, of: table.chris) }
        let token = try await table.reclaim()
        if !isFirst { try await table.fill(Claim.capacity - 1, seat: 2, of: table.chris) }
        service.time.advance(seconds: 1)
        for number in 0..<3 { try await newcomer(number, claims: 3) }
        // Ben's new phone has looked at the game before all of them.
        #expect(try await isOpen(table.newBen))
        #expect(try await table.countClaims(in: .aside) == 3)
        // A vouch counts for more than having come first.
        try await table.fill(5, seat: 2, of: table.chris, knownFor: 100_000)
        try await table.open(token, by: table.amber)
        #expect(try await isOpen(table.newBen))
        #expect(try await table.countOpenClaims() == Claim.capacity)
    }

    @Test("a claim that was set aside with its vouches is granted as others are, or stopped, and not due for ever")
    func asideAndVouched() async throws {
        let token = try await table.vouched()
        _ = try await TestDatabase.current.pool.query("UPDATE claims SET state = 'aside'")
        try await service.successions.erase(table.chris.player)
        try await table.waitForVeto()
        #expect(try await table.holder() == table.ben.player)
        #expect(
            try await service.store.sessionsWithDueClaims(at: ClockReading(service.time.now), after: nil, limit: 1)
                == [])
        try await table.open(token, by: table.dana)
        _ = try await TestDatabase.current.pool.query("UPDATE claims SET state = 'aside'")
        try await table.waitForVeto()
        #expect(try await table.holder() == table.newBen.player)
        #expect(try await table.countClaims(in: .granted) == 1)
    }

    @Test("a claim that was set aside ends as others do: taken back, by the holder's act, or when its time is over")
    func aside() async throws {
        try await table.fill(Claim.capacity, seat: 2, of: table.chris, knownFor: 100_000)
        let token = try await table.reclaim()
        #expect(try await table.countClaims(in: .aside) == 1)
        #expect(try await table.claims(for: table.ben).allSatisfy { $0.seat == 2 })
        try await service.cancel(token, by: table.newBen)
        #expect(try await table.countClaims(in: .withdrawn) == 1)

        service.time.advance(seconds: 1)
        let second = try await table.reclaim()
        #expect(second != token)
        service.time.advance(seconds: 1)
        _ = try await service.turns.freshMessage(of: table.session, service.request(of: table.ben, send: .now))
        for witness in [table.amber, table.chris] {
            #expect(try await service.open(second, by: witness, from: table.newBen).status == .cancelled)
        }
        service.time.advance(seconds: 1)
        _ = try await table.reclaim()
        #expect(try await table.countClaims(in: .disproved) == 1)
        #expect(try await table.countClaims(in: .aside) == 1)
        service.time.advance(seconds: 8 * service.context.limits.reclaimSeconds)
        for _ in 0..<8 { try await service.claims.sweep() }
        #expect(try await table.countClaims(in: .aside) == 0)
    }

    @Test("nobody claims two seats, not even at once; who takes the one message back may claim the other")
    func onlyOne() async throws {
        let tokens = await withTaskGroup(of: MessageToken?.self) { group in
            for seat in [0, 1, 2, 3] as [SeatIndex] {
                group.addTask {
                    try? await service.reclaim(seat, of: table.session, by: table.newBen).message.token
                }
            }
            return await group.compactMap(\.self).reduce(into: [MessageToken]()) { $0.append($1) }
        }
        #expect(try await table.countOpenClaims() == 1)
        try await service.cancel(#require(tokens.first), by: table.newBen)
        _ = try await service.reclaim(2, of: table.session, by: table.newBen)
        let refusal = await #expect(throws: ServiceError.self) {
            try await service.reclaim(1, of: table.session, by: table.newBen)
        }
        #expect(refusal?.code == .notAllowed && refusal?.revision == 4)
    }

    @Test("hundreds that ran out are closed, and hold up no grant for long")
    func sweeping() async throws {
        try await table.fill(250, seat: 2, of: table.chris, expiresAfter: 1)
        _ = try await table.vouched()
        service.time.advance(seconds: service.context.limits.reclaimSeconds)
        for _ in 0..<4 { try await service.claims.sweep() }
        #expect(try await table.holder() == table.newBen.player)
        #expect(try await table.countOpenClaims() == 0)
    }
}
