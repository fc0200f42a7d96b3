import Foundation
import RoundtableClient
import RoundtableModel
import RoundtableTestTools
import Testing

@testable import RoundtableMessages

@Suite("Messages that does not say what became of a call", .timeLimit(.minutes(5)))
@MainActor
struct SilenceTests {
    private let open = (path: "/open", status: 200, body: Sample.opened())
    private let sent = (
        path: "/sent", status: 200,
        body: #"{"session": \#(Sample.view(revision: 8)), "revision": 8, "status": "latest"}"#
    )

    private func table(_ answers: [(path: String, status: Int, body: String)]) -> GameTable {
        let table = GameTable(answers)
        table.host.isSilent = true
        table.game.owner.limits = TimeLimits(
            handler: .milliseconds(1), transition: .milliseconds(1), media: .milliseconds(1))
        return table
    }

    private func isStaged(_ table: GameTable) -> Bool {
        if case .staged = table.game.state { true } else { false }
    }

    @Test("about a bubble has it, as far as the game knows; the bubble can be staged again, and the game goes on")
    func bubble() async {
        let table = table([open, (path: "/turns", status: 201, body: Sample.turn()), sent])
        await table.open()
        await table.play()
        #expect(isStaged(table) && table.host.inserted.count == 1)
        table.game.stageAgain()
        await table.game.settle()
        #expect(isStaged(table) && table.host.inserted.count == 2)
        table.game.didStartSending(IncomingBubble(token: Sample.token))
        await table.game.settle()
        #expect(table.game.state.game?.view.revision == 8)
        // NB: what was staged is not asked for again.
        #expect(await table.service.paths.filter { $0.hasSuffix("/turns") }.count == 1)
        table.game.end()
    }

    @Test("about a bubble that is to be sent at once gets it into the input field")
    func sendNow() async {
        let table = table([open, (path: "/turns", status: 201, body: Sample.turn(draft: false))])
        await table.open()
        await table.play(send: .now)
        #expect(isStaged(table) && table.host.sent.count == 1 && table.host.inserted.count == 1)
        table.game.end()
    }

    @Test("about a text has it, and the caller goes on")
    func content() async throws {
        let table = table([])
        table.game.willBecomeActive(nil, in: table.host)
        try await table.game.insert(.text("Your turn!"))
        #expect(table.host.insertedContents.count == 1 && table.host.requests == [.compact])
        table.game.end()
    }

    @Test("about a transition that it announced leaves the style as it is, and does what was asked for meanwhile")
    func transition() async throws {
        let table = table([])
        table.game.willBecomeActive(nil, in: table.host)
        table.game.willTransition(to: .compact)
        table.game.requestCompactPresentation()
        #expect(table.game.nextStyle == .compact && table.host.requests.isEmpty)
        try await eventually("the transition is over") { table.game.nextStyle == nil }
        #expect(table.game.style == .expanded && table.host.requests == [.compact])
        table.game.end()
    }

    @Test("about the conversation gets no bubble opened; the person may try again, and reads of no other app")
    func conversation() async {
        let table = table([open])
        table.host.people = nil
        await table.open()
        #expect(table.game.state.explanation?.kind == .failed)
        #expect(await table.service.requests.isEmpty)
        table.host.people = Sample.people
        table.game.retry()
        await table.game.settle()
        #expect(table.game.state.game?.view.revision == 7)
        table.game.end()
    }
}
