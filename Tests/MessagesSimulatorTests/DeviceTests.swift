import MessagesSimulator
import RoundtableModel
import Testing

@Suite("Devices and their identifiers")
struct DeviceTests {
    @Test("every device calls everybody by other identifiers")
    func unique() async throws {
        let trio = try await Trio()
        let tablet = await trio.world.addDevice(of: Person("Amber"), named: "tablet")
        var all: [ParticipantID] = []
        for device in [trio.amber.device, trio.ben.device, trio.chris.device, tablet] {
            let conversation = await trio.world.identifiers(on: device, in: trio.group).conversation
            #expect(conversation.remotes.count == 2)
            all += [conversation.local] + conversation.remotes
        }
        #expect(Set(all).count == 12)
    }

    @Test("a reinstall brings completely new identifiers, but the Keychain survives")
    func reinstall() async throws {
        let trio = try await Trio()
        try await trio.begin()
        let before = await trio.ben.conversation()
        let credential = await trio.world[trio.ben.device].keychain
        await trio.world.reinstall(trio.ben.device)
        let after = await trio.ben.conversation()
        #expect(Set([before.local] + before.remotes).isDisjoint(with: [after.local] + after.remotes))
        let app = await trio.world.app(on: trio.ben.device, in: trio.group)
        try await app.tap()
        #expect(await app.conversation() == after)
        #expect(await trio.world[trio.ben.device].keychain == credential)
        #expect(credential != nil)
    }

    @Test("Xcode's simulator changes all identifiers at every activation, and keeps them while the app is open")
    func xcode() async throws {
        let trio = try await Trio()
        await trio.world.change(trio.ben.device) { $0.isXcodeSimulator = true }
        try await trio.begin()
        let first = await trio.ben.conversation()
        try await trio.ben.play("Hello")
        #expect(await trio.ben.conversation() == first)
        try await trio.ben.tap()
        #expect(await trio.ben.conversation() != first)
    }

    @Test("the same seed brings the same identifiers, another seed others")
    func seeds() async throws {
        let one = try await Trio(seed: 1).chris.conversation()
        #expect(try await Trio(seed: 1).chris.conversation() == one)
        #expect(try await Trio(seed: 2).chris.conversation() != one)
    }

    @Test("a device's local identifier is the same in all its conversations")
    func conversations() async throws {
        let trio = try await Trio()
        let pair = await trio.world.addGroup([Person("Amber"), Person("Ben")])
        let other = await trio.world.identifiers(on: trio.amber.device, in: pair).conversation
        #expect(await trio.amber.conversation().local == other.local)
        #expect(other.remotes.count == 1)
    }
}
