import MessagesSimulator
import RoundtableClient
import RoundtableMessages
import RoundtableModel
import TestSupport
import Testing

extension KitTests {
    @Suite("A turn that is interrupted", .database)
    @MainActor
    struct InterruptionTests {
        @Test("a move made without a network is kept, and staged when the network is back")
        func offline() async throws {
            try await KitFriends.meet { friends in
                try await friends.beginTicTacToe()
                await friends.ben.network.goOffline()
                await friends.ben.play("a1")
                #expect(friends.ben.state.explanation?.kind == .waiting)
                #expect(friends.ben.state.rows == ["...", ".X.", "..."])
                await friends.ben.network.goOnline()
                let state = await friends.ben.shows(\.isStaged)
                #expect(state.rows == ["O..", ".X.", "..."])
                await friends.ben.game?.settle()
                try await friends.ben.send()
                #expect(await friends.amber.lines.last == "[Ben] Ben took the top left corner · Move 2 · Amber to play")
            }
        }

        @Test("a message that is opened without a network is shown when the network is back")
        func openedOffline() async throws {
            try await KitFriends.meet { friends in
                try await friends.amber.begin("tic-tac-toe", move: "b2")
                try await friends.amber.send()
                await friends.ben.network.goOffline()
                try await friends.ben.openNewest()
                #expect(friends.ben.state.explanation?.kind == .offline && friends.ben.state.game == nil)
                await friends.ben.network.goOnline()
                let state = await friends.ben.shows(\.isShowing)
                #expect(state.rows == ["...", ".X.", "..."])
            }
        }

        @Test("Send that was pressed without a network is told when the network is back")
        func sentOffline() async throws {
            try await KitFriends.meet { friends in
                try await friends.beginTicTacToe()
                await friends.ben.play("a1")
                await friends.ben.network.goOffline()
                try await friends.ben.send()
                #expect(
                    friends.ben.state.explanation?.kind == .waiting
                        && friends.amber.state.rows == ["...", ".X.", "..."])
                await friends.ben.network.goOnline()
                await friends.ben.shows { $0.isShowing && $0.rows == ["O..", ".X.", "..."] }
                await friends.amber.shows { $0.rows == ["O..", ".X.", "..."] }
            }
        }

        @Test("a message that was removed without a network is taken back when the network is back")
        func cancelledOffline() async throws {
            try await KitFriends.meet { friends in
                try await friends.beginTicTacToe()
                await friends.ben.play("a1")
                await friends.ben.network.goOffline()
                try await friends.ben.cancel()
                #expect(friends.ben.state.explanation?.kind == .waiting)
                await friends.ben.network.goOnline()
                let state = await friends.ben.shows(\.isShowing)
                #expect(state.rows == ["...", ".X.", "..."])
                await friends.ben.game?.settle()
                let client = try #require(friends.ben.game?.client)
                let id = try #require(state.game?.view.id)
                #expect(try await client.session(id).draft == nil)
                await friends.ben.play("c3")
                try await friends.ben.send()
                #expect(friends.ben.state.rows == ["...", ".X.", "..O"])
            }
        }

        @Test(
            "an extension that ends while a move is on its way stages it when it is opened again",
            arguments: [true, false])
        func killedBeforeInsert(arrived: Bool) async throws {
            try await KitFriends.meet { friends in
                try await friends.beginTicTacToe()
                await friends.ben.network.hold("/turns", arrived ? .after : .before)
                friends.ben.game?.play("a1")
                try await friends.ben.network.untilHeld()
                friends.ben.kill()
                #expect(await friends.ben.staged == nil)

                try await friends.ben.openNewest()
                #expect(friends.ben.state.isStaged && friends.ben.state.rows == ["O..", ".X.", "..."])
                #expect(await friends.ben.staged != nil)
                try await friends.ben.send()
                #expect(friends.ben.state.isShowing)
                #expect(await friends.amber.lines.last == "[Ben] Ben took the top left corner · Move 2 · Amber to play")
            }
        }

        @Test("a game whose beginning was interrupted begins once", arguments: [true, false])
        func killedWhileBeginning(arrived: Bool) async throws {
            try await KitFriends.meet { friends in
                try await friends.amber.open(nil)
                await friends.amber.network.hold("/sessions", arrived ? .after : .before)
                friends.amber.game?.begin("tic-tac-toe", move: "b2")
                try await friends.amber.network.untilHeld()
                friends.amber.kill()

                try await friends.amber.open(nil)
                #expect(friends.amber.state.isStaged)
                try await friends.amber.send()
                try await friends.ben.openNewest()
                #expect(friends.ben.state.rows == ["...", ".X.", "..."])
                let client = try #require(friends.amber.game?.client)
                #expect(try await client.sessions().sessions.count == 1)
            }
        }

        @Test(
            "an extension that ends after inserting shows the move that waits, and it counts when it is sent and opened"
        )
        func killedAfterInsert() async throws {
            try await KitFriends.meet { friends in
                try await friends.beginTicTacToe()
                await friends.ben.play("a1")
                friends.ben.kill()
                let opening = try #require(
                    await friends.world.transcript(on: friends.ben.device, in: friends.group).bubbles.last)
                try await friends.ben.open(opening)
                #expect(friends.ben.state.isStaged && friends.ben.state.rows == ["O..", ".X.", "..."])

                friends.ben.kill()
                try await friends.ben.send()
                #expect(friends.amber.state.rows == ["...", ".X.", "..."])
                try await friends.amber.openNewest()
                #expect(friends.amber.state.rows == ["O..", ".X.", "..."])
                #expect(await friends.amber.lines.last == "[Ben] Ben took the top left corner · Move 2 · Amber to play")
            }
        }

        @Test("an extension that ends after Send tells the service when it is opened again", arguments: [true, false])
        func killedAfterSend(arrived: Bool) async throws {
            try await KitFriends.meet { friends in
                try await friends.beginTicTacToe()
                await friends.ben.play("a1")
                await friends.ben.network.hold("/sent", arrived ? .after : .before)
                async let sending = friends.ben.send()
                try await friends.ben.network.untilHeld()
                friends.ben.kill()
                _ = try await sending

                let opening = try #require(
                    await friends.world.transcript(on: friends.ben.device, in: friends.group).bubbles.first)
                try await friends.ben.open(opening)
                #expect(friends.ben.state.isShowing && friends.ben.state.rows == ["O..", ".X.", "..."])
                let amber = await friends.amber.shows { $0.rows == ["O..", ".X.", "..."] }
                #expect(amber.game?.isYourTurn == true)
            }
        }

        @Test(
            "an extension that ends while a message is being taken back tells the service when it is opened again",
            arguments: [true, false])
        func killedAfterCancel(arrived: Bool) async throws {
            try await KitFriends.meet { friends in
                try await friends.beginTicTacToe()
                await friends.ben.play("a1")
                await friends.ben.network.hold("/cancel", arrived ? .after : .before)
                async let cancelling: Void = friends.ben.cancel()
                try await friends.ben.network.untilHeld()
                friends.ben.kill()
                try await cancelling

                try await friends.ben.openNewest()
                #expect(friends.ben.state.isShowing && friends.ben.state.rows == ["...", ".X.", "..."])
                await friends.ben.play("c3")
                try await friends.ben.send()
                #expect(friends.ben.state.rows == ["...", ".X.", "..O"])
            }
        }
    }
}
