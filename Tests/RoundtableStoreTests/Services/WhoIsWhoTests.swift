import Foundation
import GameRules
import Roundtable
import RoundtableStore
import TestSupport
import Testing

@Suite("Who is who, as devices learn it", .database)
struct WhoIsWhoTests {
    let service: TestService
    let amber: Person
    let ben: Person
    let chris: Person
    let opened: TurnAnswer
    var session: SessionID { opened.session.id }

    init() async throws {
        service = try TestService()
        let people = Person.group(of: 3)
        (amber, ben, chris) = (people[0], people[1], people[2])
        let request = service.request(of: amber, send: .now, nickname: "Amber")
        opened = try await service.open("ice-cream", by: amber, seats: 4, request: request)
    }

    @Test("a tapped message teaches the device its sender, for texts and views of that device only")
    func sighting() async throws {
        let seen = try await service.open(opened.message.token, by: ben, from: amber)
        #expect(seen.session.seats[0].participant == ben.calls(amber))
        #expect(seen.session.seats[0].attribution == "$\(ben.calls(amber))")
        #expect(seen.hint == nil)
        let unsighted = try await service.open(opened.message.token, by: chris, from: nil)
        #expect(unsighted.session.seats[0].participant == nil)
        #expect(unsighted.session.seats[0].attribution == "Amber")
    }

    @Test("a turn names people as its device learned elsewhere, on an instance that has never seen the device")
    func learnedElsewhere() async throws {
        let database = try TestDatabase.current
        let store = try PostgresStore.ofTests(over: database.pool, database.configuration)
        let elsewhere = try TestService(store: store)
        _ = try await elsewhere.view(of: session, for: amber)
        _ = try await service.open(opened.message.token, by: ben, from: amber)
        let joined = try await elsewhere.join(session, by: ben)
        #expect(joined.session.seats[0].participant == ben.calls(amber))
        let device = try await service.store.record(of: session, for: ben.asker)?.device
        #expect(device?.aliases.alias(of: ben.calls(amber))?.player == amber.player)
    }

    @Test("a turn keeps its device in the same moment")
    func keptWithTurn() async throws {
        _ = try await service.join(session, by: ben)
        let device = try #require(try await service.store.record(of: session, for: ben.asker)?.device)
        #expect(device.conversation == ben.conversation)
        let first = Device(player: ben.player, conversation: ben.conversation).kept(at: service.time.now)
        #expect(device.version == first.version)
        _ = try await service.move("Base=base01", by: chris, in: session, revision: 2)
        let drafting = try #require(try await service.store.record(of: session, for: chris.asker)?.device)
        #expect(drafting.conversation == chris.conversation)
    }

    @Test("a device that reports all its bubbles at once learns from every one of them")
    func sightingsAtOnce() async throws {
        let people = Person.group(of: 8)
        let first = try await service.open("ice-cream", by: people[0], seats: 8)
        let id = first.session.id
        var tokens = [first.message.token]
        for person in people[1..<7] { tokens.append(try await service.join(id, by: person).message.token) }
        let reader = people[7]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (token, sender) in zip(tokens, people) {
                group.addTask { _ = try await service.open(token, by: reader, from: sender) }
            }
            try await group.waitForAll()
        }
        let seats = try await service.view(of: id, for: reader).seats
        #expect(seats.prefix(7).map(\.participant) == people.prefix(7).map { reader.calls($0) })
    }

    @Test("after a reinstall the identifiers are learned anew; the player is the same")
    func reinstalled() async throws {
        _ = try await service.join(session, by: ben)
        _ = try await service.open(opened.message.token, by: ben, from: amber)
        let view = try await service.view(of: session, for: ben.onAnotherDevice)
        #expect(view.you == 1)
        #expect(view.seats[0].participant == nil)
        let again = try await service.open(
            opened.message.token, by: ben.onAnotherDevice, from: amber)
        #expect(again.session.seats[0].participant == ben.onAnotherDevice.calls(amber))
    }

    @Test("a message of another player that was sent from here hints at another device of this person")
    func hint() async throws {
        let seen = try await service.open(opened.message.token, by: ben, from: ben)
        #expect(seen.hint == .sentByYou)
        #expect(seen.session.seats[0].participant == nil)
    }

    @Test("somebody who puts another's bubble back makes the device doubt, until a newer message settles it")
    func putBack() async throws {
        let bens = try await service.move("Base=base01", by: ben, in: session, revision: 1, send: .now).message
        _ = try await service.open(opened.message.token, by: chris, from: amber)
        #expect(
            try await service.open(bens.token, by: chris, from: amber).session.seats[1].participant == nil)
        #expect(try await service.view(of: session, for: chris).seats[0].participant == nil)
        let next = try await service.move("Scoops=scoops01", by: amber, in: session, revision: 2, send: .now).message
        let settled = try await service.open(next.token, by: chris, from: amber)
        #expect(settled.session.seats[0].participant == chris.calls(amber))
    }

    @Test("a fresh message speaks for who sends it, not for who made the event")
    func freshMessage() async throws {
        _ = try await service.join(session, by: ben)
        let fresh = try await service.turns.freshMessage(of: session, service.request(of: amber, send: .now))
        let seen = try await service.open(fresh.token, by: chris, from: amber)
        #expect(seen.session.seats[0].participant == chris.calls(amber))
        #expect(seen.session.seats[1].participant == nil)
        #expect(seen.status == .latest)
    }

    @Test("a bystander is never seated by looking, and may read from then on")
    func bystander() async throws {
        let refusal = await #expect(throws: ServiceError.self) { try await service.view(of: session, for: chris) }
        #expect(refusal?.code == .notFound)
        let seen = try await service.open(opened.message.token, by: chris, from: amber)
        #expect(seen.session.you == nil)
        #expect(try await service.session(session).seating.seats(of: chris.player) == [])
    }

    @Test("the view hands out no token but one's own")
    func noForeignToken() async throws {
        let token = opened.message.token
        let own = try await service.view(of: session, for: amber)
        #expect(own.message?.token == token)
        let seen = try await service.open(token, by: ben, from: amber)
        #expect(seen.session.message?.token == nil && seen.session.message?.url == nil)
        let picture = try #require(seen.session.message?.layout.image).absoluteString
        #expect(!picture.contains(token.rawValue))
        let taken = String(try #require(picture.split(separator: "/").last).dropLast(4))
        await #expect(throws: ServiceError.self) {
            try await service.open(MessageToken(rawValue: taken), by: ben, from: nil)
        }
    }

    @Test("a nickname counts once its event does")
    func nickname() async throws {
        let request = service.request(of: ben, send: .draft, nickname: "Ben")
        try await service.show(session, to: ben)
        let draft = try await service.turns.submit(.join, in: session, basedOn: nil, request)
        #expect(try await service.view(of: session, for: amber).seats[1].nickname == nil)
        _ = try await service.sent(draft.message.token, by: ben)
        #expect(try await service.view(of: session, for: amber).seats[1].nickname == "Ben")
    }

    @Test("a forged token, or one of another service, names nothing")
    func forged() async throws {
        for text in ["", "nonsense", String(opened.message.token.rawValue.dropLast()) + "A"]
        where text != opened.message.token.rawValue {
            let token = MessageToken(rawValue: text)
            let refusal = await #expect(throws: ServiceError.self) {
                try await service.open(token, by: ben, from: amber)
            }
            #expect(refusal?.code == .notFound)
        }
    }

    @Test("of two who claim the last seat at once one has it; the other is told, and so is whoever opens that bubble")
    func lastSeat() async throws {
        let people = Person.group(of: 4)
        let session = try await service.open("tic-tac-toe", by: people[0]).session.id
        let drafts = try await [people[1], people[2]].asyncMap { person in
            try await service.join(session, by: person, send: .draft).message.token
        }
        #expect(try await service.view(of: session, for: people[0]).seats[1].state == .open)
        let codes = await withTaskGroup(of: ErrorCode?.self) { group in
            for person in [people[1], people[2]] {
                group.addTask { [service] in
                    do throws(ServiceError) {
                        _ = try await service.join(session, by: person)
                        return nil
                    } catch {
                        return error.code
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(codes) == [nil, .noOpenSeat])
        for token in drafts {
            let opened = try await service.open(token, by: people[3], from: people[1])
            #expect(opened.status == .overtaken)
            #expect(opened.session.seats[1].state == .taken)
        }
    }

    @Test("an old event is told with the player who made it, whoever has the seat now")
    func oldEvents() async throws {
        func join(_ person: Person, as nickname: String) async throws {
            try await service.show(session, to: person)
            _ = try await service.turns.submit(
                .join, in: session, basedOn: nil,
                service.request(of: person, send: .now, nickname: nickname, body: "join"))
        }
        let people = Person.group(of: 4)
        let session = try await service.open("deal", by: people[0], seats: 3).session.id
        try await join(people[1], as: "Ben")
        _ = try await service.turns.submit(
            .leave, in: session, basedOn: 2, service.request(of: people[1], send: .now, body: "leave"))
        try await join(people[2], as: "Chris")
        let list = try await service.sessions.events(
            of: session, after: 0, limit: 10, for: Asker(player: people[0].player, local: nil), languages: [])
        #expect(
            list.events.dropFirst().map(\.summaryText) == [
                "Ben joined the game", "Ben left the game", "Chris joined the game",
            ])
    }
}

extension Sequence where Self: Sendable, Element: Sendable {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async throws -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
