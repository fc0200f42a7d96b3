import Foundation
import RoundtableClient
import RoundtableModel
import RoundtableTestTools
import Testing

@testable import RoundtableMessages

@Suite("Reports of what became of messages", .timeLimit(.minutes(5)))
@MainActor
struct ReportTests {
    private let open = (path: "/open", status: 200, body: Sample.opened())
    private let sent = (
        path: "/sent", status: 200,
        body: #"{"session": \#(Sample.view(revision: 8)), "revision": 8, "status": "latest"}"#
    )
    private let fault = (path: "/faulty/sent", status: 500, body: Sample.problem("internal", status: 500))

    /// An outbox with what an earlier launch could not tell.
    private func outbox(of reports: [OutboxItem.Request]) -> TestStorage {
        let storage = TestStorage()
        let outbox = Outbox(storage)
        for report in reports { outbox.add(OutboxItem(key: IdempotencyKey(), askedAt: Date(), request: report)) }
        return storage
    }

    private func sent(_ tokens: String...) -> TestStorage {
        outbox(of: tokens.map { .sent(MessageToken(rawValue: $0), SentRequest()) })
    }

    @Test("a report that the service can't take holds up no other game")
    func faultyReport() async {
        let storage = sent("faulty", "fine")
        let table = GameTable([fault, sent, open], storage: storage)
        await table.open()
        let paths = await table.service.paths.map { $0.split(separator: "/").suffix(2).joined(separator: "/") }
        #expect(paths == ["faulty/sent", "fine/sent", "abc/open"])
        #expect(table.game.state.explanation == nil && table.game.state.game?.view.revision == 7)
        #expect(storage.text.contains("faulty") && !storage.text.contains("fine"))

        await table.service.answer("/turns", status: 201, Sample.turn())
        await table.play()
        #expect(table.host.inserted.count == 1)
        table.game.end()
    }

    @Test("reports about one message are told in order")
    func inOrder() async {
        let faulty = MessageToken(rawValue: "faulty")
        let storage = outbox(of: [.sent(faulty, SentRequest()), .cancel(faulty, CancelRequest())])
        let table = GameTable([fault, open], storage: storage)
        await table.open()
        #expect(await table.service.paths.map { $0.split(separator: "/").last } == ["sent", "open"])
        table.game.end()
    }

    @Test(
        "a service that can't be reached, or wants to be left alone, is asked nothing else",
        arguments: [nil, 429, 503])
    func stopped(status: Int?) async {
        let code = status == 429 ? "rate_limited" : "unavailable"
        let refusal = status.map { (path: "/first/sent", status: $0, body: Sample.problem(code, status: $0)) }
        let second = (path: "/second/sent", status: 200, body: sent.body)
        let table = GameTable([refusal, second, open].compactMap(\.self), storage: sent("first", "second"))
        await table.open()
        #expect(await table.service.paths.count == 1)
        guard case .offline = table.game.state else {
            Issue.record("\(table.game.state)")
            return
        }
        table.game.end()
    }

    @Test("a report is told for a week", arguments: [(days: 6, isTold: true), (days: 8, isTold: false)])
    func shelfLife(days: Int, isTold: Bool) async {
        let storage = sent("faulty")
        let later = Date().addingTimeInterval(Double(days) * 86_400)
        let table = GameTable([fault, open], storage: storage, now: { later })
        await table.open()
        #expect(await table.service.paths.contains { $0.hasSuffix("/sent") } == isTold)
        #expect(storage.text.contains("faulty") == isTold)
        #expect(table.game.state.game?.view.revision == 7)
        table.game.end()
    }

    @Test("who presses Send hears that it could not be told, and sees the game again when they try again")
    func toldWhenNew() async {
        let storage = TestStorage()
        let table = GameTable([open, (path: "/sent", status: 500, body: fault.body)], storage: storage)
        await table.open()
        table.game.didStartSending(IncomingBubble(token: Sample.token))
        await table.game.settle()
        #expect(table.game.state.explanation?.kind == .waiting && storage.text.contains("sent"))
        await table.service.answer("/sent", sent.body)
        table.game.retry()
        await table.game.settle()
        #expect(table.game.state.explanation == nil && table.game.state.game?.view.revision == 8)
        #expect(!storage.text.contains("sent"))
        table.game.end()
    }

    @Test("the page of a network that wants a password confirms nothing")
    func captivePortal() async {
        let storage = sent("abc")
        let table = GameTable([(path: "/sent", status: 200, body: "<html>"), open], storage: storage)
        await table.open()
        #expect(storage.text.contains("sent") && table.game.state.game?.view.revision == 7)
        table.game.end()
    }

    @Test("a report of a player whom the service doesn't know any more is told once, and so is the person")
    func unknownPlayer() async {
        let storage = sent("abc")
        let table = GameTable(
            [(path: "/sent", status: 401, body: Sample.problem("unauthenticated", status: 401)), open],
            storage: storage)
        await table.open()
        #expect(table.game.state.explanation?.kind == .unknownPlayer && !storage.text.contains("sent"))
        table.game.end()
    }

    @Test("what the service can't take is tried again ever more patiently, whatever else succeeds meanwhile")
    func patience() async throws {
        let pauses = Guarded<[Duration]>([])
        let retries = RetryPolicy(
            attempts: 1, firstPause: .seconds(1), longestPause: .seconds(8),
            pause: { pause in
                let count = pauses.withLock { pauses in
                    pauses.append(pause)
                    return pauses.count
                }
                guard count < 5 else { throw CancellationError() }
            }, jitter: { 1 })
        let view = (path: Sample.id, status: 200, body: Sample.view())
        let table = GameTable([fault, sent, open, view], storage: sent("faulty", "fine"), retries: retries)
        await table.open()
        try await eventually("five pauses") { pauses.withLock(\.count) == 5 }
        #expect(pauses.withLock(\.self) == [1, 2, 4, 8, 8].map { .seconds($0) })
        table.game.end()
    }
}
