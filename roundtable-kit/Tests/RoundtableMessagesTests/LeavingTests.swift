import Foundation
import RoundtableClient
import RoundtableMessages
import RoundtableModel
import RoundtableTestTools
import Testing

@Suite("An instance that the person leaves and comes back to", .timeLimit(.minutes(5)))
@MainActor
struct LeavingTests {
    private static let otherID = "5e550000-0000-4000-8000-000000000002"
    private nonisolated static let others = Conversation(local: UUID(), remotes: [UUID()])

    private let open = (path: "/open", status: 200, body: Sample.opened())
    private let view = (path: Sample.id, status: 200, body: Sample.view())
    private let turn = (path: "/turns", status: 201, body: Sample.turn())
    private let begun = (path: "/sessions", status: 201, body: Sample.turn())
    private let other = (
        path: otherID, status: 200, body: Sample.view(revision: 20).replacing(Sample.id, with: otherID)
    )

    /// The person leaves the conversation, perhaps for another one.
    private func leave(_ table: GameTable, for others: Conversation? = nil) async {
        table.game.willResignActive()
        table.host.people = others
        if others != nil { table.game.willBecomeActive(nil, in: table.host) }
        await table.game.settle()
    }

    private func comeBack(_ table: GameTable, with token: MessageToken? = nil) async {
        table.host.people = Sample.people
        table.game.willBecomeActive(token.map { IncomingBubble(token: $0) }, in: table.host)
        await table.game.settle()
    }

    private func isStaged(_ table: GameTable) -> Bool {
        if case .staged = table.game.state { true } else { false }
    }

    // MARK: What is on screen

    @Test("shows the game again that was begun there, read anew, and stages nothing twice")
    func begunThere() async {
        let table = GameTable([begun, (path: Sample.id, status: 200, body: Sample.view(revision: 9, draft: true))])
        await comeBack(table)
        table.game.begin("tic-tac-toe")
        await table.game.settle()
        await leave(table)
        await comeBack(table)
        #expect(isStaged(table) && table.game.state.game?.view.revision == 9)
        #expect(table.host.inserted.count == 1)
        table.game.end()
    }

    @Test(
        "keeps the game that was opened from the list, though the bubble tapped before is still selected",
        arguments: [true, false])
    func openedFromList(isActiveBefore: Bool) async throws {
        let table = GameTable([other, open])
        if isActiveBefore {
            await comeBack(table)
            table.game.didSelect(IncomingBubble(token: Sample.token))
            await table.game.settle()
        } else {
            await table.open()
        }
        table.game.open(try #require(SessionID(rawValue: Self.otherID)))
        await table.game.settle()
        for token in [Sample.token, nil] {
            await leave(table)
            await comeBack(table, with: token)
            #expect(table.game.state.game?.view.revision == 20)
        }
        table.game.didSelect(IncomingBubble(token: Sample.token))
        await table.game.settle()
        #expect(table.game.state.game?.view.revision == 7)
        table.game.end()
    }

    @Test("opens another bubble that is selected, and shows no game in another conversation or after it was closed")
    func notKept() async throws {
        let table = GameTable([other, open])
        await comeBack(table)
        table.game.open(try #require(SessionID(rawValue: Self.otherID)))
        await table.game.settle()
        await leave(table)
        await comeBack(table, with: Sample.token)
        #expect(table.game.state.game?.view.revision == 7)
        await leave(table, for: Self.others)
        #expect(table.game.state == .empty)
        await comeBack(table, with: Sample.token)
        table.game.close()
        await leave(table)
        await comeBack(table)
        #expect(table.game.state == .empty)
        table.game.end()
    }

    // MARK: What was asked for

    @Test("stages a move when the person is back, if its answer came while they were away", arguments: [nil, others])
    func move(elsewhere: Conversation?) async {
        let storage = TestStorage()
        let table = GameTable([open, turn, view], storage: storage)
        await table.open()
        table.game.play("b2")
        await leave(table, for: elsewhere)
        #expect(table.host.inserted.isEmpty && storage.text.contains("b2"))
        #expect(!isStaged(table) && table.game.state.explanation == nil)
        // NB: the service has the draft by now, and the game may read the session again.
        await table.service.answer(Sample.id, Sample.view(draft: true))
        await comeBack(table, with: Sample.token)
        #expect(table.host.inserted.count == 1 && isStaged(table) && !storage.text.contains("b2"))
        let keys = await table.service.requests.filter { $0.url.path.hasSuffix("/turns") }
            .map { $0.headers["Idempotency-Key"] }
        #expect(keys.count == 2 && Set(keys).count == 1)
        #expect(await !table.service.paths.contains { $0.hasSuffix("/cancel") })
        table.game.end()
    }

    @Test("stages the beginning of a game when the person is back", arguments: [nil, others])
    func beginning(elsewhere: Conversation?) async {
        let table = GameTable([begun])
        await comeBack(table)
        table.game.begin("chess")
        await leave(table, for: elsewhere)
        #expect(table.host.inserted.isEmpty && table.game.state == .empty)
        await comeBack(table)
        #expect(table.host.inserted.count == 1 && isStaged(table))
        table.game.end()
    }

    @Test("stages what Messages had no conversation for any more when the bubble was ready")
    func late() async {
        let storage = TestStorage()
        let table = GameTable(
            [begun, (path: Sample.id, status: 200, body: Sample.view(draft: true))], storage: storage)
        await comeBack(table)
        table.host.insertError = MessagesHostError.noConversation
        table.game.begin("chess")
        await table.game.settle()
        #expect(table.game.state.explanation == nil && storage.text.contains("chess"))
        await leave(table)
        table.host.insertError = nil
        await comeBack(table)
        #expect(table.host.inserted.count == 1 && isStaged(table) && !storage.text.contains("chess"))
        #expect(await !table.service.paths.contains { $0.hasSuffix("/cancel") })
        table.game.end()
    }

    // MARK: What goes on meanwhile

    @Test("follows no game while it is not active, also if an answer comes late")
    func following() async throws {
        let table = GameTable([open, turn, view])
        table.game.willBecomeActive(IncomingBubble(token: Sample.token), in: table.host)
        table.game.willResignActive()
        await table.game.settle()
        #expect(table.game.state.game?.view.revision == 7)
        // NB: a read that waits would be held by now, or soon.
        for _ in 0..<100 { await Task.yield() }
        #expect(await table.service.mostHeld == 0)
        await comeBack(table, with: Sample.token)
        try await table.service.untilHeld(1)
        table.game.end()
    }

    @Test("tries nothing again by itself while it is not active")
    func retrying() async throws {
        let pauses = Guarded(0)
        let retries = RetryPolicy(
            attempts: 1,
            pause: { _ in
                pauses.withLock { $0 += 1 }
                throw CancellationError()
            })
        let table = GameTable([], retries: retries)
        table.game.willBecomeActive(IncomingBubble(token: Sample.token), in: table.host)
        table.game.willResignActive()
        await table.game.settle()
        for _ in 0..<100 { await Task.yield() }
        #expect(pauses.withLock(\.self) == 0)
        #expect(table.game.state.explanation?.kind == .offline)
        table.game.end()
    }
}
