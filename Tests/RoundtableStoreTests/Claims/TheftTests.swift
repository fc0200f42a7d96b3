import Foundation
import GameRules
import Postgres
import Roundtable
import RoundtableStore
import TestSupport
import Testing

/// Thieves want Ben's seat. Whatever they do, no two of those who vouch are people whom one of Ben's devices knew.
@Suite("Stealing a seat", .database)
struct TheftTests {
    /// Amber, Ben, Chris, Dana and Emil's table, at which the thieves find seats.
    let table: LostPhone
    var service: TestService { table.service }
    /// Nobody's friends: none of these is in the conversation, and their devices call people by whatever they like.
    let strangers = Array(Person.group(of: 30).suffix(20))
    var thief: Person { strangers[0] }

    init() async throws {
        table = try await LostPhone(people: 4, seats: 12, introduced: false)
        for author in [table.amber, table.chris] {
            _ = try await service.open(table.tokens[1], by: author, from: table.ben)
        }
    }

    /// A newcomer takes a seat, and learns that the thief is Ben; the token of their first message.
    @discardableResult
    private func join(_ accomplice: Person) async throws -> MessageToken {
        _ = try await service.open(table.tokens[0], by: accomplice, from: nil)
        let token = try await service.join(table.session, by: accomplice).message.token
        try await mislead(accomplice)
        return token
    }

    /// Somebody says that the thief has sent Ben's message.
    private func mislead(_ accomplice: Person) async throws {
        _ = try await service.open(table.tokens[1], by: accomplice, from: thief)
    }

    /// The thief claims the seat, and accomplices vouch, nobody else.
    @discardableResult
    private func steal(vouchedForBy accomplices: [Person]) async throws -> MessageToken {
        _ = try await service.open(table.tokens[0], by: thief, from: nil)
        let token = try await service.reclaim(1, of: table.session, by: thief).message.token
        for accomplice in accomplices { _ = try await service.open(token, by: accomplice, from: thief) }
        return token
    }

    /// Time passes, and the seat stays Ben's.
    private func expectFailure(vouches: Int, needed: Int = 2) async throws {
        let claims = try await table.claims(for: table.ben)
        #expect(claims == [.init(seat: 1, vouches: vouches, needed: needed, until: nil)])
        for _ in 0..<2 { try await table.waitForVeto() }
        #expect(try await table.holder() == table.ben.player)
    }

    @Test("newcomers who take seats and vouch are nobody's witnesses, two or ten", arguments: [2, 8])
    func newcomers(count: Int) async throws {
        let accomplices = Array(strangers[1...count])
        for accomplice in accomplices { try await join(accomplice) }
        try await steal(vouchedForBy: accomplices)
        try await expectFailure(vouches: 0)
    }

    @Test("the review's theft: an ice cream of five seats whose creator has seen nobody yet")
    func review() async throws {
        let amber = Person.group(of: 3)[0]
        let opened = try await service.open("ice-cream", by: amber, seats: 5)
        let session = opened.session.id
        let (first, second) = (strangers[1], strangers[2])
        for accomplice in [first, second] {
            _ = try await service.open(opened.message.token, by: accomplice, from: thief)
            _ = try await service.join(session, by: accomplice)
            _ = try await service.open(opened.message.token, by: accomplice, from: thief)
        }
        _ = try await service.open(opened.message.token, by: thief, from: first)
        let token = try await service.reclaim(0, of: session, by: thief).message.token
        for accomplice in [first, second] { _ = try await service.open(token, by: accomplice, from: thief) }
        try await table.waitForVeto()
        #expect(try await service.view(of: session, for: amber).you == 0)
        #expect(try await service.view(of: session, for: thief).you == nil)
    }

    @Test("somebody in the conversation puts their other credentials' messages back: one participant, so nobody")
    func insider() async throws {
        for accomplice in strangers[1...3] {
            _ = try await service.open(try await join(accomplice), by: table.ben, from: table.dana)
        }
        try await steal(vouchedForBy: Array(strangers[1...3]))
        try await expectFailure(vouches: 0)
    }

    @Test("what the phone and the tablet were shown is not added up")
    func twoDevices() async throws {
        let tablet = table.ben.onAnotherDevice.onAnotherDevice
        for (device, accomplice) in [(table.ben, strangers[1]), (tablet, strangers[2])] {
            _ = try await service.open(try await join(accomplice), by: device, from: table.dana)
        }
        try await steal(vouchedForBy: Array(strangers[1...2]))
        try await expectFailure(vouches: 1)
    }

    @Test("an address of Dana's that is not in the conversation makes nobody a witness")
    func otherAddress() async throws {
        let (first, second) = (try await join(strangers[1]), try await join(strangers[2]))
        _ = try await service.open(first, by: table.ben, from: table.dana)
        _ = try await service.open(second, by: table.ben, from: strangers[5])
        try await steal(vouchedForBy: Array(strangers[1...2]))
        try await expectFailure(vouches: 1)
    }

    @Test("what Ben's devices see after the claim makes nobody a witness")
    func afterwards() async throws {
        var tokens: [MessageToken] = []
        for accomplice in strangers[1...2] { tokens.append(try await join(accomplice)) }
        let claim = try await steal(vouchedForBy: [])
        for (token, sender) in zip(tokens, [table.chris, table.dana]) {
            _ = try await service.open(token, by: table.ben, from: sender)
        }
        for accomplice in strangers[1...2] { _ = try await service.open(claim, by: accomplice, from: thief) }
        try await expectFailure(vouches: 0)
    }

    @Test("two credentials at the table are two players, and yet one who is known: Dana and her other one")
    func twoSeats() async throws {
        _ = try await service.open(table.tokens[3], by: table.ben, from: table.dana)
        try await join(strangers[1])
        try await mislead(table.dana)
        try await steal(vouchedForBy: [table.dana, strangers[1]])
        try await expectFailure(vouches: 1)
    }

    @Test("of two in a dispute about who is who neither counts; what is newer brings back the one who did nothing")
    func contested() async throws {
        for author in [table.amber, table.chris, table.dana] {
            _ = try await service.open(table.tokens[author.number], by: table.ben, from: author)
        }
        _ = try await service.open(table.tokens[2], by: table.ben, from: table.dana)
        let newBen = table.newBen
        let token = try await table.reclaim()
        for witness in [table.amber, table.chris] { _ = try await service.open(token, by: witness, from: newBen) }
        #expect(try await table.claims(for: table.ben) == [.init(seat: 1, vouches: 1, until: nil)])
        try await service.cancel(token, by: newBen)

        for (author, move) in [(table.chris, "Base=base01"), (table.dana, "Scoops=scoops01")] {
            let revision = try await service.view(of: table.session, for: author).revision
            let newer = try await service.move(move, by: author, in: table.session, revision: revision, send: .now)
            _ = try await service.open(newer.message.token, by: table.ben, from: author)
        }
        let again = try await table.reclaim()
        for witness in [table.amber, table.chris] { _ = try await service.open(again, by: witness, from: newBen) }
        #expect(try await table.claims(for: table.ben).map(\.until) != [nil])
    }

    @Test("two witnesses who turn out to be one person are one; who becomes the claimant ends the claim")
    func linked() async throws {
        for author in [table.amber, table.chris] {
            _ = try await service.open(table.tokens[author.number], by: table.ben, from: author)
        }
        for (number, person) in [table.amber, table.chris, table.newBen].enumerated() {
            try await service.store.create(
                Player(id: person.player, createdAt: service.time.now),
                credential: CredentialID(.numbered(UInt64(number), kind: 0xC0)))
        }
        _ = try await table.vouched()
        try await link(table.chris, to: table.amber)
        try await expectFailure(vouches: 1)
        try await link(table.amber, to: table.newBen)
        #expect(try await table.claims(for: table.ben).isEmpty)
        for _ in 0..<2 { try await table.waitForVeto() }
        #expect(try await table.holder() == table.ben.player)
    }

    private func link(_ person: Person, to other: Person) async throws {
        let code = try await service.links.makeCode(for: other.player).code
        _ = try await service.links.enter(code.text, by: person.player)
    }

    @Test("who is erased is forgotten by the claims whose witness they were, and an export tells of it until then")
    func erased() async throws {
        for author in [table.amber, table.chris] {
            _ = try await service.open(table.tokens[author.number], by: table.ben, from: author)
        }
        _ = try await table.vouched()
        let held = try await TestDatabase.current.store.holdings(of: table.chris.player)
        let text = held.map { String(decoding: $0, as: UTF8.self) }.joined()
        #expect(text.contains("claimWitness"))
        for other in [table.amber, table.ben] { #expect(!text.contains(other.player.description)) }
        try await service.successions.erase(table.chris.player)
        let kept = try await TestDatabase.current.pool.query("SELECT witnesses::text AS witnesses FROM claims")
        let witnesses: String = try #require(try kept.first?.decode("witnesses"))
        #expect(witnesses.contains(table.amber.player.description))
        #expect(!witnesses.contains(table.chris.player.description))
        try await expectFailure(vouches: 1)
    }

    @Test("of five whom Ben's phone knows two liars are not enough")
    func twoOfFive() async throws {
        let table = try await LostPhone(people: 6, seats: 7)
        let service = table.service
        let thief = Person(player: .numbered(3000), like: strangers[0])
        _ = try await service.open(table.tokens[0], by: thief, from: nil)
        let token = try await service.reclaim(1, of: table.session, by: thief).message.token
        for liar in [table.amber, table.chris] { try await table.open(token, by: liar) }
        #expect(try await table.claims(for: table.ben) == [.init(seat: 1, vouches: 2, needed: 3, until: nil)])
        try await table.waitForVeto()
        #expect(try await table.holder() == table.ben.player)
    }
}
