import Foundation
import RoundtableClient
import RoundtableMessages
import RoundtableModel
import RoundtableTestTools
import Testing

@Suite("A game that is out of reach", .timeLimit(.minutes(5)))
@MainActor
struct OfflineTests {
    /// Names the states of a game as they come.
    private func names(of game: MessagesGame) -> (names: Guarded<[String]>, task: Task<Void, Never>) {
        let names = Guarded<[String]>([])
        let states = game.states()
        let task = Task {
            for await state in states {
                let name = "\(state)".prefix { $0 != "(" }
                names.withLock { $0.append(String(name)) }
            }
        }
        return (names, task)
    }

    @Test("says so without a break while the kit tries again by itself", arguments: [true, false])
    func steady(isOpened: Bool) async throws {
        let pauses = Guarded(0)
        let retries = RetryPolicy(
            attempts: 1, firstPause: .seconds(1), longestPause: .seconds(1),
            pause: { _ in
                let count = pauses.withLock { count in
                    count += 1
                    return count
                }
                guard count < 4 else { throw CancellationError() }
            }, jitter: { 1 })
        let opened = [
            (path: "/open", status: 200, body: Sample.opened()), (path: Sample.id, status: 200, body: Sample.view()),
        ]
        let table = GameTable(isOpened ? opened : [], retries: retries)
        let (names, watching) = names(of: table.game)
        await table.open()
        if isOpened { await table.play() }
        try await eventually("four pauses") { pauses.withLock(\.self) == 4 }
        await table.game.settle()
        let expected = ["empty", "opening"] + (isOpened ? ["showing", "composing"] : []) + ["offline"]
        try await eventually("the last state") { names.withLock(\.last) == "offline" }
        #expect(names.withLock(\.self) == expected)
        let path = isOpened ? "/turns" : "/open"
        #expect(await table.service.paths.filter { $0.hasSuffix(path) }.count == 4)
        #expect(table.game.state.explanation?.developerDetail?.hasPrefix("No answer came: ") == true)
        watching.cancel()
        table.game.end()
    }
}
