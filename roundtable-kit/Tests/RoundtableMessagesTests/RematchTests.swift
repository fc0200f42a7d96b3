import Foundation
import RoundtableClient
import RoundtableModel
import Testing

@testable import RoundtableMessages

@Suite("A rematch")
@MainActor
struct RematchTests {
    private static let newID = "5e550000-0000-4000-8000-000000000002"

    private let finished = (path: "/open", status: 200, body: Sample.opened())

    /// An answer about the new session, whose message has a token of its own.
    private func ofNew(_ body: String) -> String {
        body.replacing(Sample.id, with: Self.newID).replacing(#""token": "abc""#, with: #""token": "new""#)
    }

    private var asked: (path: String, status: Int, body: String) { ("/actions", 201, ofNew(Sample.turn())) }

    private func refusal(naming session: String) -> (path: String, status: Int, body: String) {
        let problem = Sample.problem("already_rematched", status: 409)
        return ("/actions", 409, problem.replacing(#""title""#, with: #""session": "\#(session)", "title""#))
    }

    private func ask(_ table: GameTable) async {
        let bubble = IncomingBubble(token: Sample.token, session: BubbleSession(table.game))
        table.game.willBecomeActive(bubble, in: table.host)
        await table.game.settle()
        table.game.act(.rematch)
        await table.game.settle()
    }

    @Test("takes the finished game's place on screen, and its bubble is the first of another MSSession")
    func takesPlace() async throws {
        let storage = TestStorage()
        let table = GameTable([finished, asked], storage: storage)
        await ask(table)
        guard case .staged(let message, let shown) = table.game.state else {
            Issue.record("\(table.game.state)")
            return
        }
        #expect(message.token.rawValue == "new" && shown.view.id.rawValue == Self.newID)
        #expect(table.host.sessions.map { $0 === table.host } == [true])
        #expect(!storage.text.contains("rematch"))
        table.game.end()
    }

    @Test("is what later reports, moves and readings are about")
    func goesOn() async throws {
        let sent = #"{"session": \#(Sample.view(revision: 8)), "revision": 8, "status": "latest"}"#
        let table = GameTable([
            finished, asked, (path: "/new/sent", status: 200, body: ofNew(sent)),
            (path: "\(Self.newID)/turns", status: 201, body: ofNew(Sample.turn())),
            (path: Self.newID, status: 200, body: ofNew(Sample.view(revision: 8))),
        ])
        await ask(table)
        table.game.didStartSending(IncomingBubble(token: MessageToken(rawValue: "new")))
        await table.game.settle()
        #expect(table.game.state.game?.view.revision == 8 && table.game.state.game?.view.draft == nil)
        await table.play()
        let paths = await table.service.paths
        #expect(paths.last == "/v1/sessions/\(Self.newID)/turns")
        #expect(table.host.sessions.count == 2 && table.host.inserted.count == 2)
        try await table.service.untilHeld(1)
        let held = await table.service.requests.last { $0.url.query?.contains("wait=") == true }
        #expect(held?.url.path.hasSuffix(Self.newID) == true)
        table.game.end()
    }

    @Test("that could not be asked for is asked for by the next launch, and staged")
    func nextLaunch() async throws {
        let storage = TestStorage()
        let first = GameTable([finished], storage: storage)
        await ask(first)
        #expect(first.game.state.explanation?.kind == .waiting)
        first.game.end()
        let second = GameTable([finished, asked], storage: storage)
        await second.open()
        #expect(second.game.state.game?.view.id.rawValue == Self.newID && second.host.inserted.count == 1)
        second.game.end()
    }

    @Test("that there is already is opened in its place, and nothing is staged")
    func already() async throws {
        let storage = TestStorage()
        let view = (path: Self.newID, status: 200, body: Sample.view().replacing(Sample.id, with: Self.newID))
        let table = GameTable([finished, refusal(naming: Self.newID), view], storage: storage)
        await ask(table)
        guard case .showing(let shown) = table.game.state else {
            Issue.record("\(table.game.state)")
            return
        }
        #expect(shown.view.id.rawValue == Self.newID && table.host.inserted.isEmpty)
        #expect(!storage.text.contains("rematch"))
        table.game.end()
    }

    @Test("of two that are begun at once, the one that counts is shown, and the person is told")
    func overtaken() async throws {
        let other = "5e550000-0000-4000-8000-000000000003"
        let sent = #"{"session": \#(Sample.view()), "revision": null, "status": "overtaken"}"#
        let table = GameTable([
            finished, asked, (path: "/sent", status: 200, body: sent.replacing(Sample.id, with: other)),
        ])
        await ask(table)
        table.game.didStartSending(IncomingBubble(token: MessageToken(rawValue: "new")))
        await table.game.settle()
        #expect(table.game.state.explanation?.kind == .overtaken)
        #expect(table.game.state.game?.view.id.rawValue == other)
        table.game.end()
    }

    @Test("that is removed from the input field leads back to the finished game")
    func takenBack() async throws {
        let abandoned = ofNew(Sample.view(revision: 0)).replacing(#""active""#, with: #""abandoned""#)
        let table = GameTable([
            finished, asked, (path: "/cancel", status: 200, body: #"{"session": \#(abandoned)}"#),
            (path: Sample.id, status: 200, body: Sample.view()),
        ])
        await ask(table)
        table.game.didCancelSending(IncomingBubble(token: MessageToken(rawValue: "new")))
        await table.game.settle()
        guard case .showing(let shown) = table.game.state else {
            Issue.record("\(table.game.state)")
            return
        }
        #expect(shown.view.id.rawValue == Sample.id)
        table.game.end()
    }
}

@Suite("A game that is left")
@MainActor
struct ClosingTests {
    @Test("makes room for the beginning of another one, and is followed no more")
    func closed() async throws {
        let table = GameTable([
            (path: "/open", status: 200, body: Sample.opened()), (path: Sample.id, status: 200, body: Sample.view()),
        ])
        await table.open()
        try await table.service.untilHeld(1)
        table.game.close()
        #expect(table.game.state == .empty)
        await table.game.settle()
        #expect(table.game.state == .empty)
        try await table.service.untilHeld(0)
        await table.service.answer("/sessions", status: 201, Sample.turn())
        table.game.begin("chess")
        await table.game.settle()
        #expect(table.game.state.game?.view.revision == 7 && table.host.inserted.count == 1)
        table.game.end()
    }

    @Test("while it is being opened does not come back")
    func opening() async {
        let table = GameTable([(path: "/open", status: 200, body: Sample.opened())])
        table.game.willBecomeActive(IncomingBubble(token: Sample.token), in: table.host)
        table.game.close()
        #expect(table.game.state == .empty)
        await table.game.settle()
        #expect(table.game.state == .empty)
        table.game.end()
    }

    @Test("is not there any more when its beginning is removed from the input field")
    func takenBack() async {
        let abandoned = Sample.view(revision: 0).replacing(#""active""#, with: #""abandoned""#)
        let table = GameTable([
            (path: "/sessions", status: 201, body: Sample.turn().replacing(#""revision": 7"#, with: #""revision": 0"#)),
            (path: "/cancel", status: 200, body: #"{"session": \#(abandoned)}"#),
        ])
        table.game.willBecomeActive(nil, in: table.host)
        table.game.begin("chess")
        await table.game.settle()
        table.game.didCancelSending(IncomingBubble(token: Sample.token))
        await table.game.settle()
        #expect(table.game.state == .empty)
        table.game.end()
    }
}
