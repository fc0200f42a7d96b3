import GameRules
import Roundtable
import TestSupport
import Testing

/// Whose word counts.
@Suite("Witnesses of a claim", .database)
struct WitnessTests {
    @Test("the holder, the claimant, bystanders, and who joined after the claim are no witnesses")
    func noWitnesses() async throws {
        let table = try await LostPhone()
        let service = table.service
        let token = try await table.reclaim()
        let late = Person(player: .numbered(2000), like: table.chris.onAnotherDevice)
        _ = try await service.open(table.tokens[1], by: late, from: table.ben)
        try await table.open(token, by: late)
        _ = try await service.join(table.session, by: late)
        // NB: the tap before the seat has made Ben's alias contested; a device that saw nothing else settles it.
        let lates = late.onAnotherDevice
        _ = try await service.open(table.tokens[1], by: lates, from: table.ben)
        for person in [table.ben, table.newBen, table.newBen.onAnotherDevice, lates] {
            try await table.open(token, by: person)
        }
        #expect(try await table.claims(for: table.amber) == [.init(seat: 1, vouches: 0, until: nil)])
    }

    @Test("who knows the sender by inference only, or not at all, says nothing")
    func unsighted() async throws {
        let table = try await LostPhone(seats: 4, introduced: false)
        let service = table.service
        for index in [2, 3] {
            _ = try await service.open(table.tokens[index], by: table.amber, from: table.people[index])
        }
        let inferred = try await service.view(of: table.session, for: table.amber).seats[1]
        #expect(inferred.participant == table.amber.calls(table.ben))
        let token = try await table.reclaim()
        try await table.open(token, by: table.amber)
        for _ in 0..<2 { try await table.open(token, by: table.chris) }
        #expect(try await table.claims(for: table.amber) == [.init(seat: 1, vouches: 0, until: nil)])
    }

    @Test("who has seen contradicting messages of the sender says nothing until newer ones settle it")
    func contested() async throws {
        let table = try await LostPhone()
        let service = table.service
        _ = try await service.open(table.tokens[3], by: table.amber, from: table.ben)
        let token = try await table.reclaim()
        try await table.open(token, by: table.amber)
        #expect(try await table.claims(for: table.amber).map(\.vouches) == [0])
    }

    @Test("a message that somebody else has sent is no vouch: who knows the sender as another player objects")
    func objection() async throws {
        let table = try await LostPhone()
        let token = try await table.vouched()
        let until = try #require(try await table.claims(for: table.amber).first?.until)
        #expect(until == table.service.time.now.adding(seconds: 86_400))
        _ = try await table.service.open(token, by: table.dana, from: table.chris)
        #expect(try await table.claims(for: table.amber) == [.init(seat: 1, vouches: 2, until: nil)])
        try await table.waitForVeto()
        #expect(try await table.holder() == table.ben.player)
        try await table.open(token, by: table.dana)
        let again = try await table.claims(for: table.amber)
        #expect(again == [.init(seat: 1, vouches: 3, until: table.service.time.now.adding(seconds: 86_400))])
    }

    @Test("a message from the witness's own account is an objection")
    func ownAccount() async throws {
        let table = try await LostPhone()
        let token = try await table.vouched()
        let opened = try await table.service.open(token, by: table.dana, from: table.dana)
        #expect(opened.hint == .sentByYou)
        #expect(opened.session.claims.first?.until == nil)
    }

    @Test(
        "a vouch teaches no alias: the seat is called by its contact until it changes hands, and again when it speaks")
    func unlearned() async throws {
        let table = try await LostPhone()
        let token = try await table.vouched()
        let pending = try await table.service.view(of: table.session, for: table.amber)
        #expect(pending.seats[1].participant == table.amber.calls(table.ben))
        try await table.open(token, by: table.dana)
        try await table.waitForVeto()
        let service = table.service
        let message = try await service.turns.freshMessage(
            of: table.session, service.request(of: table.newBen, send: .draft))
        for witness in [table.amber, table.chris, table.dana] {
            let changed = try await service.view(of: table.session, for: witness).seats[1]
            #expect(changed.participant == nil)
            #expect(changed.attribution == "Player 2")
            let seat = try await service.open(message.token, by: witness, from: table.newBen).session.seats[1]
            #expect(seat.participant == witness.calls(table.ben))
        }
    }

    @Test("an accomplice with a seat and many credentials is one witness")
    func accomplice() async throws {
        let table = try await LostPhone()
        let token = try await table.reclaim()
        for device in [table.dana, table.dana.onAnotherDevice, table.dana.onAnotherDevice.onAnotherDevice] {
            _ = try await table.service.open(table.tokens[1], by: device, from: table.ben)
            try await table.open(token, by: device)
        }
        #expect(try await table.claims(for: table.amber).map(\.vouches) == [1])
    }
}
