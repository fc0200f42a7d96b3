import Foundation
import RoundtableClient
import RoundtableMessages
import RoundtableModel
import RoundtableTestTools
import Testing

@Suite("Games of one extension that show one session", .timeLimit(.minutes(5)))
@MainActor
struct FollowingTests {
    private let service = TestService([
        (path: "/open", status: 200, body: Sample.opened()), (path: Sample.id, status: 200, body: Sample.view()),
    ])
    private let hosts = [TestHost(), TestHost(), TestHost()]

    /// The open app and two live bubbles, all of which show the session.
    private func begin() async throws -> [MessagesGame] {
        let owner = MessagesExtension(.test(service))
        let games = hosts.map { _ in MessagesGame(in: owner) }
        for (index, game) in games.enumerated() {
            hosts[index].style = index > 0 ? .transcript : .expanded
            game.willBecomeActive(IncomingBubble(token: Sample.token), in: hosts[index])
            await game.settle()
        }
        try await service.untilHeld(1)
        return games
    }

    private func change(to revision: Int) async {
        await service.answer(Sample.id, Sample.view(revision: revision))
        await service.release()
    }

    private func shows(_ revision: Int, _ game: MessagesGame) async {
        for await state in game.states() where state.game?.view.revision == revision { return }
    }

    @Test("share one held read, and all show what it brings")
    func shared() async throws {
        let games = try await begin()
        for revision in 8...9 {
            await change(to: revision)
            for game in games { await shows(revision, game) }
            try await service.untilHeld(1)
        }
        #expect(await service.mostHeld == 1)
        let reads = await service.requests.filter { $0.url.path.hasSuffix(Sample.id) }
        #expect(reads.map(\.url.query) == [nil, "wait=25", "wait=25", "wait=25"])
        for game in games { game.end() }
    }

    @Test("don't mind if one of them goes away, whether it says so or not; the last one ends the reading")
    func gone() async throws {
        var games = try await begin()
        games[0].willResignActive()
        games.removeLast()
        await change(to: 8)
        await shows(8, games[1])
        try await service.untilHeld(1)
        #expect(games[0].state.game?.view.revision == 7)
        games[1].willResignActive()
        try await service.untilHeld(0)
        #expect(await service.mostHeld == 1)
    }

    @Test("go back with the service, and see again what happens anew")
    func restored() async throws {
        let games = try await begin()
        games[0].didShow(7)
        for revision in [3, 4] {
            await change(to: revision)
            for game in games { await shows(revision, game) }
            try await service.untilHeld(1)
        }
        for game in games { game.end() }
    }

    @Test("all show at once what one of them was answered")
    func offered() async throws {
        let games = try await begin()
        let sent = #"{"session": \#(Sample.view(revision: 8)), "revision": 8, "status": "latest"}"#
        await service.answer("/sent", sent)
        games[0].didStartSending(IncomingBubble(token: Sample.token))
        for game in games { await shows(8, game) }
        try await service.untilHeld(1)
        for game in games { game.end() }
    }

    @Test("keep the staged bubble when a view arrives that was read before the draft, and ask again")
    func stale() async throws {
        let games = try await begin()
        await service.answer("/turns", status: 201, Sample.turn())
        games[0].play("b2")
        await games[0].settle()
        await service.answer(Sample.id, Sample.view(draft: true))
        await service.answer("\(Sample.id)?wait=25", Sample.view())
        let reads = await service.reads.count
        await service.release()
        try await eventually("a read that is not held") { await service.reads.count > reads }
        await games[0].settle()
        #expect(games[0].state.game?.view.draft != nil)
        guard case .staged = games[0].state else {
            Issue.record("\(games[0].state)")
            return
        }
        for game in games { game.end() }
    }

    @Test("take up a move that was not staged in the open app, and in no live bubble")
    func taken() async throws {
        let games = try await begin()
        games[0].play("b2")
        await games[0].settle()
        #expect(games[0].state.explanation?.kind == .waiting)
        await service.answer("/turns", status: 201, Sample.turn())
        for game in games.reversed() {
            game.retry()
            await game.settle()
        }
        #expect(hosts.map(\.inserted.count) == [1, 0, 0])
        for game in games { game.end() }
    }
}
