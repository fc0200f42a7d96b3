import MessagesSimulator
import RoundtableMessages
import RoundtableModel
import TestSupport
import Testing

extension KitTests {
    @Suite("Several devices with the kit", .database)
    @MainActor
    struct DeviceTests {
        @Test("two devices with one Keychain are one player, and only one of two moves counts")
        func oneKeychain() async throws {
            try await KitFriends.meet { friends in
                try await friends.amber.begin("tic-tac-toe", move: "b2")
                let tablet = await friends.phone(of: friends.ben, named: "tablet")
                defer { tablet.kill() }
                try await friends.amber.send()
                try await friends.ben.openNewest()
                await friends.world.keep(await friends.world[friends.ben.device].keychain, on: tablet.device)
                try await tablet.openNewest()
                await friends.ben.play("a1")
                await tablet.play("c3")
                try await friends.ben.send()
                let bubble = try await tablet.send()
                #expect(tablet.state.explanation?.kind == .overtaken && tablet.state.rows == ["O..", ".X.", "..."])
                try await friends.amber.open(bubble)
                #expect(friends.amber.state.explanation?.kind == .overtaken)
                #expect(friends.amber.state.rows == ["O..", ".X.", "..."])
            }
        }

        @Test("a second device that is taken for a stranger offers a code, and then has its owner's seat")
        func linked() async throws {
            try await KitFriends.meet { friends in
                let tablet = await friends.phone(of: friends.ben, named: "tablet")
                defer { tablet.kill() }
                try await friends.beginTicTacToe()
                await friends.ben.play("a1")
                let bubble = try await friends.ben.send()
                try await tablet.open(bubble)
                #expect(tablet.state.explanation?.kind == .otherDevice && tablet.state.game?.view.you == nil)

                let code = try #require(try await friends.ben.game?.makeLinkCode().code)
                try await tablet.game?.link(code: code)
                await tablet.game?.settle()
                #expect(tablet.state.isShowing && tablet.state.game?.view.you == 1)
            }
        }

        @Test(
            "a phone restored from a backup takes up the move that was on its way, and names everybody as it knows them"
        )
        func restored() async throws {
            try await KitFriends.meet { friends in
                try await friends.beginTicTacToe()
                await friends.ben.network.hold("/turns", .after)
                friends.ben.game?.play("a1")
                try await friends.ben.network.untilHeld()
                friends.ben.kill()

                let restored = await friends.phone(
                    of: friends.ben, named: "new phone", disk: Disk(friends.ben.disk.read()))
                defer { restored.kill() }
                await friends.world.keep(await friends.world[friends.ben.device].keychain, on: restored.device)
                let opening = try #require(
                    await friends.world.transcript(on: friends.ben.device, in: friends.group).bubbles.last)
                await friends.world.restore([opening], on: restored.device, in: friends.group)
                try await restored.openNewest()
                #expect(restored.state.isStaged && restored.state.rows == ["O..", ".X.", "..."])
                try await restored.send()
                #expect(restored.state.isShowing && restored.state.game?.view.you == 1)
                #expect(await friends.amber.lines.last == "[Ben] Ben took the top left corner · Move 2 · Amber to play")
            }
        }

        @Test("who is erased on one device is unknown on the other, and may begin as a new player on both")
        func erased() async throws {
            try await KitFriends.meet { friends in
                try await friends.beginTicTacToe()
                let tablet = await friends.phone(of: friends.ben, named: "tablet")
                defer { tablet.kill() }
                await friends.world.keep(await friends.world[friends.ben.device].keychain, on: tablet.device)
                try await friends.ben.game?.erase()
                #expect(friends.ben.state == .empty)
                #expect(await friends.world[friends.ben.device].keychain == nil)

                let bubble = try #require(
                    await friends.world.transcript(on: friends.ben.device, in: friends.group).bubbles.last)
                await friends.world.restore([bubble], on: tablet.device, in: friends.group)
                try await tablet.openNewest()
                #expect(tablet.state.explanation?.kind == .unknownPlayer)
                try await tablet.game?.startOver()
                await tablet.game?.settle()
                #expect(tablet.state.isShowing && tablet.state.rows == ["...", ".X.", "..."])
                try await friends.ben.openNewest()
                await friends.ben.play("a1")
                #expect(friends.ben.state.isStaged)
            }
        }

        @Test("a new phone without the Keychain looks on, and does not take anybody's seat")
        func newPhone() async throws {
            try await KitFriends.meet { friends in
                try await friends.beginTicTacToe()
                await friends.ben.play("a1")
                try await friends.ben.send()
                let other = await friends.phone(of: friends.ben, named: "new phone")
                defer { other.kill() }
                try await friends.amber.openNewest()
                await friends.amber.play("c1")
                try await friends.amber.send()
                try await other.openNewest()
                #expect(other.state.isShowing && other.state.game?.view.you == nil)
                await other.play("a2")
                #expect(other.state.explanation != nil && other.state.rows == ["O.X", ".X.", "..."])
                try await friends.ben.openNewest()
                #expect(friends.ben.state.game?.isYourTurn == true)
            }
        }
    }
}
