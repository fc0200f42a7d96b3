import Foundation
import MessagesSimulator
import RoundtableMessages
import RoundtableModel
import TestSupport
import Testing

extension KitTests {
    @Suite("A turn with the kit", .database)
    @MainActor
    struct TurnTests {
        @Test("a move is staged, sent and seen on the other phone without a tap, with what there is to animate")
        func plain() async throws {
            try await KitFriends.meet { friends in
                try await friends.beginTicTacToe()
                #expect(friends.ben.state.rows == ["...", ".X.", "..."] && friends.ben.state.game?.isYourTurn == true)
                await friends.ben.play("a1")
                #expect(friends.ben.state.isStaged && friends.ben.state.rows == ["O..", ".X.", "..."])
                #expect(friends.amber.state.rows == ["...", ".X.", "..."])
                try await friends.ben.send()
                #expect(friends.ben.state.isShowing && friends.ben.state.game?.isYourTurn == false)

                let amber = await friends.amber.shows { $0.rows == ["O..", ".X.", "..."] }
                #expect(amber.isShowing && amber.game?.missed.last?.summaryText == "Player 2 took the top left corner")
                #expect(
                    await friends.amber.lines == [
                        "– Amber took the centre", "[Ben] Ben took the top left corner · Move 2 · Amber to play",
                    ])
            }
        }

        @Test("an old bubble shows the game as it stands, and what has happened since, once")
        func oldBubble() async throws {
            try await KitFriends.meet { friends in
                try await friends.beginTicTacToe()
                await friends.ben.play("a1")
                try await friends.ben.send()
                friends.ben.kill()
                try await friends.amber.openNewest()
                await friends.amber.play("c1")
                try await friends.amber.send()

                let old = try #require(
                    await friends.world.transcript(on: friends.ben.device, in: friends.group).bubbles.first)
                try await friends.ben.open(old)
                let state = friends.ben.state
                #expect(state.isShowing && state.rows == ["O.X", ".X.", "..."] && state.game?.isYourTurn == true)
                #expect(state.game?.missed.map(\.revision) == [2, 3])
                friends.ben.game?.didShow(3)
                friends.ben.kill()
                try await friends.ben.open(old)
                #expect(friends.ben.state.game?.missed == [])
            }
        }

        @Test("whoever chose what somebody else has sent meanwhile is told, and shown what counts")
        func overtaken() async throws {
            try await KitFriends.meet(3) { friends in
                try await friends.amber.begin("ice-cream")
                try await friends.amber.send()
                for phone in [friends.ben, friends.chris] { try await phone.openNewest() }
                await friends.ben.play("Base=base01")
                await friends.chris.play("Base=base02")
                try await friends.ben.send()
                let bubble = try await friends.chris.send()
                let late = friends.chris.state
                #expect(late.explanation?.kind == .overtaken && late.game?.board["base"] == "base01")

                try await friends.amber.open(bubble)
                let other = friends.amber.state
                #expect(other.explanation?.kind == .overtaken && other.game?.board["base"] == "base01")
                friends.amber.game?.dismissExplanation()
                #expect(friends.amber.state.isShowing)
            }
        }

        @Test("a move that was chosen on an old board is refused in the player's language, and the new board is shown")
        func stale() async throws {
            try await KitFriends.meet(3) { friends in
                friends.chris.language = "de"
                try await friends.amber.begin("ice-cream")
                try await friends.amber.send()
                try await friends.chris.openNewest()
                friends.chris.game?.willResignActive()
                try await friends.ben.openNewest()
                await friends.ben.play("Base=base01")
                try await friends.ben.send()

                await friends.chris.play("Base=base02")
                let state = friends.chris.state
                #expect(state.explanation?.kind == .refused(.staleRevision))
                #expect(state.explanation?.text.contains("inzwischen") == true)
                #expect(state.game?.board["base"] == "base01")
                #expect(await friends.chris.staged == nil)
            }
        }

        @Test("a bubble that Messages does not take is taken back, and the person may move again")
        func cancelledWithError() async throws {
            try await KitFriends.meet { friends in
                try await friends.beginTicTacToe()
                friends.ben.insertError = NSError(domain: "com.apple.messages", code: 8)
                await friends.ben.play("a1")
                let refused = friends.ben.state
                #expect(refused.explanation?.kind == .notInserted && refused.rows == ["...", ".X.", "..."])
                friends.ben.insertError = nil
                await friends.ben.play("c3")
                try await friends.ben.send()
                #expect(friends.ben.state.rows == ["...", ".X.", "..O"])
                #expect(
                    await friends.amber.lines.last == "[Ben] Ben took the bottom right corner · Move 2 · Amber to play")
            }
        }

        @Test("a message that was removed from the input field is taken back")
        func cancelled() async throws {
            try await KitFriends.meet { friends in
                try await friends.beginTicTacToe()
                await friends.ben.play("a1")
                try await friends.ben.cancel()
                #expect(friends.ben.state.isShowing && friends.ben.state.rows == ["...", ".X.", "..."])
            }
        }

        @Test("a message that vanished without a word is staged again")
        func stagedAgain() async throws {
            try await KitFriends.meet { friends in
                try await friends.beginTicTacToe()
                await friends.ben.play("a1")
                _ = try await friends.world.unstage(on: friends.ben.device, in: friends.group)
                #expect(friends.ben.state.isStaged)
                friends.ben.game?.stageAgain()
                await friends.ben.game?.settle()
                try await friends.ben.send()
                #expect(friends.ben.state.isShowing && friends.ben.state.rows == ["O..", ".X.", "..."])
            }
        }
    }
}
