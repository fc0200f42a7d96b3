import Foundation
import RoundtableClient
import RoundtableMessages
import RoundtableModel
import Testing

@Suite("A message that is opened in vain")
@MainActor
struct OpeningTests {
    @Test("a bubble of another app is explained in the player's language")
    func foreign() async {
        let table = GameTable([])
        await table.open(nil)
        table.game.didSelect(IncomingBubble(token: nil))
        await table.game.settle()
        #expect(table.game.state == .refused(foreignBubble, nil))
    }

    private var foreignBubble: Explanation {
        Explanation(
            kind: .foreignBubble, text: "Diese Nachricht gehört zu keinem Spiel, das diese App kennt.", rule: nil)
    }

    @Test("a bubble of another app is explained once: when the person has read it, there is nothing to show")
    func foreignRead() async {
        for read in [MessagesGame.dismissExplanation, MessagesGame.retry] {
            let table = GameTable([])
            await table.open(nil)
            read(table.game)()
            await table.game.settle()
            #expect(table.game.state == .empty)
        }
    }

    @Test("a message that the service refuses for good is asked for once", arguments: [404, 410])
    func refused(status: Int) async {
        let refusal = (path: "/open", status: status, body: Sample.problem("not_found", status: status))
        let table = GameTable([refusal])
        await table.open()
        #expect(table.game.state.explanation?.text == "In words.")
        table.game.retry()
        await table.game.settle()
        #expect(table.game.state == .empty)
        #expect(await table.service.paths.count == 1)
        table.game.end()
    }

    @Test("of a long history after an early message the newest events are fetched, and the view is shown in any case")
    func early() async throws {
        let page = #"{"events": [\#(Sample.event(701)), \#(Sample.event(900))], "next": null}"#
        for (status, missed) in [(200, [6, 701, 900]), (500, [6])] {
            let table = GameTable([
                (path: "/open", status: 200, body: Sample.opened(revision: 900, events: [6], next: 6)),
                (path: "/events", status: status, body: page),
            ])
            await table.open()
            #expect(table.game.state.game?.view.revision == 900)
            #expect(table.game.state.game?.missed.map(\.revision) == missed)
            let asked = await table.service.requests.filter { $0.url.path.hasSuffix("/events") }
            #expect(asked.count == 1 && asked.allSatisfy { $0.url.query?.contains("after=700") == true })
            table.game.end()
        }
    }

    @Test("a message that the service can't show now is opened when it can")
    func failed() async {
        let table = GameTable([(path: "/open", status: 500, body: Sample.problem("internal", status: 500))])
        await table.open()
        #expect(table.game.state.explanation?.kind == .offline && table.game.state.game == nil)
        await table.service.answer("/open", Sample.opened())
        table.game.retry()
        await table.game.settle()
        #expect(table.game.state.explanation == nil && table.game.state.game?.view.revision == 7)
        table.game.end()
    }
}
