import Foundation
import RoundtableClient
import RoundtableJSON
import RoundtableMessages
import RoundtableModel
import Testing

@Suite("A game in an extension")
@MainActor
struct GameTests {
    private let open = (path: "/open", status: 200, body: Sample.opened())
    private let turn = (path: "/turns", status: 201, body: Sample.turn())
    private let picture = (path: "/abc.png", status: 200, body: "PNG")

    @Test("without a selected message there is nothing to show")
    func empty() async {
        let table = GameTable([])
        table.game.willBecomeActive(nil, in: table.host)
        await table.game.settle()
        #expect(table.game.state == .empty)
        #expect(await table.service.requests.isEmpty)
    }

    @Test("a move is staged with its picture, room is made for Send, and its board is shown")
    func staged() async {
        let table = GameTable([open, turn, picture])
        await table.open()
        await table.play()
        let bubble = table.host.inserted.first
        #expect(bubble?.message.token == Sample.token && bubble?.picture == Data("PNG".utf8))
        #expect(bubble?.isLive == false && table.host.requests == [.compact])
        guard case .staged(let draft, let game) = table.game.state else {
            Issue.record("\(table.game.state)")
            return
        }
        #expect(draft.token == Sample.token && game.board["rows"] == ["draft"] && game.isYourTurn)
        table.game.end()
    }

    @Test(
        "whoever has no seat may act if there are moves for them, or too many to list",
        arguments: [("null", true), ("[]", false), (#"["b2"]"#, true)])
    func bystander(legalMoves: String, mayAct: Bool) throws {
        let json = Sample.view().replacing(#""you": 0"#, with: #""you": null, "legalMoves": \#(legalMoves)"#)
        #expect(ShownGame(view: try SessionView(json: Array(json.utf8))).isYourTurn == mayAct)
    }

    @Test("a session whose messages are live gets live bubbles")
    func live() async {
        let table = GameTable([open, (path: "/turns", status: 201, body: Sample.turn(live: true)), picture])
        await table.open()
        await table.play()
        #expect(table.host.inserted.first?.isLive == true)
        table.game.end()
    }

    @Test("a sound takes the picture's place, in a file of its own whose extension says what it is")
    func media() async throws {
        let layout = Sample.turn().replacing(#""caption": "c""#, with: #""mediaURL": "https://host/m/abc.m4a""#)
        var files: [URL] = []
        for content in ["sound", "another"] {
            let sound = (path: "/abc.m4a", status: 200, body: content)
            let table = GameTable(
                [open, (path: "/turns", status: 201, body: layout), picture, sound], mediaHosts: ["host"])
            await table.open()
            await table.play()
            let bubble = try #require(table.host.inserted.first)
            let file = try #require(bubble.mediaFile)
            #expect(bubble.picture == nil && file.pathExtension == "m4a")
            files.append(file)
            table.game.end()
        }
        #expect(try files.map { try String(contentsOf: $0, encoding: .utf8) } == ["sound", "another"])
        for file in files { try FileManager.default.removeItem(at: file) }
    }

    @Test("a sound stays on the disk until there is a newer one")
    func newerMedia() async throws {
        let layout = Sample.turn().replacing(#""caption": "c""#, with: #""mediaURL": "https://host/m/abc.m4a""#)
        let sound = (path: "/abc.m4a", status: 200, body: "sound")
        let table = GameTable([open, (path: "/turns", status: 201, body: layout), sound], mediaHosts: ["host"])
        await table.open()
        await table.play()
        await table.play()
        let files = table.host.inserted.compactMap(\.mediaFile)
        #expect(files.map { FileManager.default.fileExists(atPath: $0.path) } == [false, true])
        try FileManager.default.removeItem(at: try #require(files.last))
        table.game.end()
    }

    @Test(
        "a sound is fetched only from a host that the app allows, on a safe way, and no more of it than fits",
        arguments: [
            ("https://Host/m/abc.m4a", 1, true), ("https://host/m/abc.m4a", 5_000_000, true),
            ("https://host/m/abc.m4a", 5_000_001, false), ("http://host/m/abc.m4a", 1, false),
            ("file:///m/abc.m4a", 1, false), ("https://host.evil.example/m/abc.m4a", 1, false),
            ("https://host@evil.example/m/abc.m4a", 1, false), ("https://169.254.169.254/abc.m4a", 1, false),
        ])
    func strangeMedia(address: String, size: Int, isFetched: Bool) async throws {
        let layout = Sample.turn().replacing(#""caption": "c""#, with: #""mediaURL": "\#(address)""#)
        let sound = (path: "/abc.m4a", status: 200, body: String(repeating: "s", count: size))
        let table = GameTable(
            [open, (path: "/turns", status: 201, body: layout), picture, sound], mediaHosts: ["host"])
        await table.open()
        await table.play()
        let bubble = try #require(table.host.inserted.first)
        #expect((bubble.mediaFile != nil) == isFetched && (bubble.picture == nil) == isFetched)
        let isAsked = await table.service.requests.contains { $0.url.path.hasSuffix(".m4a") }
        #expect(isAsked == (isFetched || size > 5_000_000))
        if let file = bubble.mediaFile { try FileManager.default.removeItem(at: file) }
        table.game.end()
    }

    @Test("a bubble whose picture can't be had is staged without it")
    func noPicture() async {
        let table = GameTable([open, turn])
        await table.open()
        await table.play()
        #expect(table.host.inserted.count == 1 && table.host.inserted.first?.picture == nil)
        table.game.end()
    }

    @Test("a message that is to be sent at once is staged where Messages does not allow that")
    func sendNow() async {
        for fails in [false, true] {
            let table = GameTable([open, (path: "/turns", status: 201, body: Sample.turn(draft: false)), picture])
            table.host.sendError = fails ? NSError(domain: "Messages", code: 9) : nil
            await table.open()
            await table.play(send: .now)
            #expect(table.host.sent.count == (fails ? 0 : 1) && table.host.inserted.count == (fails ? 1 : 0))
            table.game.end()
        }
    }

    @Test("a message that Messages does not take is taken back, with the error's code")
    func notInserted() async throws {
        let table = GameTable([
            open, turn, picture, (path: "/cancel", status: 200, body: #"{"session": \#(Sample.view())}"#),
        ])
        table.host.insertError = NSError(domain: "Messages", code: 8)
        await table.open()
        await table.play()
        #expect(table.game.state.explanation?.kind == .notInserted)
        #expect(table.game.state.game?.view.draft == nil)
        let request = try #require(await table.service.requests.first { $0.url.path.hasSuffix("/cancel") })
        #expect(String(decoding: request.body ?? Data(), as: UTF8.self).contains(#""errorCode":8"#))
        table.game.end()
    }

    @Test("a refusal of a later version of the service is explained in its words, too")
    func unusual() async {
        let table = GameTable([open, (path: "/turns", status: 418, body: Sample.problem("of_tomorrow", status: 418))])
        await table.open()
        await table.play()
        #expect(table.game.state.explanation?.text == "In words.")
        table.game.end()
    }

    @Test("who asks too often is told so, and what they did is kept")
    func rateLimited() async {
        let storage = TestStorage()
        let refusal = (path: "/turns", status: 429, body: Sample.problem("rate_limited", status: 429))
        let table = GameTable([open, refusal], storage: storage)
        await table.open()
        await table.play()
        #expect(table.game.state.explanation?.kind == .refused(.rateLimited) && storage.text.contains("b2"))
        table.game.end()
    }

    @Test("a refusal is explained in the words of the service, and goes away when it was read")
    func refused() async {
        let refusal = (path: "/turns", status: 422, body: Sample.problem("illegal_move", status: 422))
        let table = GameTable([open, refusal])
        await table.open()
        await table.play()
        #expect(table.game.state.explanation?.text == "In words.")
        #expect(table.game.state.explanation?.kind == .refused(.illegalMove))
        table.game.dismissExplanation()
        #expect(table.game.state.explanation == nil && table.game.state.game?.view.revision == 7)
        table.game.end()
    }

    @Test("what was missed is animated once, also when the bubble is opened again")
    func missed() async {
        let storage = TestStorage()
        let answer = (path: "/open", status: 200, body: Sample.opened(events: [6, 7]))
        let first = GameTable([answer], storage: storage)
        await first.open()
        #expect(first.game.state.game?.missed.map(\.revision) == [6, 7])
        first.game.didShow(6)
        #expect(first.game.state.game?.missed.map(\.revision) == [7])
        first.game.end()

        let again = GameTable([answer], storage: storage)
        await again.open()
        #expect(again.game.state.game?.missed.map(\.revision) == [7])
        again.game.end()
    }

    @Test("what a tapped bubble did itself was missed, too, if the person has not seen it")
    func missedBubble() async {
        let storage = TestStorage()
        let events = (path: "/events", status: 200, body: #"{"events": [\#(Sample.event(7))], "next": null}"#)
        let first = GameTable([open, events], storage: storage)
        await first.open()
        #expect(first.game.state.game?.missed.isEmpty == true)
        #expect(await !first.service.requests.contains { $0.url.path.hasSuffix("/events") })
        first.game.didShow(6)
        first.game.end()

        let again = GameTable([open, events], storage: storage)
        await again.open()
        #expect(again.game.state.game?.missed.map(\.revision) == [7])
        again.game.didShow(7)
        again.game.end()

        let last = GameTable([open, events], storage: storage)
        await last.open()
        #expect(last.game.state.game?.missed.isEmpty == true)
        #expect(await !last.service.requests.contains { $0.url.path.hasSuffix("/events") })
        last.game.end()
    }

    @Test("what a bubble did that arrives for the game on screen is animated, too")
    func missedArrival() async {
        let events = (path: "/events", status: 200, body: #"{"events": [\#(Sample.event(8))], "next": null}"#)
        let table = GameTable([open, events])
        await table.open()
        await table.service.answer("/new/open", Sample.opened(revision: 8))
        table.game.didReceive(IncomingBubble(token: MessageToken(rawValue: "new")))
        await table.game.settle()
        #expect(table.game.state.game?.missed.map(\.revision) == [8])
        table.game.end()
    }

    @Test("a message that arrives for another game does not change the one on screen")
    func otherGame() async {
        let table = GameTable([open])
        await table.open()
        let other = Sample.opened(revision: 9).replacing(Sample.id, with: "5e550000-0000-4000-8000-000000000002")
        await table.service.answer("/other/open", other)
        table.game.didReceive(IncomingBubble(token: MessageToken(rawValue: "other")))
        await table.game.settle()
        #expect(table.game.state.game?.view.revision == 7)
        #expect(await table.service.paths.last?.hasSuffix("/other/open") == true)
        table.game.end()
    }
}
