import Foundation
import GameRules
import Roundtable
import TestSupport
import Testing

/// The seat's holder objects, by saying so or by acting.
@Suite("Vetoing a claim", .database)
struct VetoTests {
    let table: LostPhone
    var service: TestService { table.service }

    init() async throws { table = try await LostPhone() }

    /// Time passes; the seat stays Ben's.
    private func expectNoGrant() async throws {
        #expect(try await table.claims(for: table.amber) == [])
        try await table.waitForVeto()
        try await table.waitForVeto()
        #expect(try await table.holder() == table.ben.player)
        #expect(try await service.events(of: table.session).contains { $0.kind == .reclaimed } == false)
    }

    @Test("by saying so: the answer is a fresh message of the holder's, and a repeat gets it again")
    func saying() async throws {
        let token = try await table.vouched()
        let answer = try await service.veto(1, of: table.session, by: table.ben, key: "k")
        #expect(!answer.draft)
        #expect(answer.session.claims == [])
        #expect(answer.session.you == 1)
        let again = try await service.veto(1, of: table.session, by: table.ben, key: "k")
        #expect(String(reflecting: answer.message) == String(reflecting: again.message))
        #expect(try await service.open(token, by: table.amber, from: table.newBen).status == .cancelled)
        #expect(try await service.open(answer.message.token, by: table.amber, from: table.ben).status == .latest)
        try await expectNoGrant()
    }

    @Test("one veto closes all claims to the seat, and none to others")
    func all() async throws {
        _ = try await table.reclaim()
        for (number, seat) in [(2000, 1), (2001, 2)] as [(Int, SeatIndex)] {
            let other = Person(player: .numbered(number), like: table.newBen)
            _ = try await service.open(table.tokens[0], by: other, from: table.amber)
            _ = try await service.reclaim(seat, of: table.session, by: other)
        }
        _ = try await service.veto(1, of: table.session, by: table.ben)
        #expect(try await table.claims(for: table.amber).map(\.seat) == [2])
    }

    @Test("only the seat's holder can, and only while somebody claims it")
    func refused() async throws {
        func refusal(of seat: SeatIndex?, by person: Person) async -> ErrorCode? {
            do throws(ServiceError) {
                _ = try await service.veto(seat, of: table.session, by: person)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(await refusal(of: 1, by: table.ben) == .notAllowed)
        _ = try await table.reclaim()
        #expect(await refusal(of: 1, by: table.amber) == .notAllowed)
        #expect(await refusal(of: 1, by: table.newBen) == .notAllowed)
        #expect(await refusal(of: nil, by: table.ben) == .badRequest)
        #expect(await refusal(of: 9, by: table.ben) == .notAllowed)
        #expect(await refusal(of: 1, by: table.ben) == nil)
        #expect(await refusal(of: 1, by: table.ben) == .notAllowed)
    }

    @Test("by acting: a move, a draft or a fresh message", arguments: ["now", "draft", "fresh"])
    func acting(by how: String) async throws {
        let token = try await table.vouched()
        service.time.advance(seconds: 1)
        switch how {
        case "fresh":
            _ = try await service.turns.freshMessage(of: table.session, service.request(of: table.ben, send: .now))
        default:
            let answer = try await service.move(
                "Base=base01", by: table.ben, in: table.session, revision: 4, send: how == "now" ? .now : .draft)
            #expect(answer.session.claims == [])
        }
        #expect(try await service.open(token, by: table.dana, from: table.newBen).status == .cancelled)
        try await expectNoGrant()
    }

    @Test("by sending what was drafted before")
    func sending() async throws {
        let draft = try await service.move("Base=base01", by: table.ben, in: table.session, revision: 4)
        service.time.advance(seconds: 1)
        _ = try await table.vouched()
        _ = try await service.sent(draft.message.token, by: table.ben)
        try await expectNoGrant()
    }

    @Test("what the holder did before the claim, and reading, is no objection")
    func reading() async throws {
        _ = try await service.move("Base=base01", by: table.ben, in: table.session, revision: 4, send: .now)
        service.time.advance(seconds: 1)
        let token = try await table.vouched()
        let asker = Asker(player: table.ben.player, local: table.ben.local)
        #expect(try await table.claims(for: table.ben).count == 1)
        _ = try await service.sessions.events(of: table.session, after: 0, limit: 10, for: asker, languages: [])
        #expect(try await service.open(token, by: table.ben, from: table.ben).status == .latest)
        try await table.waitForVeto()
        #expect(try await table.holder() == table.newBen.player)
    }

    @Test("after a veto by acting the seat can be claimed again, and needs its witnesses again")
    func again() async throws {
        let token = try await table.vouched()
        service.time.advance(seconds: 1)
        _ = try await service.move("Base=base01", by: table.ben, in: table.session, revision: 4)
        service.time.advance(seconds: 1)
        #expect(try await table.reclaim() != token)
        #expect(try await table.claims(for: table.amber) == [.init(seat: 1, vouches: 0, until: nil)])
    }

    @Test("after a veto by saying so the same player can't claim the seat again")
    func final() async throws {
        _ = try await table.vouched()
        _ = try await service.veto(1, of: table.session, by: table.ben)
        let refusal = await #expect(throws: ServiceError.self) { try await table.reclaim() }
        #expect(refusal?.code == .notAllowed)
    }

    @Test("linking the seat's holder is an act; a witness who is linked is still one witness")
    func linked() async throws {
        for person in [table.ben, table.chris] {
            try await service.store.create(
                Player(id: person.player, createdAt: service.time.now),
                credential: CredentialID(.numbered(UInt64(person.number), kind: 0xC0)))
        }
        let other = PlayerID.numbered(77)
        try await service.store.create(
            Player(id: other, createdAt: service.time.now), credential: CredentialID(.numbered(77, kind: 0xC1)))
        _ = try await service.move("Base=base01", by: table.ben, in: table.session, revision: 4, send: .now)
        service.time.advance(seconds: 1)
        let token = try await table.vouched()
        let code = try await service.links.makeCode(for: other).code
        _ = try await service.links.enter(code.text, by: table.chris.player)
        #expect(try await table.claims(for: table.amber).first?.vouches == 2)
        let second = try await service.links.makeCode(for: other).code
        _ = try await service.links.enter(second.text, by: table.ben.player)
        #expect(try await table.claims(for: table.amber) == [])
        try await table.waitForVeto()
        #expect(try await table.holder() == other)
        #expect(try await service.open(token, by: table.dana, from: table.newBen).status == .cancelled)
    }

    @Test("when a witness is erased, the claim waits for another one")
    func erasedWitness() async throws {
        _ = try await table.vouched()
        try await service.successions.erase(table.chris.player)
        #expect(try await table.claims(for: table.amber).first?.vouches == 1)
        try await table.waitForVeto()
        #expect(try await table.holder() == table.ben.player)
        let replayed = try Session.replaying(
            try await service.events(of: table.session),
            of: try #require(try await service.store.record(of: table.session, for: nil)).session.identity,
            games: .testing)
        let stored = try #require(try await service.store.record(of: table.session, for: nil)).session
        #expect(replayed.agrees(with: stored))
    }

    @Test("when veto and grant race, one of them wins and everybody agrees which", arguments: 0..<8)
    func race(round: Int) async throws {
        _ = try await table.vouched()
        service.time.advance(seconds: 86_400)
        let vetoed = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<8 {
                group.addTask {
                    do throws(ServiceError) {
                        guard (index + round).isMultiple(of: 4) else {
                            try await service.claims.sweep()
                            return false
                        }
                        _ = try await service.veto(1, of: table.session, by: table.ben)
                        return true
                    } catch {
                        #expect(error.code == .notAllowed)
                        return false
                    }
                }
            }
            return await group.contains(true)
        }
        let holder = try await table.holder()
        #expect(holder == (vetoed ? table.ben.player : table.newBen.player))
        #expect(try await service.events(of: table.session).count { $0.kind == .reclaimed } == (vetoed ? 0 : 1))
    }
}
