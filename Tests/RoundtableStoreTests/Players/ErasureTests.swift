import Foundation
import GameRules
import Roundtable
import TestSupport
import Testing

@Suite("Erasing a person", .database)
struct ErasureTests {
    /// Three build an ice cream, know each other by sighting, and Ben has a nickname that is nobody else's.
    private func play(_ home: Household, game: GameName = "ice-cream") async throws -> SessionID {
        let service = home.service
        let opened = try await service.open(game, by: home.amber)
        let session = opened.session.id
        try await service.show(session, to: home.ben)
        let joined = try await service.turns.submit(
            .join, in: session, basedOn: nil,
            service.request(of: home.ben, send: .now, nickname: "Benedikt", body: "join"))
        _ = try await service.open(opened.message.token, by: home.ben, from: home.amber)
        _ = try await service.open(joined.message.token, by: home.amber, from: home.ben)
        return session
    }

    @Test("nothing in the database tells of the person any more")
    func nothingLeft() async throws {
        let home = try await Household()
        let session = try await play(home)
        let service = home.service
        _ = try await service.join(session, by: home.chris)
        _ = try await service.move("Base=base01", by: home.ben, in: session, revision: 3, send: .now)
        let draft = service.request(of: home.ben, send: .draft, nickname: "Benedikt", body: "scoops")
        _ = try await service.turns.submit(
            .move(.move("Scoops=scoops01")), in: session, basedOn: 4, draft)
        _ = try await service.turns.freshMessage(of: session, service.request(of: home.ben, send: .draft))
        for mode in [SendMode.draft, .now] {
            _ = try await service.move("Scoops=scoops02", by: home.amber, in: session, revision: 4, send: mode)
        }
        _ = try await service.links.makeCode(for: home.ben.player)
        #expect(try await home.tables(with: "Benedikt").count >= 3)
        let hexadecimal = "\(home.ben.player)".replacing("-", with: "")
        #expect(try await home.tables(with: hexadecimal) == ["drafts", "events"])

        try await service.successions.erase(home.ben.player, noting: .testing)
        service.time.advance(seconds: 60)
        try await service.successions.sweep()
        #expect(try await home.tables(with: "Benedikt") == [])
        #expect(try await home.tables(with: "\(home.ben.player)") == [])
        #expect(try await home.tables(with: hexadecimal) == [])
        let called = "\(home.ben.local)".replacing("-", with: "")
        #expect(try await home.tables(with: called) == [])
        #expect(try await service.store.player(with: Household.credential(of: home.ben)) == nil)
        try await home.expectConsistency(of: session)
    }

    @Test("nor do the boards of before, which stay as they were", arguments: [true, false])
    func snapshots(erases: Bool) async throws {
        let home = try await Household()
        let service = home.service
        let id = try await service.open("deal", by: home.amber, seats: 2).session.id
        try await service.show(id, to: home.ben)
        _ = try await service.turns.submit(
            .join, in: id, basedOn: nil,
            service.request(of: home.ben, send: .now, nickname: "Benedikt", body: "join"))
        for revision in 2..<103 {
            let mover = revision.isMultiple(of: 2) ? home.amber : home.ben
            _ = try await service.move("draw", by: mover, in: id, revision: revision, send: .now)
        }
        #expect(try await home.tables(with: "Benedikt") == ["events", "sessions", "snapshots"])
        if erases {
            try await service.successions.erase(home.ben.player)
        } else {
            let code = try await service.links.makeCode(for: home.newBen.player).code
            _ = try await service.links.enter(code.text, by: home.ben.player)
        }
        service.time.advance(seconds: 60)
        try await service.successions.sweep()
        #expect(try await !home.tables(with: "\(home.ben.player)").contains("snapshots"))
        if erases { #expect(try await home.tables(with: "Benedikt") == []) }
        let stored = try #require(try await service.store.record(of: id, for: nil)).session
        let snapshot = try #require(try await service.store.snapshot(of: id, upTo: 1000))
        let replayed = try Session.replaying(
            Array(try await service.events(of: id).prefix(100)), of: stored.identity, games: .testing)
        #expect(snapshot.differences(from: replayed) == [])
    }

    @Test("of somebody who plays in many sessions, the request does a part, and the next sweep the rest")
    func manySessions() async throws {
        let home = try await Household()
        let count = SuccessionService.stepsOfRequest + 2
        for _ in 0..<count {
            let id = try await home.service.open("ice-cream", by: home.amber).session.id
            try await home.service.show(id, to: home.ben)
            _ = try await home.service.turns.submit(
                .join, in: id, basedOn: nil,
                home.service.request(of: home.ben, send: .now, nickname: "Benedikt", body: "join"))
        }
        try await home.service.successions.erase(home.ben.player)
        let filter = SessionQuery(limit: 100)
        let left = try await home.service.store.sessions(of: home.ben.player, filter).sessions.count
        #expect(left > 0 && left < count)
        home.service.time.advance(seconds: 60)
        try await home.service.successions.sweep()
        for text in ["Benedikt", "\(home.ben.player)"] { #expect(try await home.tables(with: text) == []) }
    }

    @Test(
        "on a slow machine, too, no seat is the player's any more when the request is answered",
        arguments: [true, false])
    func slowMachine(erases: Bool) async throws {
        let home = try await Household()
        let service = home.service
        var sessions: [SessionID] = []
        for _ in 0..<3 { sessions.append(try await play(home)) }
        let code = try await service.links.makeCode(for: home.newBen.player).code
        service.time.setPace(seconds: 5)
        if erases {
            try await service.successions.erase(home.ben.player)
        } else {
            _ = try await service.links.enter(code.text, by: home.ben.player)
        }
        service.time.setPace(seconds: 0)
        for session in sessions {
            let seat = try await service.view(of: session, for: erases ? home.amber : home.newBen).seats[1]
            #expect(erases ? seat.attribution == "Player 2" : seat.you)
        }
    }

    @Test("the seat is nobody's, old texts name a seat, and the others play on")
    func othersGoOn() async throws {
        let home = try await Household()
        let service = home.service
        let session = try await play(home)
        _ = try await service.join(session, by: home.chris)
        try await service.successions.erase(home.ben.player)
        let seat = try await service.view(of: session, for: home.amber).seats[1]
        #expect(seat.state == .gone)
        #expect(seat.participant == nil)
        #expect(seat.nickname == nil)
        #expect(seat.attribution == "Player 2")
        let summaries = try await service.sessions.events(
            of: session, after: 0, limit: 10, for: Asker(player: home.amber.player, local: home.amber.local),
            languages: []
        ).events.map(\.summaryText)
        #expect(summaries[1] == "Player 2 joined the game")
        #expect(summaries.last == "Player 2 left the game")
        let next = try await service.move("Base=base01", by: home.chris, in: session, revision: 4, send: .now)
        #expect(next.session.revision == 5)
        try await home.expectConsistency(of: session)
    }

    @Test("a contest that needs two is the other's; a game that was over stays as it was")
    func contest() async throws {
        let home = try await Household()
        let session = try await play(home, game: "tic-tac-toe")
        try await home.service.successions.erase(home.ben.player)
        let over = try await home.service.view(of: session, for: home.amber)
        #expect(over.outcome == .init(kind: .won, winners: [0]))
        try await home.service.successions.erase(home.amber.player)
        let stored = try #require(try await home.service.store.record(of: session, for: nil)).session
        #expect(stored.revision == over.revision)
        #expect(try await home.tables(with: "\(home.amber.player)") == ["successions"])
        try await home.expectConsistency(of: session)
    }

    @Test("a repeated answer names the person no more, and their bubble teaches nobody")
    func composedTexts() async throws {
        let home = try await Household()
        let service = home.service
        let session = try await play(home)
        let bens = try await service.move("Base=base01", by: home.ben, in: session, revision: 2, send: .now)
        _ = try await service.open(bens.message.token, by: home.amber, from: home.ben)
        let key = "again"
        let called = "\(home.amber.calls(home.ben))"
        _ = try await service.turns.freshMessage(
            of: session, service.request(of: home.amber, send: .draft, key: key))
        try await service.successions.erase(home.ben.player)
        let again = try await service.turns.freshMessage(
            of: session, service.request(of: home.amber, send: .draft, key: key))
        #expect(again.layout.caption?.contains(called) == false)
        _ = try await service.open(bens.message.token, by: home.amber, from: home.ben)
        let asker = Asker(player: home.amber.player, local: home.amber.local)
        let device = try #require(try await service.store.record(of: session, for: asker)?.device)
        #expect(device.aliases.participants == [])
    }

    @Test("an opening that was never sent, and a draft that was not, come to nothing")
    func drafts() async throws {
        let home = try await Household()
        let service = home.service
        let opening = try await service.open(
            "ice-cream", by: home.ben, request: service.request(of: home.ben, send: .draft))
        try await service.successions.erase(home.ben.player)
        let opened = try await service.open(opening.message.token, by: home.amber, from: home.ben)
        #expect(opened.status == .overtaken)
        #expect(opened.session.state == .draft)
    }

    @Test(
        "whoever has reclaimed a seat, and whoever had it before, can be erased or linked, and the events rebuild it",
        arguments: [0, 1, 2, 3])
    func afterReclaim(whoAndHow: Int) async throws {
        let home = try await Household()
        let service = home.service
        let session = try await play(home)
        let operations = service.operations
        _ = try await operations.rebind(1, of: session, to: home.newBen.player, noting: .testing)
        #expect(try await service.view(of: session, for: home.amber).seats[1].nickname == "Benedikt")
        switch whoAndHow {
        case 0: try await service.successions.erase(home.ben.player)
        case 1: try await service.successions.erase(home.newBen.player)
        case 2:
            let code = try await service.links.makeCode(for: home.ben.player).code
            _ = try await service.links.enter(code.text, by: home.newBen.player)
        default:
            let code = try await service.links.makeCode(for: home.newBen.player).code
            _ = try await service.links.enter(code.text, by: home.ben.player)
        }
        try await home.expectConsistency(of: session)
        _ = try await service.move("Base=base01", by: home.amber, in: session, revision: 3, send: .now)
        if whoAndHow < 2 {
            for person in [home.ben, home.newBen] { try await service.successions.erase(person.player) }
            service.time.advance(seconds: 60)
            try await service.successions.sweep()
            #expect(try await home.tables(with: "Benedikt") == [])
        }
        try await home.expectConsistency(of: session)
    }
}
