import Foundation
import RoundtableClient
import RoundtableMessages
import RoundtableModel
import Testing

@Suite("A message that waits for Send")
@MainActor
struct StagingTests {
    private let open = (path: "/open", status: 200, body: Sample.opened())
    private let counts = (path: "/actions", status: 201, body: Sample.turn(draft: false))
    private let nudge = (path: "/messages", status: 201, body: #"{"message": \#(Sample.message())}"#)
    private let sent = (
        path: "/sent", status: 200,
        body: #"{"session": \#(Sample.view(revision: 8)), "revision": 8, "status": "latest"}"#
    )

    private func isStaged(_ table: GameTable) -> Bool {
        guard case .staged(let message, let shown) = table.game.state else { return false }
        return message.token == Sample.token && shown.view.draft == nil
    }

    @Test("is told of also if its event counts already, such as an accepted undo, until it is sent")
    func accepted() async {
        let table = GameTable([open, counts, sent])
        await table.open()
        table.game.act(.accept)
        await table.game.settle()
        #expect(isStaged(table))
        table.game.didStartSending(IncomingBubble(token: Sample.token))
        #expect(!isStaged(table))
        await table.game.settle()
        #expect(table.game.state.game?.view.revision == 8 && !isStaged(table))
        table.game.end()
    }

    @Test("is told of also if it only reminds the others, until it is removed or the game moves on")
    func reminder() async throws {
        let view = (path: Sample.id, status: 200, body: Sample.view())
        let cancelled = (path: "/cancel", status: 200, body: #"{"session": \#(Sample.view())}"#)
        let table = GameTable([open, nudge, cancelled, view])
        await table.open()
        table.game.nudge()
        await table.game.settle()
        #expect(isStaged(table))
        table.game.didCancelSending(IncomingBubble(token: Sample.token))
        await table.game.settle()
        #expect(!isStaged(table) && table.game.state.explanation == nil)

        table.game.nudge()
        await table.game.settle()
        #expect(isStaged(table))
        try await table.service.untilHeld(1)
        await table.service.answer(Sample.id, Sample.view(revision: 9))
        await table.service.release()
        for await state in table.game.states() where state.game?.view.revision == 9 { break }
        #expect(!isStaged(table))
        table.game.end()
    }

    @Test("is told of if Messages refuses to send it at once, and can be staged again; the move counts")
    func sendNow() async {
        let table = GameTable([open, (path: "/turns", status: 201, body: Sample.turn(draft: false))])
        table.host.sendError = NSError(domain: "Messages", code: 9)
        await table.open()
        await table.play(send: .now)
        #expect(isStaged(table))
        table.game.stageAgain()
        await table.game.settle()
        #expect(isStaged(table) && table.host.inserted.count == 2)
        table.host.sendError = nil
        await table.play(send: .now)
        #expect(!isStaged(table) && table.host.sent.count == 1)
        table.game.end()
    }

    @Test("may be of a move that is a text, in a variable or not")
    func notations() async throws {
        let table = GameTable([open, (path: "/turns", status: 201, body: Sample.turn())])
        await table.open()
        let (text, json): (String, GameJSON) = ("b2", ["cell": 4])
        table.game.play(text)
        table.game.play("b2")
        table.game.play("\(text)")
        table.game.play(json)
        table.game.play(4)
        await table.game.settle()
        let moves = try await table.service.requests.filter { $0.url.path.hasSuffix("/turns") }
            .map { try Turn(json: Array($0.body ?? Data())).move }
        // NB: a newer move takes the place of those that were not sent yet.
        #expect(moves == [4])
        for move in [text, "b2"] {
            table.game.play(move)
            await table.game.settle()
        }
        let last = try #require(await table.service.requests.last { $0.url.path.hasSuffix("/turns") })
        #expect(try Turn(json: Array(last.body ?? Data())).move == "b2")
        table.game.end()
    }
}
