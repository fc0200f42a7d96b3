import RoundtableClient
import RoundtableModel
import RoundtableTestTools
import Testing

@testable import RoundtableMessages

@Suite("Time after Send", .timeLimit(.minutes(5)))
@MainActor
struct BackgroundTimeTests {
    /// A system that counts how often it was asked for time, and how often the rest came back.
    private final class System: Sendable {
        let counts = Guarded((begun: 0, ended: 0))

        var time: BackgroundTime {
            BackgroundTime { _ in
                self.counts.withLock { $0.begun += 1 }
                return { self.counts.withLock { $0.ended += 1 } }
            }
        }

        var begun: Int { counts.withLock(\.begun) }
        var ended: Int { counts.withLock(\.ended) }
    }

    private let system = System()
    private let open = (path: "/open", status: 200, body: Sample.opened())
    private let sent = (
        path: "/sent", status: 200,
        body: #"{"session": \#(Sample.view(revision: 8)), "revision": 8, "status": "latest"}"#
    )

    @Test("is asked for before the callback returns, and given back when the service has been told")
    func told() async throws {
        let table = GameTable([open, sent], backgroundTime: system.time)
        await table.open()
        #expect(system.begun == 0)
        table.game.didStartSending(IncomingBubble(token: Sample.token))
        #expect(system.begun == 1 && system.ended == 0)
        await table.game.settle()
        try await eventually("the time is given back") { system.ended == 1 }
        #expect(await table.service.paths.last?.hasSuffix("/sent") == true)
        table.game.end()
    }

    @Test("is given back when the service can't be reached, and the report is kept")
    func offline() async throws {
        let storage = TestStorage()
        let table = GameTable([open], storage: storage, backgroundTime: system.time)
        await table.open()
        table.game.didCancelSending(IncomingBubble(token: Sample.token))
        await table.game.settle()
        try await eventually("the time is given back") { system.ended == 1 }
        #expect(storage.text.contains("cancel"))
        table.game.end()
    }

    @Test("is given back when the game ends before its turn to report has come")
    func ended() async throws {
        let table = GameTable([open, sent], backgroundTime: system.time)
        table.game.didStartSending(IncomingBubble(token: Sample.token))
        table.game.end()
        try await eventually("the time is given back") { system.ended == 1 }
        #expect(await table.service.requests.isEmpty)
    }

    @Test("is not asked for a message of another app")
    func foreign() {
        let table = GameTable([], backgroundTime: system.time)
        table.game.didStartSending(IncomingBubble(token: nil))
        #expect(system.begun == 0)
    }
}
