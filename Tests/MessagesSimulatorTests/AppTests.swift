import Foundation
import MessagesSimulator
import RoundtableModel
import Testing

@Suite("The app on a device")
struct AppTests {
    @Test("at its first start the app gets a credential, and only then")
    func credential() async throws {
        let trio = try await Trio()
        try await trio.begin()
        try await trio.ben.tap()
        let players = await trio.service.asked.filter { $0.what == "players" }
        #expect(players.count == 3)
        let credentials = await trio.service.asked.filter { $0.what == "open" }.map(\.credential)
        #expect(credentials.count == 3 && !credentials.contains(nil))
        #expect(credentials.first == credentials.last && Set(credentials).count == 2)
    }

    @Test("a staged message is nobody's to see until it is sent")
    func staging() async throws {
        let trio = try await Trio()
        try await trio.amber.create("open")
        await trio.world.deliver(in: trio.group)
        #expect(await trio.amber.transcript().lines.isEmpty)
        #expect(await trio.world[trio.amber.device, trio.group].staged != nil)
        try await trio.amber.send()
        #expect(await trio.amber.transcript().lines == ["[You] A new game · Move 1"])
        #expect(await trio.ben.transcript().lines.isEmpty)
        #expect(await trio.world[trio.ben.device, trio.group].arriving.count == 1)
        await trio.world.deliver(in: trio.group)
        #expect(await trio.ben.transcript().lines == ["[Amber] A new game · Move 1"])
    }

    @Test("a later insert replaces the staged bubble")
    func replaced() async throws {
        let trio = try await Trio()
        try await trio.begin()
        try await trio.ben.play("First thought")
        try await trio.ben.play("Second thought")
        let sent = try await trio.ben.send()
        #expect(sent.url.lastPathComponent == "token3")
        await #expect(throws: SimulationError.nothingStaged) { try await trio.ben.send() }
    }

    @Test("a tap reports the sender as the tapping device calls them")
    func sighting() async throws {
        let trio = try await Trio()
        try await trio.begin()
        let report = try #require(await trio.service.asked.last { $0.what == "open" })
        let chris = await trio.chris.identifiers()
        #expect(report.body["sender"]?.string == chris[Person("Amber")].description)
        #expect(report.body["conversation"]?["local"]?.string == chris.conversation.local.description)
    }

    @Test("a bubble from another device of the same person is reported under one's own identifier")
    func ownDevices() async throws {
        let trio = try await Trio()
        let tablet = await trio.world.addDevice(of: Person("Amber"), named: "tablet")
        try await trio.begin()
        try await trio.world.app(on: tablet, in: trio.group).tap()
        let report = try #require(await trio.service.asked.last)
        let own = await trio.world.identifiers(on: tablet, in: trio.group).conversation.local
        #expect(report.body["sender"]?.string == own.description)
        #expect(await trio.world.transcript(on: tablet, in: trio.group).lines == ["[You] Who plays? · Move 1"])
    }

    @Test("a person who sends from two addresses has two identifiers, but one in the conversation")
    func handles() async throws {
        let trio = try await Trio()
        let mac = await trio.world.addDevice(of: Person("Amber"), named: "Mac")
        await trio.world.change(mac) { $0.handle = "amber@example.com" }
        try await trio.begin()
        let app = await trio.world.app(on: mac, in: trio.group)
        try await app.tap()
        try await app.play("Hello")
        try await app.send()
        await trio.world.deliver(in: trio.group)
        try await trio.ben.tap()
        let sender = try #require(await trio.service.asked.last?.body["sender"]?.string)
        let conversation = await trio.ben.conversation()
        #expect(sender == "\(await trio.ben.identifiers()[Person("Amber"), "amber@example.com"])")
        #expect(!conversation.remotes.map(\.description).contains(sender) && conversation.remotes.count == 2)
        #expect(await trio.ben.transcript().lines.last == "[Amber] Hello · Move 2")
    }

    @Test("a bubble that is only staged has no sender, and one that hasn't arrived can't be tapped")
    func noSender() async throws {
        let trio = try await Trio()
        try await trio.begin()
        try await trio.ben.play("Hello")
        let staged = try #require(await trio.world[trio.ben.device, trio.group].staged)
        try await trio.ben.tap(staged)
        #expect(await trio.service.asked.last?.body["sender"] == JSONValue.null)
        try await trio.ben.send()
        await #expect(throws: SimulationError.notInTranscript) { try await trio.chris.tap(staged) }
    }

    @Test("sending, cancelling and vanishing tell the service what the framework tells the app")
    func callbacks() async throws {
        let trio = try await Trio()
        try await trio.begin()
        try await trio.ben.play("One")
        try await trio.ben.send()
        #expect(await trio.service.asked.last?.what == "sent")
        try await trio.ben.play("Two")
        try await trio.ben.cancel()
        #expect(await trio.service.asked.last?.what == "cancel")
        try await trio.ben.play("Three")
        try await trio.ben.vanish()
        #expect(await trio.service.asked.last?.what == "turns")
        try await trio.ben.play("Four")
        try await trio.ben.send(reporting: false)
        #expect(await trio.service.asked.last?.what == "turns")
        await trio.world.deliver(in: trio.group)
        #expect(await trio.chris.transcript().lines == ["– Who plays?", "– One", "[Ben] Four · Move 5"])
    }

    @Test("a move that counts at once is sent at once")
    func now() async throws {
        let trio = try await Trio()
        try await trio.begin()
        try await trio.ben.play("Quick") { $0.send = .now }
        await trio.world.deliver(in: trio.group)
        #expect(await trio.amber.transcript().lines.last == "[Ben] Quick · Move 2")
        #expect(await trio.service.asked.last?.what == "turns")
    }

    @Test("a saved bubble can be staged again by anybody, who then is its sender")
    func saved() async throws {
        let trio = try await Trio()
        try await trio.begin()
        let saved = try #require(await trio.chris.transcript().bubbles.first)
        await trio.chris.stageAgain(saved)
        try await trio.chris.send()
        await trio.world.deliver(in: trio.group)
        #expect(await trio.ben.transcript().lines == ["– Who plays?", "[Chris] Who plays? · Move 1"])
        try await trio.ben.tap()
        let report = try #require(await trio.service.asked.last)
        let chris = await trio.ben.identifiers()[Person("Chris")]
        #expect(report.body["sender"]?.string == chris.description)
    }

    @Test("nothing can be played before a session is opened")
    func nothingOpened() async throws {
        let trio = try await Trio()
        await #expect(throws: SimulationError.nothingOpened) { try await trio.ben.play("Hello") }
        await #expect(throws: SimulationError.notInTranscript) { try await trio.ben.tap() }
    }
}
