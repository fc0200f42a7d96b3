import GameRules
import Postgres
import Roundtable
import TestSupport
import Testing

/// From the claim to the seat.
@Suite("Reclaiming a seat", .database)
struct ReclaimTests {
    let table: LostPhone
    var service: TestService { table.service }

    init() async throws { table = try await LostPhone() }

    @Test("Ben asks, two vouch, a day passes without a veto, and the seat is his; everybody saw it coming")
    func story() async throws {
        let asked = try await service.reclaim(1, of: table.session, by: table.newBen)
        #expect(!asked.draft)
        #expect(asked.session.you == nil)
        #expect(asked.session.revision == 4)
        #expect(asked.message.layout.caption == "$\(table.newBen.local) asks for a seat back")
        #expect(asked.message.layout.subcaption == "Open this to confirm that Player 2 has a new phone")
        let token = asked.message.token
        _ = try await service.sent(token, by: table.newBen)
        try await table.open(token, by: table.amber)
        for person in table.people + [table.newBen] {
            #expect(try await table.claims(for: person) == [.init(seat: 1, vouches: 1, until: nil)])
        }
        try await table.open(token, by: table.chris)
        let until = service.time.now.adding(seconds: 86_400)
        for person in table.people + [table.newBen] {
            #expect(try await table.claims(for: person) == [.init(seat: 1, vouches: 2, until: until)])
        }
        #expect(try await service.view(of: table.session, for: table.newBen).you == nil)
        try await table.waitForVeto()
        let view = try await service.view(of: table.session, for: table.newBen)
        #expect(view.you == 1)
        #expect(view.revision == 5)
        #expect(try await service.events(of: table.session).last?.kind == .reclaimed)
        #expect(view.claims == [])
        #expect(try await service.view(of: table.session, for: table.ben).you == nil)
        #expect(try await service.open(token, by: table.dana, from: table.newBen).status == .earlier)
        _ = try await service.move("Base=base01", by: table.newBen, in: table.session, revision: 5, send: .now)
        #expect(try await service.events(of: table.session).last?.seat == 1)
    }

    @Test("when a voucher is erased, the time for a veto is over; with the next one a new one begins")
    func erasedVoucher() async throws {
        let token = try await table.vouched()
        try await service.successions.erase(table.chris.player)
        let pending = SessionView.Claim(seat: 1, vouches: 1, until: nil)
        #expect(try await table.claims(for: table.amber) == [pending])
        try await table.waitForVeto()
        let record = try #require(try await service.store.record(of: table.session, for: nil))
        #expect(record.claims.map(\.until) == [nil])
        #expect(
            try await service.store.sessionsWithDueClaims(at: ClockReading(service.time.now), after: nil, limit: 1)
                == [])
        try await table.open(token, by: table.dana)
        let until = service.time.now.adding(seconds: 86_400)
        #expect(try await table.claims(for: table.amber) == [.init(seat: 1, vouches: 2, until: until)])
        try await service.claims.sweep()
        #expect(try await table.holder() == table.ben.player)
        try await table.waitForVeto()
        #expect(try await table.holder() == table.newBen.player)
    }

    @Test("the seat changes hands when the time is over and not before, once, however many instances look")
    func onTime() async throws {
        _ = try await table.vouched()
        service.time.advance(seconds: 86_399)
        try await service.claims.sweep()
        #expect(try await table.holder() == table.ben.player)
        service.time.advance(seconds: 1)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { try await service.claims.sweep() } }
            try await group.waitForAll()
        }
        #expect(try await table.holder() == table.newBen.player)
        #expect(try await service.events(of: table.session).count { $0.kind == .reclaimed } == 1)
    }

    @Test("one vouch is not enough, however long one waits and however often the same person opens the message")
    func oneVouch() async throws {
        let token = try await table.reclaim()
        for _ in 0..<3 { try await table.open(token, by: table.amber) }
        try await table.waitForVeto()
        #expect(try await table.claims(for: table.amber) == [.init(seat: 1, vouches: 1, until: nil)])
        #expect(try await table.holder() == table.ben.player)
    }

    @Test("two who vouch at the same time are both heard")
    func atTheSameTime() async throws {
        let token = try await table.reclaim()
        async let ambers: Void = table.open(token, by: table.amber)
        async let chriss: Void = table.open(token, by: table.chris)
        _ = try await (ambers, chriss)
        #expect(try await table.claims(for: table.dana).first?.until != nil)
    }

    @Test("a claim that nobody grants runs out after seven times the time for a veto")
    func runsOut() async throws {
        let token = try await table.reclaim()
        for _ in 0..<6 { try await table.waitForVeto() }
        #expect(try await table.claims(for: table.amber).count == 1)
        try await table.waitForVeto()
        #expect(try await table.claims(for: table.amber) == [])
        #expect(try await service.open(token, by: table.amber, from: table.newBen).status == .cancelled)
        #expect(try await table.reclaim() != token)
    }

    @Test("whoever took a bubble back that was never sent withdraws the claim")
    func withdrawn() async throws {
        let token = try await table.vouched()
        let view = try await service.cancel(token, by: table.newBen)
        #expect(view.claims == [])
        try await service.cancel(token, by: table.newBen)
        #expect(try await service.open(token, by: table.dana, from: table.newBen).status == .cancelled)
        try await table.waitForVeto()
        #expect(try await table.holder() == table.ben.player)
    }

    @Test("nobody else can withdraw a claim, and nobody a claim that was granted")
    func notWithdrawn() async throws {
        let token = try await table.vouched()
        let others = await #expect(throws: ServiceError.self) { try await service.cancel(token, by: table.amber) }
        #expect(others?.code == .notAllowed)
        try await table.waitForVeto()
        let late = await #expect(throws: ServiceError.self) { try await service.cancel(token, by: table.newBen) }
        #expect(late?.code == .alreadyCommitted)
    }

    @Test("a claim that was granted by an instance that died before noting it is noted by the next")
    func crashed() async throws {
        let token = try await table.vouched()
        try await table.waitForVeto()
        _ = try await TestDatabase.current.pool.query("UPDATE claims SET state = 'open'")
        service.time.advance(seconds: 1)
        try await service.claims.sweep()
        #expect(try await service.events(of: table.session).count { $0.kind == .reclaimed } == 1)
        #expect(
            try await service.store.sessionsWithDueClaims(at: ClockReading(service.time.now), after: nil, limit: 10)
                == [])
        #expect(try await service.open(token, by: table.dana, from: table.newBen).status == .earlier)
    }

    @Test(
        "whoever has reclaimed a seat is known by what was seen before, when it is claimed again",
        arguments: [Person.group(of: 4)[1], Person(player: .numbered(2000), like: Person.group(of: 4)[1])])
    func again(by claimant: Person) async throws {
        _ = try await table.vouched()
        try await table.waitForVeto()
        service.time.advance(seconds: 1)
        _ = try await service.open(table.tokens[2], by: table.newBen, from: table.chris)
        _ = try await service.open(table.tokens[0], by: claimant, from: table.amber)
        let token = try await service.reclaim(1, of: table.session, by: claimant).message.token
        for witness in [table.amber, table.chris] { try await table.open(token, by: witness) }
        try await table.waitForVeto()
        #expect(try await table.holder() == claimant.player)
        let events = try await service.events(of: table.session)
        let session = try await service.session(table.session)
        #expect(try Session.replaying(events, of: session.identity, games: .testing).agrees(with: session))
        #expect(
            try await service.store.sessions(of: claimant.player, .init(limit: 10)).sessions.map(\.id)
                == [table.session])
    }

    @Test("the board behind the message is the one it was made at, and its page says who asks")
    func page() async throws {
        let token = try await table.reclaim()
        let pages = service.publicMessages
        let before = try await pages.picture(token)
        _ = try await service.move("Base=base01", by: table.amber, in: table.session, revision: 4, send: .now)
        #expect(try await pages.picture(token).svg == before.svg)
        let page = try await pages.newestPage(token)
        #expect(page.preview.caption == "A new player asks for a seat back")
        #expect(page.status == .earlier && page.board.summary == page.preview.summary)
        _ = try await service.cancel(token, by: table.newBen)
        #expect(try await pages.newestPage(token).status == .cancelled)
    }

    @Test("the page of a fresh message tells who did what it shows, not who sent it")
    func freshPage() async throws {
        _ = try await service.move("Base=base02", by: table.amber, in: table.session, revision: 4, send: .now)
        let fresh = try await service.turns.freshMessage(
            of: table.session, service.request(of: table.chris, send: .now))
        let page = try await service.publicMessages
            .newestPage(fresh.token)
        #expect(page.preview.caption == "Player 1 took a Waffle Cone")
    }
}

extension PublicMessageService {
    /// The page of a message with the newest board, in English.
    fileprivate func newestPage(_ token: MessageToken) async throws -> PublicPage {
        try await page(token, at: nil, in: try await record(of: token), languages: [])
    }
}
