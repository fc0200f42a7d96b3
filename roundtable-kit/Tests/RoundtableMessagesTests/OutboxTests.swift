import Foundation
import RoundtableClient
import RoundtableModel
import Testing

@testable import RoundtableMessages

@Suite("The outbox")
@MainActor
struct OutboxTests {
    private let open = (path: "/open", status: 200, body: Sample.opened())
    private let turn = (path: "/turns", status: 201, body: Sample.turn())
    private let sent = (
        path: "/sent", status: 200,
        body: #"{"session": \#(Sample.view(revision: 8)), "revision": 8, "status": "latest"}"#
    )

    @Test("a move and its key are stored before the request leaves, and forgotten when its message is staged")
    func storedFirst() async throws {
        let storage = TestStorage()
        let table = GameTable([open, turn], storage: storage)
        await table.open()
        await table.play()
        let requests = await table.service.requests
        let index = try #require(requests.firstIndex { $0.url.path.hasSuffix("/turns") })
        let key = try #require(requests[index].headers["Idempotency-Key"])
        #expect(await table.service.outboxes[index].contains(key))
        #expect(!storage.text.contains(key))
        table.game.end()
    }

    @Test("Send is stored before the callback returns")
    func sentStored() {
        let storage = TestStorage()
        let table = GameTable([], storage: storage)
        table.game.didStartSending(IncomingBubble(token: Sample.token))
        #expect(storage.text.contains(#""about":"abc""#) && storage.text.contains(#""kind":"sent""#))
        table.game.end()
    }

    @Test("what could not be told is told in order by the next launch, with the keys of the first")
    func nextLaunch() async throws {
        let storage = TestStorage()
        let first = GameTable([open], storage: storage)
        await first.open()
        await first.play()
        #expect(first.game.state.explanation?.kind == .waiting)
        let requests = await first.service.requests
        let key = try #require(requests.last { $0.url.path.hasSuffix("/turns") }?.headers["Idempotency-Key"])
        first.game.didStartSending(IncomingBubble(token: MessageToken(rawValue: "earlier")))
        first.game.end()

        let second = GameTable([open, turn, sent], storage: storage)
        await second.open()
        let paths = await second.service.paths.filter { !$0.hasSuffix(".png") }
        #expect(paths.map { $0.split(separator: "/").last } == ["sent", "open", "turns"])
        let repeated = await second.service.requests.first { $0.url.path.hasSuffix("/turns") }
        #expect(repeated?.headers["Idempotency-Key"] == key)
        #expect(second.host.inserted.count == 1)
        second.game.end()
    }

    @Test("a newer move takes the place of one that nobody answered")
    func newerMove() async {
        let storage = TestStorage()
        let table = GameTable([open], storage: storage)
        await table.open()
        await table.play("a1")
        await table.play("c3")
        #expect(!storage.text.contains("a1") && storage.text.contains("c3"))
        table.game.end()
    }

    @Test("a move that was asked for long ago is not made any more")
    func shelfLife() async {
        let storage = TestStorage()
        let first = GameTable([open], storage: storage)
        await first.open()
        await first.play()
        first.game.end()
        let later = Date().addingTimeInterval(Outbox.shelfLife + 60)
        let second = GameTable([open, turn], storage: storage, now: { later })
        await second.open()
        #expect(second.host.inserted.isEmpty && !storage.text.contains("b2"))
        second.game.end()
    }

    @Test("a report that is refused for good is explained and not told again")
    func refusedReport() async {
        let refusal = (path: "/cancel", status: 409, body: Sample.problem("already_committed", status: 409))
        let storage = TestStorage()
        let table = GameTable([open, refusal], storage: storage)
        await table.open()
        table.game.didCancelSending(IncomingBubble(token: Sample.token))
        await table.game.settle()
        #expect(table.game.state.explanation?.kind == .refused(.alreadyCommitted))
        #expect(!storage.text.contains("cancel"))
        table.game.end()
    }

    @Test(
        "what can't be read is set aside, and the game goes on", arguments: ["", "{", #"{"items": [{"kind": "?"}]}"#])
    func corrupt(text: String) async {
        let storage = TestStorage(text)
        let table = GameTable([open], storage: storage)
        #expect(storage.aside == text)
        await table.open()
        #expect(table.game.state.game != nil)
        table.game.end()
    }

    @Test("every kind of request is read as it was written")
    func roundTrip() throws {
        let id = try #require(SessionID(rawValue: Sample.id))
        let people = Sample.people
        let requests: [OutboxItem.Request] = [
            .begin(NewSession(game: "chess", conversation: people)),
            .turn(id, Turn(revision: 1, move: "b2", conversation: people)),
            .join(id, SeatRequest(conversation: people)),
            .act(id, ActionRequest(action: .resign, revision: 1, conversation: people)),
            .nudge(id, FreshMessageRequest(conversation: people)),
            .sent(Sample.token, SentRequest(conversation: people)),
            .cancel(Sample.token, CancelRequest(conversation: people, reason: "insert", errorCode: 8)),
        ]
        let storage = TestStorage()
        let outbox = Outbox(storage)
        let items = requests.map {
            OutboxItem(key: IdempotencyKey(), askedAt: Date(timeIntervalSince1970: 1), request: $0)
        }
        for item in items { outbox.replace(nil, by: item) }
        outbox.see(4, of: id)
        let read = Outbox(storage)
        #expect(read.items == items && read.seen == [id: 4])
    }

    @Test("a file is replaced as a whole, in a folder that it makes, and set aside if it makes no sense")
    func file() throws {
        let folder = FileManager.default.temporaryDirectory.appending(component: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(components: "Roundtable", "outbox.json")
        let file = OutboxFile(at: url)
        #expect(try file.read() == nil)
        try file.write(Data("one".utf8))
        try file.write(Data("two".utf8))
        #expect(try file.read() == Data("two".utf8))
        file.setAside()
        #expect(try file.read() == nil)
        #expect(try Data(contentsOf: url.appendingPathExtension("unreadable")) == Data("two".utf8))
    }
}
