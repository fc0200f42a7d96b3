import Foundation
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
            let service = try TestService(store: store, games: games, watch: store.watch)
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
        arguments: ["grow state", "grow texts", "grow label", "unkeepable", "insecure"])
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
            let pictures = service.publicMessages
            #expect(await refusal { _ = try await pictures.picture(token) }?.underlying is RulesFailure)
        }
    }

    @Test("is suspended in one session after it worked too long there, and nothing of that counts; others go on")
    func slowness() async throws {
        try await playing("loiterer") { service, id in
            let other = try await service.open("loiterer", by: amber).session.id
            for move in ["loiter", "fine"] {
                let refused = await refusal {
                    _ = try await service.move(move, by: amber, in: id, revision: 1, send: .now)
                }
                // NB: suspended for a minute, of which a busy machine may have taken some.
                #expect(refused?.code == .unavailable && (1...60).contains(refused?.retryAfter ?? 0))
                #expect(refused?.reason == "slow_session")
            }
            let fine = try await service.move("fine", by: amber, in: other, revision: 1, send: .now)
            #expect(fine.session.revision == 2)
            #expect(try await service.session(id).revision == 1)
        }
    }

    @Test("is played on by everybody but the player who made several sessions of it slow")
    func slowPlayer() async throws {
        try await playing("dallier") { service, first in
            let guest = Person.group(of: 2)[1]
            for number in 0..<3 {
                let id = number == 0 ? first : try await service.open("dallier", by: amber).session.id
                _ = await refusal { _ = try await service.move("loiter", by: amber, in: id, revision: 1, send: .now) }
            }
            let refused = await refusal { _ = try await service.open("dallier", by: amber) }
            #expect(refused?.reason == "slow_player")
            #expect(try await service.open("dallier", by: guest).session.revision == 1)
            #expect(try await service.open("chess", by: amber).session.revision == 1)
        }
    }

    @Test("that stands still, as in a machine that is stopped, is not at fault")
    func standstill() async throws {
        try await playing("waiter") { service, id in
            let waited = try await service.move("wait", by: amber, in: id, revision: 1, send: .now)
            #expect(waited.session.revision == 2)
        }
    }

    @Test("is suspended after it took too long to begin, or to show a move that is past")
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
            let service = try TestService(store: store, games: games, watch: store.watch)
            let refused = await refusal { _ = try await service.open("sluggard", by: amber) }
            #expect(refused?.code == .unavailable)
        }
    }

    @Test("whose rules never returned is suspended in the programs that come, until its time is over")
    func suspensions() async throws {
        let (store, now) = (try TestDatabase.current.store, Date.testing)
        let suspension = SuspendedSession(subject: .numbered(1), end: now.adding(seconds: 600))
        try await store.note(suspension, at: now)
        try await store.note(suspension, at: now)
        #expect(try await store.suspensions(at: now) == [suspension])
        #expect(try await store.suspensions(at: now.adding(seconds: 600)).isEmpty)
    }

    @Test("that is suspended keeps no other game's deadline waiting, and is noted")
    func sweeps() async throws {
        try await playing("dawdler", timeout: 1) { service, id in
            _ = await refusal { _ = try await service.move("loiter", by: amber, in: id, revision: 1, send: .now) }
            service.time.advance(seconds: 1)
            let other = try await service.open("tic-tac-toe", by: amber, timeout: 1).session.id
            _ = try await service.join(other, by: Person.group(of: 2)[1])
            service.time.advance(seconds: 5)
            let deadlines = service.deadlines
            try await deadlines.sweep()
            #expect(try await service.session(other).phase == .finished)
            #expect(try await service.store.faults(nil, limit: 10).map(\.session) == [id])
        }
    }
}
