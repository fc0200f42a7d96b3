import Foundation
import RoundtableClient
import RoundtableMessages
import RoundtableModel
import RoundtableTestTools
import Testing

@Suite("Instances of an extension that come and go", .timeLimit(.minutes(5)))
@MainActor
struct InstanceTests {
    private static let second = MessageToken(rawValue: "second")
    private static let other = MessageToken(rawValue: "other")
    private static let otherID = "5e550000-0000-4000-8000-000000000002"

    /// A game that somebody else keeps.
    private struct Watched {
        weak var game: MessagesGame?
    }

    private let storage: TestStorage
    private let service: TestService
    private let transcript: TestTranscript

    init() {
        storage = TestStorage()
        let otherGame = Sample.opened().replacing(Sample.id, with: Self.otherID)
        service = TestService(
            [
                (path: "/other/open", status: 200, body: otherGame),
                (path: "/open", status: 200, body: Sample.opened()),
                (path: Sample.id, status: 200, body: Sample.view()),
                (path: Self.otherID, status: 200, body: Sample.view().replacing(Sample.id, with: Self.otherID)),
            ], watching: storage)
        transcript = TestTranscript(of: MessagesExtension(.test(service, storage: storage)))
    }

    private func change(to revision: Int) async {
        await service.answer(Sample.id, Sample.view(revision: revision))
        await service.release()
    }

    private func shows(_ revision: Int, _ game: MessagesGame) async {
        for await state in game.states() where state.game?.view.revision == revision { return }
    }

    @Test("three at once, each in a style of its own, show one game with one held read")
    func threeStyles() async throws {
        let owner = MessagesExtension(.test(service, storage: storage))
        let styles = [PresentationStyle.compact, .expanded, .transcript]
        let instances = styles.map { TestTranscript.Instance($0, in: owner) }
        for instance in instances {
            instance.game.willBecomeActive(IncomingBubble(token: Sample.token), in: instance.host)
        }
        for instance in instances { await shows(7, instance.game) }
        #expect(instances.map(\.game.style) == styles)
        try await service.untilHeld(1)
        await change(to: 8)
        for instance in instances { await shows(8, instance.game) }
        try await service.untilHeld(1)
        #expect(await service.mostHeld == 1)
        for instance in instances { instance.game.end() }
        try await service.untilHeld(0)
    }

    @Test("the app stays as it is while live bubbles of two games scroll in and out, and each game is read once")
    func scrolling() async throws {
        let app = transcript.openApp()
        transcript.tap(Sample.token)
        await shows(7, app)
        for token in [Sample.token, Self.second, Self.other] { await shows(7, transcript.scrollIn(token)) }
        try await service.untilHeld(2)
        transcript.scrollOut(Self.other)
        transcript.scrollOut(Sample.token)
        try await service.untilHeld(1)
        await change(to: 8)
        await shows(8, app)
        for bubble in transcript.bubbles.values { await shows(8, bubble.game) }
        #expect(app.style == .expanded && transcript.bubbles.count == 1)
        transcript.close()
        try await service.untilHeld(0)
    }

    @Test("a live bubble that comes back shows what has happened meanwhile")
    func comesBack() async throws {
        await shows(7, transcript.scrollIn(Sample.token))
        transcript.scrollOut(Sample.token)
        try await service.untilHeld(0)
        await service.answer("/open", Sample.opened(revision: 9))
        let again = transcript.scrollIn(Sample.token)
        await shows(9, again)
        #expect(again.style == .transcript)
        transcript.close()
    }

    @Test("a tap on a live bubble opens the app with its game, or turns the compact app into it")
    func tapped() async throws {
        let bubble = transcript.scrollIn(Sample.token)
        await shows(7, bubble)
        bubble.requestExpandedPresentation()
        let app = try #require(transcript.app?.game)
        await shows(7, app)
        #expect(app.style == .expanded && bubble.style == .transcript)
        transcript.closeApp()

        let compact = transcript.openApp()
        await compact.settle()
        #expect(compact.state == .empty && compact.style == .compact)
        bubble.requestExpandedPresentation()
        await shows(7, compact)
        #expect(compact.style == .expanded && transcript.app?.game === compact)
        transcript.close()
    }

    @Test("the app takes up no room when its move waits for Send, and the live bubble shows the move at once")
    func staged() async throws {
        let bubble = transcript.scrollIn(Sample.token)
        await shows(7, bubble)
        let app = transcript.tap(Sample.token)
        await shows(7, app)
        await service.answer("/turns", status: 201, Sample.turn())
        app.play("b2")
        await app.settle()
        #expect(app.style == .compact && transcript.app?.host.requests == [.compact])
        guard case .staged = app.state else {
            Issue.record("\(app.state)")
            return
        }
        for await state in bubble.states() where state.game?.view.draft != nil { break }
        #expect(transcript.bubbles[Sample.token]?.host.inserted.isEmpty == true)
        transcript.close()
    }

    @Test("an instance that is gone leaves its move to the next one")
    func gone() async throws {
        let first = Watched(game: transcript.tap(Sample.token))
        await shows(7, try #require(first.game))
        first.game?.play("b2")
        await first.game?.settle()
        #expect(first.game?.state.explanation?.kind == .waiting)
        transcript.closeApp()
        try await eventually("the first instance is gone") { first.game == nil }

        await service.answer("/turns", status: 201, Sample.turn())
        let second = transcript.tap(Sample.token)
        await second.settle()
        #expect(transcript.app?.host.inserted.count == 1 && !storage.text.contains("b2"))
        transcript.close()
    }

    @Test("who is erased in the open app is erased in all live bubbles, and none of them makes another player")
    func erased() async throws {
        await service.answer("/players/me", status: 204, "")
        let bubbles = [transcript.scrollIn(Sample.token), transcript.scrollIn(Self.other)]
        let app = transcript.tap(Sample.token)
        for game in bubbles + [app] { await shows(7, game) }
        try await service.untilHeld(2)
        try await app.erase()
        #expect((bubbles + [app]).allSatisfy { $0.state == .empty })
        try await service.untilHeld(0)
        for game in bubbles + [app] { await game.settle() }
        #expect(await !service.paths.contains { $0.hasSuffix("/players") })
        transcript.close()
    }

    @Test("a device that is linked in the open app has the seat in all live bubbles")
    func linked() async throws {
        await service.answer("/me/links", #"{"player": "\#(Sample.id)"}"#)
        let bubble = transcript.scrollIn(Sample.token)
        let app = transcript.tap(Sample.token)
        for game in [bubble, app] { await shows(7, game) }
        await service.answer("/open", Sample.opened(revision: 9))
        try await app.link(code: "ABCD")
        for game in [bubble, app] { await shows(9, game) }
        transcript.close()
    }

    @Test("of several instances each tells what the others have not told, one after the other")
    func reports() async throws {
        await service.answer(
            "/sent", #"{"session": \#(Sample.view(revision: 8)), "revision": 8, "status": "latest"}"#)
        let app = transcript.tap(Sample.token)
        await shows(7, app)
        let bubbles = [Sample.token, Self.second].map { transcript.scrollIn($0) }
        app.didStartSending(IncomingBubble(token: Sample.token))
        for game in bubbles + [app] { await game.settle() }
        #expect(await service.paths.filter { $0.hasSuffix("/sent") }.count == 1)
        #expect(!storage.text.contains("sent"))
        transcript.close()
    }

    @Test("an instance stages in the MSSession that another one has opened, in the same conversation only")
    func bubbleSessions() async throws {
        let object = NSObject()
        let bubble = TestTranscript.Instance(.transcript, in: transcript.owner)
        bubble.game.willBecomeActive(
            IncomingBubble(token: Sample.token, session: BubbleSession(object)), in: bubble.host)
        await bubble.game.settle()
        await service.answer("/turns", status: 201, Sample.turn())
        for people in [Sample.people, Conversation(local: Sample.people.local, remotes: [ParticipantID(UUID())])] {
            let app = TestTranscript.Instance(.compact, in: transcript.owner)
            app.host.people = people
            app.game.willBecomeActive(nil, in: app.host)
            app.game.open(try #require(SessionID(rawValue: Sample.id)))
            await app.game.settle()
            app.game.play("b2")
            await app.game.settle()
            #expect(app.host.sessions.map { $0 === object } == [people == Sample.people])
            app.game.end()
        }
        bubble.game.end()
    }
}
