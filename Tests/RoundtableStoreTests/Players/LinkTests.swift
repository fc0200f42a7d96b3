import Foundation
import GameRules
import Roundtable
import TestSupport
import Testing

@Suite("Linking devices", .database)
struct LinkTests {
    @Test("what belonged to the new credential is the player's: seat, events, list and drafts")
    func movesOver() async throws {
        let home = try await Household()
        let session = try await home.service.open("ice-cream", by: home.amber).session.id
        let joined = try await home.service.move(
            "Base=base01", by: home.newBen, in: session, revision: 1, send: .now)
        _ = try await home.service.open(joined.message.token, by: home.amber, from: home.newBen)
        try await home.link()

        let view = try await home.service.view(of: session, for: home.ben)
        #expect(view.you == 1)
        #expect(view.message?.token != nil)
        #expect(view.message?.layout.caption?.hasPrefix("You") == true)
        let listed = try await home.service.sessions.sessions(
            of: home.ben.player, SessionQuery(limit: 10), languages: []
        ).page
        #expect(listed.map(\.id) == [session])
        let seat = try await home.service.view(of: session, for: home.amber).seats[1]
        #expect(seat.participant == home.amber.calls(home.ben))
        try await home.expectConsistency(of: session)
        home.service.time.advance(seconds: 60)
        try await home.service.successions.sweep()
        #expect(try await home.tables(with: "\(home.newBen.player)") == ["link_codes"])
    }

    @Test("a seat that was taken by mistake and never used is open again; one that was used is kept")
    func releases() async throws {
        let home = try await Household()
        let session = try await home.service.open("ice-cream", by: home.amber, seats: 4).session.id
        _ = try await home.service.join(session, by: home.ben)
        _ = try await home.service.join(session, by: home.newBen)
        try await home.link()
        let view = try await home.service.view(of: session, for: home.ben)
        #expect(view.seats.map(\.state) == [.taken, .taken, .open, .open])
        #expect(try await home.service.events(of: session).map(\.kind) == [.opened, .joined, .joined, .left])
        try await home.expectConsistency(of: session)
        #expect(try await home.service.join(session, by: home.chris).session.you == 2)
    }

    @Test("a seat that was used stays the person's, who then has two")
    func keepsUsed() async throws {
        let home = try await Household()
        let session = try await home.service.open("ice-cream", by: home.amber, seats: 4).session.id
        _ = try await home.service.join(session, by: home.ben)
        _ = try await home.service.move("Base=base01", by: home.newBen, in: session, revision: 2, send: .now)
        try await home.link()
        let view = try await home.service.view(of: session, for: home.ben)
        #expect(view.seats.map(\.you) == [false, true, true, false])
    }

    @Test("where the player has no other seat, the new one is kept")
    func keepsOnly() async throws {
        let home = try await Household()
        let session = try await home.service.open("ice-cream", by: home.amber).session.id
        _ = try await home.service.join(session, by: home.newBen)
        try await home.link()
        #expect(try await home.service.view(of: session, for: home.ben).you == 1)
        try await home.expectConsistency(of: session)
    }

    @Test("a draft made on one device is seen on another, and cancelled there", arguments: [true, false])
    func drafts(beforeLinking: Bool) async throws {
        let home = try await Household()
        let session = try await home.service.open("ice-cream", by: home.amber).session.id
        if !beforeLinking { try await home.link() }
        let author = beforeLinking ? home.newBen : home.ben
        let token = try await home.service.move("Base=base02", by: author, in: session, revision: 1).message.token
        if beforeLinking { try await home.link() }
        let tablet = home.ben.onAnotherDevice
        _ = try await home.service.open(token, by: tablet, from: nil)
        #expect(try await home.service.view(of: session, for: tablet).draft?.message.token == token)
        try await home.service.cancel(token, by: tablet)
        #expect(try await home.service.view(of: session, for: home.ben).draft == nil)
        _ = try await home.service.open(token, by: home.chris, from: home.ben)
        #expect(try await home.service.view(of: session, for: home.amber).revision == 1)
    }

    @Test("a draft made before linking counts for the player when its bubble turns up")
    func provenLater() async throws {
        let home = try await Household()
        let session = try await home.service.open("ice-cream", by: home.amber).session.id
        let token = try await home.service.move("Base=base02", by: home.newBen, in: session, revision: 1).message.token
        try await home.link()
        let opened = try await home.service.open(token, by: home.chris, from: home.ben)
        #expect(opened.status == .latest)
        #expect(try await home.service.view(of: session, for: home.ben).you == 1)
        try await home.expectConsistency(of: session)
    }

    @Test("a repeated answer names the player whose the new credential is by now", arguments: [SendMode.now, .draft])
    func repeated(send: SendMode) async throws {
        let home = try await Household()
        let service = home.service
        let session = try await service.open("ice-cream", by: home.amber).session.id
        let joined = try await service.join(session, by: home.newBen)
        _ = try await service.open(joined.message.token, by: home.amber, from: home.newBen)
        let first = try await service.move(
            "Base=base01", by: home.amber, in: session, revision: 2, send: send, key: "k")
        #expect(first.session.seats[1].participant == home.amber.calls(home.newBen))
        try await home.link()
        let again = try await service.move(
            "Base=base01", by: home.amber, in: session, revision: 2, send: send, key: "k")
        #expect(again.isRepeated)
        #expect(first.session.seats.map(\.attribution) == again.session.seats.map(\.attribution))
    }

    @Test("what was interrupted is carried out by whoever looks next")
    func resumes() async throws {
        let home = try await Household()
        let session = try await home.service.open("ice-cream", by: home.amber).session.id
        _ = try await home.service.join(session, by: home.newBen)
        let code = try await home.service.links.makeCode(for: home.ben.player).code
        let outcome = try await home.service.store.link(
            home.newBen.player, by: code.digest(by: home.service.context.keys), at: home.service.time.now)
        #expect(outcome == .linked(home.ben.player))
        #expect(try await home.service.store.player(with: Household.credential(of: home.newBen))?.id == home.ben.player)
        try await home.service.successions.sweep()
        #expect(try await home.service.view(of: session, for: home.ben).you == 1)
        #expect(try await home.service.store.successions(after: nil, limit: 10).count == 1)
        home.service.time.advance(seconds: 31)
        try await home.service.successions.sweep()
        #expect(try await home.service.store.successions(after: nil, limit: 10) == [])
    }

    @Test("who is linked on leads on, however many steps are still to be done")
    func chain() async throws {
        let home = try await Household()
        let session = try await home.service.open("ice-cream", by: home.amber).session.id
        _ = try await home.service.join(session, by: home.newBen)
        let keys = home.service.context.keys
        let now = home.service.time.now
        let first = try await home.service.links.makeCode(for: home.ben.player).code
        _ = try await home.service.store.link(home.newBen.player, by: first.digest(by: keys), at: now)
        let second = try await home.service.links.makeCode(for: home.chris.player).code
        _ = try await home.service.store.link(home.ben.player, by: second.digest(by: keys), at: now)
        try await home.service.successions.sweep()
        #expect(try await home.service.view(of: session, for: home.chris).you == 1)
        try await home.expectConsistency(of: session)
    }

    @Test("two devices that enter each other's codes are one player's, whoever comes first", arguments: [false, true])
    func crossing(atOnce: Bool) async throws {
        let home = try await Household()
        let links = home.service.links
        let session = try await home.service.open("ice-cream", by: home.newBen).session.id
        let (first, second) = (
            try await links.makeCode(for: home.ben.player).code, try await links.makeCode(for: home.newBen.player).code
        )
        if atOnce {
            async let one = try? links.enter(first.text, by: home.newBen.player)
            async let other = try? links.enter(second.text, by: home.ben.player)
            #expect([await one, await other].compactMap(\.self).count == 1)
        } else {
            #expect(try await links.enter(first.text, by: home.newBen.player) == home.ben.player)
            await #expect(throws: ServiceError.self) { try await links.enter(second.text, by: home.ben.player) }
        }
        home.service.time.advance(seconds: 60)
        for _ in 1...2 { try await home.service.successions.sweep() }
        let store = home.service.store
        let now = [
            try await store.player(with: Household.credential(of: home.ben))?.id,
            try await store.player(with: Household.credential(of: home.newBen))?.id,
        ]
        let person = try #require(now[0])
        #expect(now[1] == person)
        #expect(try await store.record(of: session, for: nil)?.session.seating[0].player == person)
        #expect(try await store.successions(after: nil, limit: 10) == [])
        try await home.expectConsistency(of: session)
    }

    @Test("a code of somebody who is no more leads nowhere")
    func goneOwner() async throws {
        let home = try await Household()
        let code = try await home.service.links.makeCode(for: home.ben.player).code
        try await home.service.successions.erase(home.ben.player)
        await #expect(throws: ServiceError.self) {
            try await home.service.links.enter(code.text, by: home.newBen.player)
        }
        await #expect(throws: ServiceError.self) { try await home.service.links.makeCode(for: home.ben.player) }
    }

    @Test("a code works once, for ten minutes, until there is a newer one, and not for who showed it")
    func codes() async throws {
        let home = try await Household()
        let links = home.service.links
        func refusal(_ code: LinkCodeText, by person: Person) async -> ErrorCode? {
            await #expect(throws: ServiceError.self) { try await links.enter(code.text, by: person.player) }?.code
        }
        let old = try await links.makeCode(for: home.ben.player).code
        let code = try await links.makeCode(for: home.ben.player).code
        #expect(await refusal(old, by: home.newBen) == .badRequest)
        #expect(await refusal(code, by: home.ben) == .notAllowed)
        #expect(try await links.enter(code.text, by: home.newBen.player) == home.ben.player)
        #expect(try await links.enter(code.text, by: home.ben.player) == home.ben.player)
        #expect(await refusal(code, by: home.chris) == .badRequest)
        let late = try await links.makeCode(for: home.ben.player).code
        home.service.time.advance(seconds: 600)
        #expect(await refusal(late, by: home.chris) == .badRequest)
    }

    @Test("of many who enter one code at once, one is linked")
    func race() async throws {
        let home = try await Household()
        let code = try await home.service.links.makeCode(for: home.ben.player).code
        let linked = await withTaskGroup(of: Bool.self) { group in
            for person in [home.amber, home.chris, home.newBen] {
                group.addTask { (try? await home.service.links.enter(code.text, by: person.player)) != nil }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(linked == 1)
    }

    @Test("a code survives how people type it")
    func typed() {
        var generator = SystemRandomNumberGenerator()
        for _ in 1...100 {
            let code = LinkCodeText.make(using: &generator)
            let sloppy = code.text.lowercased().replacing("0", with: "o").replacing("1", with: "l")
            #expect(LinkCodeText(typed: " \(sloppy.replacing("-", with: " - "))") == code)
        }
        #expect(LinkCodeText(typed: "ABCDE-FGHJ") == nil)
        #expect(LinkCodeText(typed: "ABCDE-FGHJU") == nil)
        #expect(LinkCodeText(typed: String(repeating: "-", count: 10_000)) == nil)
    }
}
