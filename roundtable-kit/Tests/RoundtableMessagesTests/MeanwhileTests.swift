import Foundation
import RoundtableClient
import RoundtableMessages
import RoundtableModel
import Testing

@Suite("What the person asks for while something else is under way", .timeLimit(.minutes(5)))
@MainActor
struct MeanwhileTests {
    private static let otherID = "5e550000-0000-4000-8000-000000000002"

    private let slow = IncomingBubble(token: MessageToken(rawValue: "slow"))
    private let other = IncomingBubble(token: MessageToken(rawValue: "other"))
    private let otherOpened = (
        path: "/other/open", status: 200, body: Sample.opened(revision: 9).replacing(Sample.id, with: otherID)
    )

    private func answer(_ path: String, _ status: Int, _ body: String) -> (path: String, status: Int, body: String) {
        (path, status, status == 200 ? body : Sample.problem("not_found", status: status))
    }

    @Test(
        "a bubble that is tapped while another one is opened is opened, and nothing is shown of the other one",
        arguments: [200, 404])
    func bubbles(status: Int) async throws {
        let table = GameTable([answer("/slow/open", status, Sample.opened()), otherOpened])
        await table.service.hold("/slow/open")
        table.game.willBecomeActive(slow, in: table.host)
        try await expectOther(on: table)
    }

    @Test(
        "a bubble that is tapped while a game without its bubble is opened is opened, and nothing of that game is shown",
        arguments: [200, 404])
    func session(status: Int) async throws {
        let table = GameTable([answer(Sample.id, status, Sample.view()), otherOpened])
        await table.service.hold(Sample.id)
        table.game.willBecomeActive(nil, in: table.host)
        table.game.open(try #require(SessionID(rawValue: Sample.id)))
        try await expectOther(on: table)
    }

    /// Taps the other bubble while the service holds the request for the first one, and expects its game.
    private func expectOther(on table: GameTable) async throws {
        try await table.service.untilHeld(1)
        table.game.didSelect(other)
        let states = table.game.states()
        await table.service.release()
        await table.game.settle()
        #expect(table.game.state.game?.view.id.rawValue == Self.otherID && table.game.state.explanation == nil)
        for await state in states {
            if state.game?.view.id.rawValue == Self.otherID { break }
            #expect(state == .opening)
        }
        table.game.end()
    }

    @Test("a game that is closed while it is opened is not shown")
    func closed() async throws {
        let table = GameTable([answer("/slow/open", 200, Sample.opened())])
        await table.service.hold("/slow/open")
        table.game.willBecomeActive(slow, in: table.host)
        try await table.service.untilHeld(1)
        table.game.close()
        let states = table.game.states()
        await table.service.release()
        await table.game.settle()
        #expect(table.game.state == .empty)
        table.game.end()
        for await state in states {
            #expect(state == .empty)
            break
        }
    }

    @Test("a bubble that is tapped while a rematch is asked for is opened, also if there is a rematch already")
    func rematch() async throws {
        let problem = Sample.problem("already_rematched", status: 409)
            .replacing(#""title""#, with: #""session": "\(Sample.id)", "title""#)
        let table = GameTable([
            (path: "/abc/open", status: 200, body: Sample.opened()), otherOpened,
            (path: Sample.id, status: 200, body: Sample.view()), (path: "/actions", status: 409, body: problem),
        ])
        await table.open()
        await table.service.hold("/actions")
        table.game.act(.rematch)
        try await table.service.untilHeld(2)
        table.game.didSelect(other)
        await table.service.release()
        await table.game.settle()
        #expect(table.game.state.game?.view.id.rawValue == Self.otherID)
        table.game.end()
    }

    @Test("a bubble that is tapped while a game is begun is opened, and the new game does not show in its place")
    func beginning() async throws {
        let table = GameTable([(path: "/v1/sessions", status: 201, body: Sample.turn()), otherOpened])
        table.game.willBecomeActive(nil, in: table.host)
        await table.game.settle()
        await table.service.hold("/v1/sessions")
        table.game.begin("four-in-a-row")
        try await table.service.untilHeld(1)
        table.game.didSelect(other)
        await table.service.release()
        let states = table.game.states()
        await table.game.settle()
        for await state in states {
            #expect(state.game?.view.id.rawValue != Sample.id)
            if state.game?.view.id.rawValue == Self.otherID { break }
        }
        table.game.end()
    }

    @Test("a move in a game that was opened by its ID goes to the bubble that has arrived for it")
    func arrival() async throws {
        let table = GameTable([
            (path: "/abc/open", status: 200, body: Sample.opened()), otherOpened,
            (path: Self.otherID, status: 200, body: Sample.view(revision: 9).replacing(Sample.id, with: Self.otherID)),
            (path: "/turns", status: 201, body: Sample.turn().replacing(Sample.id, with: Self.otherID)),
        ])
        await table.open()
        let session = BubbleSession(NSObject())
        table.game.didReceive(IncomingBubble(token: other.token, session: session))
        table.game.open(try #require(SessionID(rawValue: Self.otherID)))
        await table.game.settle()
        await table.play()
        #expect(table.host.sessions.map { $0 === session.object } == [true])
        table.game.end()
    }
}
