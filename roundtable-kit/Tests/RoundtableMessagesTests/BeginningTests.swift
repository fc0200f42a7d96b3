import Foundation
import RoundtableClient
import RoundtableMessages
import RoundtableModel
import Testing

@Suite("A game that is begun")
@MainActor
struct BeginningTests {
    private let begun = (path: "/sessions", status: 201, body: Sample.turn())

    private func request(of table: GameTable) async throws -> NewSession {
        let request = try #require(await table.service.requests.first { $0.url.path.hasSuffix("/sessions") })
        return try NewSession(json: Array(request.body ?? Data()))
    }

    @Test("has the people, the nickname and the language of the extension")
    func usual() async throws {
        let table = GameTable([begun], nickname: "Amber")
        table.game.willBecomeActive(nil, in: table.host)
        table.game.begin("chess")
        await table.game.settle()
        let usual = NewSession(
            game: "chess", conversation: Sample.people, nickname: "Amber", locale: "de", live: false)
        #expect(try await request(of: table) == usual)
        #expect(table.host.inserted.count == 1)
        table.game.end()
    }

    @Test("has every option of the contract")
    func options() async throws {
        let table = GameTable([begun])
        table.game.willBecomeActive(nil, in: table.host)
        table.game.begin("chess", options: ["seats": 2], move: "e2e4", live: true, send: .now) {
            $0.nickname = "Amber"
            $0.locale = "pl"
            $0.clock = ClockSettings(turnSeconds: 86_400, bankSeconds: 3600, atEnd: .forfeit)
        }
        await table.game.settle()
        let asked = NewSession(
            game: "chess", options: ["seats": 2], move: "e2e4", conversation: Sample.people, nickname: "Amber",
            locale: "pl", send: .now, live: true,
            clock: ClockSettings(turnSeconds: 86_400, bankSeconds: 3600, atEnd: .forfeit))
        #expect(try await request(of: table) == asked)
        table.game.end()
    }

    @Test("takes the place of the game on screen")
    func another() async throws {
        let old = Sample.opened(revision: 20).replacing(Sample.id, with: "5e550000-0000-4000-8000-000000000002")
        let table = GameTable([(path: "/open", status: 200, body: old), begun])
        await table.open()
        #expect(table.game.state.game?.view.revision == 20)
        table.game.begin("tic-tac-toe")
        await table.game.settle()
        #expect(table.game.state.game?.view.id.rawValue == Sample.id)
        guard case .staged = table.game.state else {
            Issue.record("\(table.game.state)")
            return
        }
        table.game.end()
    }

    @Test("may be offered a draw")
    func offered() async throws {
        let table = GameTable([
            (path: "/open", status: 200, body: Sample.opened()), (path: "/actions", status: 201, body: Sample.turn()),
        ])
        await table.open()
        table.game.act(.offer, kind: .draw)
        await table.game.settle()
        let request = try #require(await table.service.requests.first { $0.url.path.hasSuffix("/actions") })
        let action = try ActionRequest(json: Array(request.body ?? Data()))
        #expect(action.action == .offer && action.kind == .draw && action.revision == 7)
        table.game.end()
    }
}
