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
        let table = Table([])
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
            let table = Table([])
            await table.open(nil)
            read(table.game)()
            await table.game.settle()
            #expect(table.game.state == .empty)
        }
    }

    @Test("a message that the service refuses for good is asked for once", arguments: [404, 410])
    func refused(status: Int) async {
        let refusal = (path: "/open", status: status, body: Sample.problem("not_found", status: status))
        let table = Table([refusal])
        await table.open()
        #expect(table.game.state.explanation?.text == "In words.")
        table.game.retry()
        await table.game.settle()
        #expect(table.game.state == .empty)
        #expect(await table.service.paths.count == 1)
        table.game.end()
    }

    @Test("a message that the service can't show now is opened when it can")
    func failed() async {
        let table = Table([(path: "/open", status: 500, body: Sample.problem("internal", status: 500))])
        await table.open()
        #expect(table.game.state.explanation?.kind == .offline && table.game.state.game == nil)
        await table.service.answer("/open", Sample.opened())
        table.game.retry()
        await table.game.settle()
        #expect(table.game.state.explanation == nil && table.game.state.game?.view.revision == 7)
        table.game.end()
    }
}
