import RoundtableClient
import RoundtableMessages
import RoundtableModel
import Testing

@Suite("The presentation style of a game")
@MainActor
struct PresentationTests {
    private let open = (path: "/open", status: 200, body: Sample.opened())
    private let turn = (path: "/turns", status: 201, body: Sample.turn())

    @Test("is the host's when the game becomes active", arguments: [PresentationStyle.compact, .expanded, .transcript])
    func first(style: PresentationStyle) {
        let table = GameTable([open])
        table.host.style = style
        table.game.willBecomeActive(nil, in: table.host)
        #expect(table.game.style == style && table.game.nextStyle == nil)
        table.game.end()
    }

    @Test("changes when the transition is over, and the bubble that is selected in between is opened")
    func order() async {
        let table = GameTable([open])
        table.host.style = .compact
        table.game.willBecomeActive(nil, in: table.host)
        table.game.willTransition(to: .expanded)
        #expect(table.game.style == .compact && table.game.nextStyle == .expanded)
        table.game.didSelect(IncomingBubble(token: Sample.token))
        #expect(table.game.state == .opening && table.game.style == .compact)
        table.game.didTransition(to: .expanded)
        #expect(table.game.style == .expanded && table.game.nextStyle == nil)
        await table.game.settle()
        #expect(table.game.state.game?.view.revision == 7)
        table.game.end()
    }

    @Test("is asked for by the game on behalf of a text field")
    func expanded() {
        let table = GameTable([])
        table.host.style = .compact
        table.game.willBecomeActive(nil, in: table.host)
        table.game.requestExpandedPresentation()
        #expect(table.host.requests == [.expanded])
        table.game.end()
    }

    @Test("that is asked for during a transition is asked for when the transition is over")
    func duringTransition() async {
        let table = GameTable([open, turn])
        await table.open()
        table.game.willTransition(to: .expanded)
        await table.play()
        #expect(table.host.inserted.count == 1 && table.host.requests.isEmpty)
        table.game.didTransition(to: .expanded)
        #expect(table.host.requests == [.compact])
        table.game.didTransition(to: .compact)
        #expect(table.host.requests == [.compact])
        table.game.end()
    }

    @Test("that the transition leads to anyway is not asked for again")
    func sameStyle() async {
        let table = GameTable([open])
        await table.open()
        table.game.willTransition(to: .compact)
        table.game.requestCompactPresentation()
        table.game.didTransition(to: .compact)
        #expect(table.host.requests.isEmpty)
        table.game.end()
    }

    @Test("that was asked for during a transition is forgotten when the game resigns")
    func resigned() async {
        let table = GameTable([open])
        await table.open()
        table.game.willTransition(to: .expanded)
        table.game.requestCompactPresentation()
        table.game.willResignActive()
        table.game.didTransition(to: .expanded)
        #expect(table.host.requests.isEmpty && table.game.nextStyle == nil)
        table.game.end()
    }

    @Test("of a live bubble is never compact; a live bubble may only open the app")
    func liveBubble() async {
        let table = GameTable([open])
        table.host.style = .transcript
        await table.open()
        table.game.requestCompactPresentation()
        #expect(table.host.requests.isEmpty)
        table.game.requestExpandedPresentation()
        #expect(table.host.requests == [.expanded])
        table.game.end()
    }

    @Test("of a live bubble takes no move and nothing else: what the person does there opens the app")
    func nothingInLiveBubble() async throws {
        let acts: [@MainActor (MessagesGame) async throws -> Void] = [
            { $0.play("b2") }, { $0.act(.resign) }, { $0.begin("chess") }, { $0.join() }, { $0.nudge() },
            { $0.stageAgain() }, { try await $0.insert(.text("Your turn!")) },
            { try await $0.insert(.text("Your turn!"), send: .now) },
        ]
        let storage = TestStorage()
        let table = GameTable([open, turn], storage: storage)
        table.host.style = .transcript
        await table.open()
        let (state, asked, kept) = (table.game.state, await table.service.paths, storage.text)
        for act in acts {
            try await act(table.game)
            await table.game.settle()
        }
        #expect(table.host.requests == acts.map { _ in .expanded })
        #expect(table.game.state == state && table.host.inserted.isEmpty && storage.text == kept)
        #expect(table.host.insertedContents.isEmpty && table.host.sentContents.isEmpty)
        #expect(await table.service.paths == asked)
        table.game.end()
    }

    @Test("ends when the game dismisses the app")
    func dismissed() {
        let table = GameTable([])
        table.game.willBecomeActive(nil, in: table.host)
        table.game.dismiss()
        #expect(table.host.dismissals == 1)
        table.game.end()
    }
}
