import Foundation
import RoundtableClient
import RoundtableMessages
import RoundtableModel
import Testing

@Suite("A game without a bubble")
@MainActor
struct SessionTests {
    private let view = (path: Sample.id, status: 200, body: Sample.view())
    private let turn = (path: "/turns", status: 201, body: Sample.turn())

    private func open(_ table: GameTable) async throws {
        table.game.willBecomeActive(nil, in: table.host)
        table.game.open(try #require(SessionID(rawValue: Sample.id)))
        #expect(table.game.state == .opening)
        await table.game.settle()
    }

    @Test("is shown by its ID, and a move in it is staged")
    func shown() async throws {
        let table = GameTable([view, turn])
        try await open(table)
        #expect(table.game.state.game?.view.revision == 7)
        #expect(await table.service.reads.first?.headers["Participant"] == Sample.people.local.description)
        await table.play()
        #expect(table.host.inserted.map(\.message.token) == [Sample.token])
        table.game.end()
    }

    @Test("is animated from where the person has seen it last, and not at all if never")
    func missed() async throws {
        let events = (path: "/events", status: 200, body: #"{"events": [\#(Sample.event(7))], "next": null}"#)
        let storage = TestStorage()
        let first = GameTable([view, events], storage: storage)
        try await open(first)
        #expect(first.game.state.game?.missed.isEmpty == true)
        first.game.didShow(6)
        first.game.end()
        let again = GameTable([view, events], storage: storage)
        try await open(again)
        #expect(again.game.state.game?.missed.map(\.revision) == [7])
        again.game.end()
    }

    @Test("takes up a move that could not be staged")
    func pending() async throws {
        let storage = TestStorage()
        let first = GameTable([view], storage: storage)
        try await open(first)
        await first.play()
        #expect(first.game.state.explanation?.kind == .waiting)
        first.game.end()
        let second = GameTable([view, turn], storage: storage)
        try await open(second)
        #expect(second.host.inserted.count == 1)
        second.game.end()
    }

    @Test("that can't be read now is read when the person tries again")
    func offline() async throws {
        let table = GameTable([])
        try await open(table)
        #expect(table.game.state.explanation?.kind == .offline)
        await table.service.answer(Sample.id, Sample.view())
        table.game.retry()
        await table.game.settle()
        #expect(table.game.state.game?.view.revision == 7 && table.game.state.explanation == nil)
        table.game.end()
    }

    @Test("that is none of the player's is explained once")
    func foreign() async throws {
        let table = GameTable([(path: Sample.id, status: 404, body: Sample.problem("not_found", status: 404))])
        try await open(table)
        #expect(table.game.state.explanation?.kind == .refused(.notFound))
        table.game.retry()
        await table.game.settle()
        #expect(table.game.state == .empty)
        #expect(await table.service.requests.count == 1)
        table.game.end()
    }

    @Test("gives way to a bubble that is tapped")
    func bubble() async throws {
        let other = Sample.opened(revision: 9).replacing(Sample.id, with: "5e550000-0000-4000-8000-000000000002")
        let table = GameTable([view, (path: "/open", status: 200, body: other)])
        try await open(table)
        table.game.didSelect(IncomingBubble(token: Sample.token))
        #expect(table.game.state == .opening)
        await table.game.settle()
        #expect(table.game.state.game?.view.revision == 9)
        table.game.end()
    }

    @Test("is on the list of a player; who is none yet has no list, and is not made a player for it")
    func listed() async throws {
        let line = """
            {"id": "\(Sample.id)", "game": "chess", "revision": 7, "state": "active", "yourTurn": true,
             "summaryText": "s", "updatedAt": "2030-01-01T00:00:00Z", "others": []}
            """
        let list = (path: "/me/sessions", status: 200, body: #"{"sessions": [\#(line)], "next": null}"#)
        let table = GameTable([list])
        let filter = SessionFilter(state: .active)
        let sessions = try await table.game.sessions(filter).sessions
        #expect(sessions.map(\.id.rawValue) == [Sample.id])
        #expect(await table.service.requests.first?.url.query == "state=active")
        let newcomer = GameTable([list], vault: TestVault(nil))
        #expect(try await newcomer.game.sessions().sessions.isEmpty)
        #expect(await newcomer.service.requests.isEmpty)
    }
}
