import GameRules
import Roundtable
import RoundtableModel
import RoundtableStore
import TestSupport
import Testing

@Suite("A game whose rules are at fault", .database)
struct BadRulesTests {
    private let amber = Person.group(of: 1)[0]

    /// Plays on a service that has a bad game beside the good ones.
    private func playing(
        _ name: GameName, timeout: Int? = nil, _ body: (TestService, SessionID) async throws -> Void
    ) async throws {
        let games = GameLibrary.testing.adding([BadGame(name: name)])
        try await TestDatabase.current.withStore(of: games) { store in
            let service = try TestService(store: store, games: games)
            try await body(service, try await service.open(name, by: amber, timeout: timeout).session.id)
        }
    }

    private func refusal(_ body: () async throws -> Void) async -> ServiceError? {
        do {
            try await body()
            return nil
        } catch {
            return error as? ServiceError
        }
    }

    @Test(
        "can't store a position or texts that are too large or no JSON, nor media without https, as a turn or as a draft",
        arguments: ["grow state", "grow texts", "unkeepable", "insecure"])
    func positions(move: String) async throws {
        try await playing("hoarder") { service, id in
            for send in [SendMode.now, .draft] {
                let refused = await refusal {
                    _ = try await service.move(move, by: amber, in: id, revision: 1, send: send)
                }
                #expect(refused?.code == .internal)
                #expect(refused?.underlying is RulesFailure)
            }
            let fine = try await service.move("fine", by: amber, in: id, revision: 1, send: .now)
            #expect(fine.session.revision == 2)
        }
    }

    @Test(
        "can't show a board that is too large or no JSON, nor endless moves",
        arguments: ["grow board", "not a number", "grow moves"])
    func boards(move: String) async throws {
        try await playing("babbler") { service, id in
            let refused = await refusal {
                _ = try await service.move(move, by: amber, in: id, revision: 1, send: .now)
            }
            #expect(refused?.code == .internal)
            #expect(await refusal { _ = try await service.view(of: id, for: amber) }?.code == refused?.code)
        }
    }

    @Test("can't draw a picture that is too large")
    func pictures() async throws {
        try await playing("painter") { service, id in
            let token = try await service.move("grow picture", by: amber, in: id, revision: 1, send: .now).message.token
            let pictures = PublicMessageService(context: service.context, store: service.store)
            #expect(await refusal { _ = try await pictures.picture(token) }?.underlying is RulesFailure)
        }
    }

    @Test("is left alone for a while after it took too long, and nothing of that counts; others go on")
    func slowness() async throws {
        try await playing("loiterer") { service, id in
            for move in ["loiter", "fine"] {
                let refused = await refusal {
                    _ = try await service.move(move, by: amber, in: id, revision: 1, send: .now)
                }
                #expect(refused?.code == .unavailable && refused?.retryAfter == 60)
            }
            let (bad, good) = (try await service.session(id), try await service.open("chess", by: amber).session)
            #expect(bad.revision == 1 && good.revision == 1)
        }
    }

    @Test("is left alone after it took too long to begin, or to show a move that is past")
    func slownessElsewhere() async throws {
        try await playing("straggler") { service, id in
            _ = try await service.move("loiter when shown", by: amber, in: id, revision: 1, send: .now)
            let asker = Asker(player: amber.player, local: amber.local)
            let refused = await refusal {
                _ = try await service.sessions.events(of: id, after: 0, limit: 10, for: asker, languages: [])
            }
            #expect(refused?.code == .unavailable && refused?.retryAfter == 60)
        }
        let games = GameLibrary.testing.adding([BadGame(name: "sluggard", loitersAtSetUp: true)])
        try await TestDatabase.current.withStore(of: games) { store in
            let service = try TestService(store: store, games: games)
            let refused = await refusal { _ = try await service.open("sluggard", by: amber) }
            #expect(refused?.code == .unavailable)
        }
    }

    @Test("that is left alone keeps no other game's deadline waiting, and is noted")
    func sweeps() async throws {
        try await playing("dawdler", timeout: 1) { service, id in
            _ = await refusal { _ = try await service.move("loiter", by: amber, in: id, revision: 1, send: .now) }
            service.time.advance(seconds: 1)
            let other = try await service.open("tic-tac-toe", by: amber, timeout: 1).session.id
            _ = try await service.join(other, by: Person.group(of: 2)[1])
            service.time.advance(seconds: 5)
            let deadlines = DeadlineService(context: service.context, store: service.store, changes: service.changes)
            try await deadlines.sweep()
            #expect(try await service.session(other).phase == .finished)
            #expect(try await service.store.faults(nil, limit: 10).map(\.session) == [id])
        }
    }

    @Test("goes on once the while is over; as long as it is at work it is overdue")
    func watch() throws {
        let watch = RulesWatch(limit: .milliseconds(1), pause: .milliseconds(20))
        let (game, other) = (GameName(rawValue: "slow"), GameName(rawValue: "quick"))
        let late: Void? = try? watch.run(game) {
            while watch.overdue().isEmpty {}
            #expect(watch.overdue().map(\.game) == [game])
            #expect((try? watch.run(game) { 7 }) == nil)
            #expect((try? watch.run(other) { 7 }) == 7)
        }
        #expect(late == nil)
        #expect(watch.overdue().isEmpty)
        var answer: Int?
        while answer == nil { answer = try? watch.run(game) { 8 } }
        #expect(answer == 8)
    }
}
