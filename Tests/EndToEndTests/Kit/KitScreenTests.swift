import MessagesSimulator
import RoundtableClient
import RoundtableMessages
import RoundtableModel
import RoundtableTestTools
import TestSupport
import Testing

extension KitTests {
    @Suite("Instances and styles with the kit", .database)
    @MainActor
    struct ScreenTests {
        private static let empty = ["...", ".X.", "..."]
        private static let answered = ["O..", ".X.", "..."]

        /// Somebody's instance, which may be gone.
        private struct Watched {
            weak var game: MessagesGame?
        }

        private func beginLive(_ friends: KitFriends) async throws {
            try await friends.amber.begin("tic-tac-toe", move: "b2", live: true)
            try await friends.amber.send()
            await friends.ben.look()
        }

        @Test("the open app and a live bubble in the transcript and in the input field are three instances of one game")
        func three() async throws {
            try await KitFriends.meet { friends in
                try await beginLive(friends)
                let ben = friends.ben
                let bubble = try #require(ben.bubbles.first)
                await ben.shows({ $0.rows == Self.empty }, in: bubble)
                #expect(ben.bubbles.count == 1 && ben.game == nil && bubble.style == .transcript)

                bubble.requestExpandedPresentation()
                await ben.settle()
                let app = try #require(ben.game)
                #expect(app.state.rows == Self.empty && app.style == .expanded && bubble.style == .transcript)
                await ben.play("a1")
                #expect(app.state.isStaged && app.style == .compact && ben.bubbles.count == 2)
                let pending = try #require(ben.bubbles.last)
                for game in [app, bubble, pending] {
                    let state = await ben.shows({ $0.rows == Self.answered }, in: game)
                    #expect(state.isStaged)
                }
                // What is only drawn in the input field is not sent, and counts for nobody.
                #expect(friends.amber.state.rows == Self.empty)

                try await ben.send()
                #expect(ben.bubbles.count == 1 && !ben.bubbles.contains { $0 === bubble })
                for game in [app, try #require(ben.bubbles.first)] {
                    await ben.shows({ $0.isShowing && $0.rows == Self.answered }, in: game)
                }
                await friends.amber.look()
                let theirs = try #require(friends.amber.bubbles.last)
                await friends.amber.shows({ $0.rows == Self.answered }, in: theirs)
            }
        }

        @Test("a live bubble that is removed from the input field goes, and the others show the game without its move")
        func removed() async throws {
            try await KitFriends.meet { friends in
                try await beginLive(friends)
                try await friends.ben.openNewest()
                await friends.ben.play("a1")
                let pending = Watched(game: friends.ben.bubbles.last)
                #expect(friends.ben.bubbles.count == 2 && pending.game != nil)
                try await friends.ben.cancel()
                #expect(friends.ben.bubbles.count == 1 && friends.ben.state.rows == Self.empty)
                await friends.ben.shows({ $0.isShowing && $0.rows == Self.empty }, in: friends.ben.bubbles.first)
                try await eventually("the instance is gone") { pending.game == nil }
            }
        }

        @Test("a tap while the app is compact opens the bubble before the app is expanded")
        func tapped() async throws {
            try await KitFriends.meet { friends in
                try await beginLive(friends)
                let ben = friends.ben
                try await ben.open(nil)
                let app = try #require(ben.game)
                #expect(app.state == .empty && app.style == .compact)
                var between: [PresentationStyle?] = []
                ben.screen.duringTransition = {
                    between = [app.style, app.nextStyle]
                    await app.settle()
                    #expect(app.state.rows == Self.empty)
                }
                try await ben.openNewest()
                #expect(between == [.compact, .expanded] && app.style == .expanded && app.nextStyle == nil)
            }
        }

        @Test("a move that is staged while the app expands makes room for Send once it has expanded")
        func stagedBetween() async throws {
            try await KitFriends.meet { friends in
                try await beginLive(friends)
                let ben = friends.ben
                try await ben.open(nil)
                let app = try #require(ben.game)
                ben.screen.duringTransition = {
                    ben.screen.duringTransition = nil
                    await app.settle()
                    app.play("a1")
                    await app.settle()
                    #expect(app.state.isStaged && app.style == .compact && app.nextStyle == .expanded)
                }
                try await ben.openNewest()
                #expect(app.state.isStaged && app.style == .compact && app.nextStyle == nil)
                #expect(ben.screen.style == .compact)
            }
        }

        @Test("where Messages does not make room the move is staged all the same, and the person makes room")
        func refused() async throws {
            try await KitFriends.meet { friends in
                try await beginLive(friends)
                let ben = friends.ben
                ben.screen.ignoresRequests = true
                try await ben.openNewest()
                await ben.play("a1")
                #expect(ben.state.isStaged && ben.game?.style == .expanded && ben.game?.nextStyle == nil)
                await ben.screen.drag(to: .compact)
                #expect(ben.game?.style == .compact)
                try await ben.send()
                #expect(ben.state.isShowing && ben.state.rows == Self.answered)
            }
        }

        @Test("what is done in a live bubble opens the app, and nothing is staged from there")
        func playedInBubble() async throws {
            try await KitFriends.meet { friends in
                try await beginLive(friends)
                let bubble = try #require(friends.ben.bubbles.first)
                await friends.ben.shows({ $0.isShowing }, in: bubble)
                bubble.play("a1")
                await friends.ben.settle()
                #expect(await friends.ben.staged == nil)
                #expect(friends.ben.game?.style == .expanded && friends.ben.state.rows == Self.empty)
            }
        }

        @Test("instances come and go as bubbles are scrolled and shrink, and each shows the game as it stands")
        func comeAndGo() async throws {
            try await KitFriends.meet { friends in
                try await beginLive(friends)
                let amber = friends.amber
                try await friends.ben.openNewest()
                try await amber.begin("four-in-a-row", live: true)
                try await amber.send()
                #expect(amber.bubbles.count == 2)
                let scrolled = Watched(game: amber.bubbles.last)
                let older = Watched(game: amber.bubbles.first)
                await amber.screen.scroll(back: 1)
                #expect(amber.bubbles.count == 1)
                try await eventually("what is scrolled away is gone") { scrolled.game == nil }
                await friends.ben.play("a1")
                try await friends.ben.send()
                await amber.shows({ $0.rows == Self.answered }, in: older.game)

                // Ben's bubble takes the place of Amber's, whose instance goes; the other one comes back.
                await amber.look()
                #expect(!amber.bubbles.contains { $0 === older.game })
                await amber.screen.scroll(back: 0)
                #expect(amber.bubbles.count == 2)
                for game in amber.bubbles { await amber.shows({ $0.isShowing }, in: game) }
                #expect(amber.bubbles.contains { $0.state.rows == Self.answered })
                try await eventually("what has shrunk is gone") { older.game == nil }
                // The app shows its own game all the while.
                #expect(amber.state.game?.view.game == "four-in-a-row")
            }
        }

        @Test("what the app could not tell before it was closed is told by a live bubble")
        func toldByBubble() async throws {
            try await KitFriends.meet { friends in
                try await beginLive(friends)
                let ben = friends.ben
                try await ben.openNewest()
                await ben.play("a1")
                await ben.network.goOffline()
                try await ben.send()
                #expect(ben.state.explanation?.kind == .waiting)
                ben.screen.closeApp()
                await ben.network.goOnline()
                await ben.screen.scroll(back: 1)
                await ben.screen.scroll(back: 0)
                await ben.shows({ $0.isShowing && $0.rows == Self.answered }, in: ben.bubbles.last)
                #expect(await friends.amber.lines.count == 2)
                let client = try #require(ben.bubbles.last?.client)
                let id = try #require(ben.bubbles.last?.state.game?.view.id)
                #expect(try await client.session(id).revision == 2)
            }
        }

        @Test("who is erased in the app is erased in the live bubbles, too")
        func erased() async throws {
            try await KitFriends.meet { friends in
                try await beginLive(friends)
                try await friends.ben.openNewest()
                await friends.ben.shows({ $0.isShowing }, in: friends.ben.bubbles.first)
                try await friends.ben.game?.erase()
                #expect(friends.ben.state == .empty && friends.ben.bubbles.map(\.state) == [.empty])
                await friends.ben.settle()
                #expect(await friends.world[friends.ben.device].keychain == nil)
            }
        }
    }
}
