import MessagesSimulator
import RoundtableModel
import RoundtableClient
import TestSupport
import Testing

@Suite("Devices", .database)
struct DeviceTests {
    @Test("after a reinstall a player still has their seat, and everybody reads the right names")
    func reinstall() async throws {
        try await Friends.meet { friends in
            try await friends.begin("ice-cream", by: friends.ben, move: "Base=base01")
            try await friends.play("Scoops=scoops01", by: friends.amber)
            let seat = try await friends.amber.tap().session.you
            await friends.world.reinstall(friends.amber.device)
            let reinstalled = await friends.world.app(on: friends.amber.device, in: friends.group)

            let view = try await reinstalled.tap().session
            #expect(view.you == seat && seat != nil)
            #expect(view.seats.compactMap(\.participant).count == 1)
            try await friends.play("Topping=topping01", by: reinstalled)
            #expect(await friends.chris.lines.last?.hasPrefix("[Amber] Amber likes Sprinkles!") == true)
            try await friends.ben.tap()
            try await friends.ben.nudge()
            try await friends.send(from: friends.ben)
            #expect(await reinstalled.lines.last?.hasPrefix("[Ben] Amber likes Sprinkles!") == true)
        }
    }

    @Test("two phones that share a Keychain are one player")
    func sharedKeychain() async throws {
        try await Friends.meet { friends in
            let tablet = await friends.world.addDevice(of: friends.amber.owner, named: "tablet")
            try await friends.begin("ice-cream", by: friends.ben, move: "Base=base01")
            try await friends.play("Scoops=scoops01", by: friends.amber)
            await friends.world.keep(await friends.world[friends.amber.device].keychain, on: tablet)

            let second = await friends.world.app(on: tablet, in: friends.group)
            let opened = try await second.tap()
            #expect(opened.session.you == 1 && opened.tapped.hint == nil)
            try await second.play("Topping=topping02")
            try await friends.send(from: second)
            #expect(try await friends.amber.tap().session.seats.filter(\.you).count == 1)
            #expect(await friends.ben.lines.last?.hasPrefix("[Amber] Amber likes Cherries!") == true)
            #expect(await friends.amber.lines.last?.hasPrefix("[You] Amber likes Cherries!") == true)
        }
    }

    @Test("a second phone that nobody knows is told that it looks like one of its owner's, and gets no seat")
    func strangePhone() async throws {
        try await Friends.meet { friends in
            let tablet = await friends.world.addDevice(of: friends.amber.owner, named: "tablet")
            try await friends.begin("ice-cream", by: friends.amber, move: "Base=base01")
            let opened = try await friends.world.app(on: tablet, in: friends.group).tap()
            #expect(opened.tapped.hint == .sentByYou)
            #expect(opened.session.you == nil && opened.session.seats.allSatisfy { $0.participant == nil })
        }
    }

    @Test("somebody who sends from an e-mail address as well is one person to the others")
    func handles() async throws {
        try await Friends.meet { friends in
            let mac = await friends.world.addDevice(of: friends.amber.owner, named: "Mac")
            await friends.world.change(mac) { $0.handle = "amber@example.com" }
            try await friends.begin("ice-cream", by: friends.ben, move: "Base=base01")
            try await friends.play("Scoops=scoops01", by: friends.amber)
            await friends.world.keep(await friends.world[friends.amber.device].keychain, on: mac)
            try await friends.ben.tap()
            try await friends.play("Topping=topping06", by: await friends.world.app(on: mac, in: friends.group))

            try await friends.ben.tap()
            try await friends.ben.nudge()
            try await friends.send(from: friends.ben)
            #expect(await friends.chris.lines.last?.hasPrefix("[Ben] Amber likes Hazelnuts!") == true)
        }
    }

    @Test("Xcode's simulator, which changes its identifiers at every activation, plays along")
    func changingIdentifiers() async throws {
        try await Friends.meet { friends in
            await friends.world.change(friends.ben.device) { $0.isXcodeSimulator = true }
            try await friends.begin("ice-cream", by: friends.ben, move: "Base=base01")
            try await friends.play("Scoops=scoops01", by: friends.amber)
            try await friends.play("Topping=topping01", by: friends.ben)
            try await friends.play("Topping=topping02", by: friends.amber)
            let view = try await friends.ben.tap().session
            #expect(view.you == 0 && view.state == .finished && view.seats.filter(\.you).count == 1)
            #expect(
                await friends.ben.lines == [
                    "– Ben took a Sugar Cone", "– Amber chose Vanilla", "– Ben likes Sprinkles!",
                    "[Amber] Amber likes Cherries! · The ice cream is ready!",
                ])
        }
    }
}
