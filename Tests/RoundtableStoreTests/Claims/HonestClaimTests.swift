import GameRules
import Roundtable
import TestSupport
import Testing

/// Ben has lost his phone, and his friends, whom it knew, know him.
@Suite("Getting a seat back among friends", .database)
struct HonestClaimTests {
    @Test("two who vouch are enough, three where five or more could; one fewer is not", arguments: 3...8)
    func enough(people: Int) async throws {
        let table = try await LostPhone(people: people, seats: people)
        let needed = people < 6 ? 2 : 3
        let token = try await table.reclaim()
        for (index, witness) in table.people.filter({ $0.player != table.ben.player }).prefix(needed).enumerated() {
            let waiting = SessionView.Claim(seat: 1, vouches: index, needed: needed, until: nil)
            #expect(try await table.claims(for: table.ben) == [waiting])
            try await table.waitForVeto()
            #expect(try await table.holder() == table.ben.player)
            try await table.open(token, by: witness)
        }
        #expect(try await table.claims(for: table.ben).map(\.until) != [nil])
        try await table.waitForVeto()
        #expect(try await table.holder() == table.newBen.player)
    }

    @Test("either of the lost phone and the tablet may have known the friends, also before the app was installed again")
    func severalDevices() async throws {
        let table = try await LostPhone(introduced: false)
        let service = table.service
        for witness in [table.amber, table.chris] {
            _ = try await service.open(table.tokens[1], by: witness, from: table.ben)
        }
        let tablet = table.ben.onAnotherDevice.onAnotherDevice
        for device in [tablet, table.ben] {
            _ = try await service.open(table.tokens[0], by: device, from: table.amber)
        }
        _ = try await service.open(table.tokens[2], by: tablet, from: table.chris)
        _ = try await service.open(table.tokens[3], by: tablet.onAnotherDevice, from: table.dana)
        _ = try await table.vouched()
        try await table.waitForVeto()
        #expect(try await table.holder() == table.newBen.player)
    }

    @Test("whom the lost phone never saw is no witness, but may object")
    func unknownToTheHolder() async throws {
        let table = try await LostPhone(introduced: false)
        let service = table.service
        for witness in table.people where witness.player != table.ben.player {
            _ = try await service.open(table.tokens[1], by: witness, from: table.ben)
        }
        for author in [table.amber, table.chris] {
            _ = try await service.open(table.tokens[author.number], by: table.ben, from: author)
        }
        let token = try await table.reclaim()
        for witness in [table.dana, table.amber] { try await table.open(token, by: witness) }
        #expect(try await table.claims(for: table.ben) == [.init(seat: 1, vouches: 1, until: nil)])
        try await table.open(token, by: table.chris)
        #expect(try await table.claims(for: table.ben).map(\.until) != [nil])
        _ = try await service.open(token, by: table.dana, from: table.dana)
        #expect(try await table.claims(for: table.ben) == [.init(seat: 1, vouches: 2, until: nil)])
    }

    @Test("a friend who got a seat back by then is the one whom the lost phone knew")
    func reclaimedWitness() async throws {
        let table = try await LostPhone()
        let service = table.service
        let chris = table.chris.onNewPhone
        let operations = service.operations
        try await service.store.create(
            Player(id: chris.player, createdAt: service.time.now), credential: CredentialID(.numbered(9, kind: 0xC0)))
        _ = try await service.open(table.tokens[1], by: chris, from: table.ben)
        _ = try await operations.rebind(2, of: table.session, to: chris.player, noting: .testing)
        let token = try await table.reclaim()
        for witness in [table.amber, chris] { try await table.open(token, by: witness) }
        try await table.waitForVeto()
        #expect(try await table.holder() == table.newBen.player)
    }
}
