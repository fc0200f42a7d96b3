import Digests
import GameRules
import Roundtable
import RoundtableModel
import TestSupport
import Testing

@Suite("Games that deal and reveal", .database)
struct RevealingTests {
    let service: TestService
    let people = Person.group(of: 3)

    init() throws { service = try TestService() }

    @Test("the last one to join starts the game, whose cards only their holders see")
    func lastJoinDeals() async throws {
        let id = try await service.open("deal", by: people[0], seats: 2).session.id
        #expect(try await service.view(of: id, for: people[0]).state == .waiting)
        let joined = try await service.join(id, by: people[1])
        #expect(joined.session.state == .active)
        #expect((try await service.session(id)).newest?.details.started == true)
        let boards = try await [0, 1].asyncMap { try await service.view(of: id, for: people[$0]).board.description }
        #expect(Set(boards).count == 2)
        #expect(boards.allSatisfy { $0.contains("hand") })
        _ = try await service.open(joined.message.token, by: people[2], from: people[1])
        #expect(try await !service.view(of: id, for: people[2]).board.description.contains("hand"))
    }

    @Test("the draft of the last join shows no card before it counts")
    func draftOfLastJoin() async throws {
        let id = try await service.open("deal", by: people[0], seats: 2).session.id
        let draft = try await service.join(id, by: people[1], send: .draft)
        #expect(draft.session.state == .waiting)
        #expect(draft.session.board.description == #"{"dealt":0}"#)
        let sent = try await service.sent(draft.message.token, by: people[1])
        #expect(sent.session.state == .active)
    }

    @Test("a move that reveals something counts at once, and cancelling it only marks it unsent")
    func revealingCommits() async throws {
        let id = try await service.open("deal", by: people[0], seats: 2).session.id
        _ = try await service.join(id, by: people[1])
        let drawn = try await service.move("draw", by: people[0], in: id, revision: 2)
        #expect(!drawn.draft)
        #expect(drawn.session.revision == 3)
        await #expect(throws: ServiceError.self) { try await service.cancel(drawn.message.token, by: people[0]) }
        #expect(try await service.view(of: id, for: people[0]).unsent)
        let passed = try await service.move("pass", by: people[1], in: id, revision: 3)
        #expect(passed.draft)
    }

    @Test("a cancelled draft can't re-roll: the same revision has the same chance")
    func noReroll() async throws {
        let id = try await service.open("deal", by: people[0], seats: 2).session.id
        let join = try await service.join(id, by: people[1], send: .draft)
        try await service.cancel(join.message.token, by: people[1])
        let again = try await service.join(id, by: people[1])
        let events = try await service.events(of: id)
        let session = try await service.session(again.session.id)
        #expect(try Session.replaying(events, of: session.identity, games: .testing).agrees(with: session))
    }

    @Test("a move of the past is shown only as far as its reader may see it")
    func hiddenMove() async throws {
        let id = try await service.open("deal", by: people[0], seats: 2).session.id
        _ = try await service.join(id, by: people[1])
        _ = try await service.move("pass", by: people[0], in: id, revision: 2, send: .now)
        func move(for person: Person) async throws -> GameJSON? {
            let asker = Asker(player: person.player, local: person.local)
            return try await service.sessions.events(of: id, after: 2, limit: 10, for: asker, languages: [])
                .events.first?.move
        }
        #expect(try await move(for: people[0]) == .move("pass"))
        #expect(try await move(for: people[1]) == nil)
    }

    @Test("a game of chance promises its seed when it starts, and discloses it when it is over, not before")
    func promise() async throws {
        let id = try await service.open("deal", by: people[0], seats: 2).session.id
        let joined = try await service.join(id, by: people[1])
        func page(_ token: MessageToken) async throws -> PublicPage {
            let pages = service.publicMessages
            return try await pages.page(token, at: nil, in: try await pages.record(of: token), languages: [])
        }
        func shown() async throws -> [EventView] {
            try await service.sessions.events(
                of: id, after: 0, limit: 100, for: Asker(player: people[0].player, local: nil), languages: []
            ).events
        }
        let promise = try #require(try await shown()[1].seedHash)
        #expect(promise.count == 64)
        let begun = try await shown()
        #expect(begun[0].seedHash == nil && begun.allSatisfy { $0.seed == nil })
        #expect(try await page(joined.message.token).seed == nil)
        let won = try await service.move("finish", by: people[0], in: id, revision: 2, send: .now)
        let seed = try #require(try await shown()[2].seed)
        let bytes = stride(from: 0, to: 64, by: 2).compactMap { UInt8(seed.dropFirst($0).prefix(2), radix: 16) }
        #expect(SHA256.hash(bytes).hexadecimal == promise)
        let kept = try await shown()[1]
        #expect(kept.seedHash == promise && kept.seed == nil)
        #expect(try await page(won.message.token).seed == seed)
        let calm = try await service.open("tic-tac-toe", by: people[0]).session.id
        let events = try await service.sessions.events(
            of: calm, after: 0, limit: 100, for: Asker(player: people[0].player, local: nil), languages: [])
        #expect(events.events.allSatisfy { $0.seedHash == nil && $0.seed == nil })
    }
}

extension Sequence {
    /// The results of an asynchronous step for each element, one after the other.
    func asyncMap<Output>(_ transform: (Element) async throws -> Output) async rethrows -> [Output] {
        var results: [Output] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
