import Foundation
import MessagesSimulator
import RoundtableModel
import RoundtableClient
import RoundtableTestTools
import Testing

@Suite("Live bubbles", .timeLimit(.minutes(5)))
struct LiveTests {
    @Test("a live bubble shows the session as it is now, without a tap; without the app its alternate layout is shown")
    func drawn() async throws {
        let trio = try await Trio()
        await trio.world.change(trio.chris.device) { $0.hasApp = false }
        try await trio.amber.create("open") { session in
            session.move = "Who plays?"
            session.live = true
        }
        try await App.running([trio.amber, trio.ben, trio.chris]) {
            try await trio.amber.send()
            await trio.world.deliver(in: trio.group)
            await trio.ben.until("[Amber, live] Who plays?")
            await trio.amber.until("[You, live] Who plays?")
            #expect(await trio.chris.transcript().lines == ["[Amber] Who plays? · Move 1"])

            // Ben sends, and nothing has been delivered to the others yet.
            try await trio.ben.tap()
            try await trio.ben.play("I do")
            try await trio.ben.send()
            await trio.amber.until("[You, live] I do")
            #expect(await trio.chris.transcript().lines == ["[Amber] Who plays? · Move 1"])
            await trio.world.deliver(in: trio.group)
            await trio.amber.until("[Ben, live] I do")
            #expect(await trio.amber.transcript().lines == ["– Who plays?", "[Ben, live] I do"])
        }
    }

    @Test("all live bubbles and screens of a session on one device hold one request together")
    func shared() async throws {
        let trio = try await Trio()
        try await trio.begin(live: true)
        try await App.running([trio.amber]) {
            // The game's other bubbles, in sessions of their own.
            for _ in 1...3 {
                let app = await trio.world.app(on: trio.chris.device, in: trio.group)
                try await app.create("open") { $0.live = true }
                try await app.send()
            }
            await trio.world.deliver(in: trio.group)
            await trio.amber.until { $0.liveBubbles.count == 4 && $0.live.count == 4 }
            try await eventually("one request is held") { await trio.service.held == 1 }
            #expect(await trio.service.mostHeld == 1)
        }
        try await eventually("none is held") { await trio.service.held == 0 }
    }

    @Test("what arrives while the app is open is reported with its sender and shown; afterwards it isn't")
    func didReceive() async throws {
        let trio = try await Trio()
        try await trio.begin()
        try await App.running([trio.chris]) {
            try await trio.ben.play("One")
            try await trio.send(from: trio.ben)
            try await eventually("Chris sees the move") { await trio.chris.view?.revision == 2 }
            let report = try #require(await trio.service.asked.last { $0.what == "open" })
            #expect(report.body["sender"]?.string == "\(await trio.chris.identifiers()[Person("Ben")])")
            await trio.chris.close()
            let reports = await trio.service.asked.filter { $0.what == "open" }.count
            try await trio.ben.play("Two")
            try await trio.send(from: trio.ben)
            #expect(await trio.chris.view?.revision == 2)
            #expect(await trio.service.asked.filter { $0.what == "open" }.count == reports)
        }
    }

    @Test("without a network a live bubble keeps what it showed, and catches up when the network is back")
    func offline() async throws {
        let trio = try await Trio()
        try await trio.begin(live: true)
        try await App.running([trio.amber, trio.ben, trio.chris]) {
            await trio.chris.until("[Amber, live] Who plays?")
            await trio.world.disconnect(trio.chris.device)
            try await trio.ben.play("I do")
            try await trio.send(from: trio.ben)
            await trio.amber.until("[Ben, live] I do")
            #expect(await trio.chris.transcript().lines == ["[Amber, live] Who plays?"])
            #expect(await trio.world[trio.chris.device, trio.group].arriving.count == 1)
            await #expect(throws: RoundtableError.self) { try await trio.chris.refresh() }
            await trio.world.connect(trio.chris.device)
            await trio.chris.until("[Amber, live] I do")
            await trio.world.deliver(in: trio.group)
            await trio.chris.until("[Ben, live] I do")
        }
    }

    @Test("what is sent without a network leaves the device when the network is back")
    func departing() async throws {
        let trio = try await Trio()
        try await trio.begin()
        try await trio.ben.play("Hello")
        await trio.world.disconnect(trio.ben.device)
        try await trio.ben.send(reporting: false)
        await trio.world.deliver(in: trio.group)
        #expect(await trio.ben.transcript().lines.last == "[You] Hello · Move 2")
        #expect(await trio.amber.transcript().lines.last == "[You] Who plays? · Move 1")
        await trio.world.connect(trio.ben.device)
        await trio.world.deliver(in: trio.group)
        #expect(await trio.amber.transcript().lines.last == "[Ben] Hello · Move 2")
    }

    @Test("who doesn't have the app can't open it; a tap leads to the message's page")
    func page() async throws {
        let trio = try await Trio()
        await trio.world.change(trio.chris.device) { $0.hasApp = false }
        try await trio.amber.create("open")
        try await trio.send(from: trio.amber)
        await #expect(throws: SimulationError.appMissing) { try await trio.chris.tap() }
        _ = try await trio.world.openPage(on: trio.chris.device, in: trio.group)
        let asked = try #require(await trio.service.asked.last)
        #expect(asked.what == "token1" && asked.credential == nil)
    }

    @Test("live bubbles have a double frame")
    func frame() async throws {
        let trio = try await Trio()
        try await trio.begin(live: true)
        try await App.running([trio.ben]) { await trio.ben.until("[Amber, live] Who plays?") }
        let drawing = TranscriptRenderer(width: 24).lines(of: await trio.ben.transcript()).joined(separator: "\n")
        let expected = """
            ── Ben’s phone ─────────
            Amber
            ╔═ live ═══════════════╗
            ║ Who plays?           ║
            ╚══════════════════════╝
            """
        #expect(drawing == expected)
    }
}

extension Trio {
    /// Sends what is in an app's input field, and delivers it to everybody.
    func send(from app: App) async throws {
        try await app.send()
        await world.deliver(in: group)
    }
}

extension App {
    /// Returns as soon as a line is the last of the transcript.
    func until(_ line: String) async {
        await until { $0.lines.last == line }
    }

    /// Returns as soon as the transcript is as it should be.
    func until(_ condition: @Sendable (Transcript) -> Bool) async {
        await simulation.until(on: device, in: group, condition)
    }
}
