import Foundation
import RoundtableJSON
import MessagesSimulator
import RoundtableClient
import RoundtableModel
import TestSupport
import Testing

@testable import RoundtableLab

@Suite("The playground", .database)
struct PlaygroundTests {
    private static func with(people: Int, _ body: @Sendable (Playground) async throws -> Void) async throws {
        try await LiveService.run { target in
            let playground = await Playground(people: people, on: target.url)
            try await playground.learnGames()
            try await body(playground)
        }
    }

    private static func play(_ trick: String, _ body: String = "{}", on playground: Playground) async throws {
        #expect(try await playground.perform(trick: trick[...], JSONDocument(Array(body.utf8)).root))
    }

    /// Plays a trick when these phones have made their players, and are about to create a session each, or have.
    private static func play(
        _ trick: String, _ body: String, whileCreating phones: Range<Int>, on playground: Playground
    ) async throws {
        let (changes, end) = playground.changes.watch()
        defer { end() }
        try await withThrowingTaskGroup { tasks in
            for number in phones {
                // NB: it may fail, since the trick takes the app away.
                tasks.addTask { try? await playground.perform(.create(game: "chess"), on: number) }
            }
            for await _ in changes where playground.transport.exchanges(after: 0).count >= phones.count { break }
            try await play(trick, body, on: playground)
        }
    }

    private static func screens(of playground: Playground) async -> [PlaygroundState.Screen] {
        await playground.state(proposing: "ice-cream").screens
    }

    /// Ben opens an ice cream with a base, everybody opens it, and Amber chooses the scoops.
    private static func beginIceCream(on playground: Playground) async throws {
        try await playground.perform(.create(game: "ice-cream", options: nil, move: "Base=base02"), on: 1)
        try await playground.perform(.send, on: 1)
        for screen in await screens(of: playground) where screen.phone.number != 1 {
            let bubble = try #require(screen.transcript.bubbles.last)
            try await playground.perform(.tap(bubble: "\(bubble.id)"), on: screen.phone.number)
        }
        try await playground.perform(.play("Scoops=scoops02"), on: 0)
        try await playground.perform(.send, on: 0)
    }

    @Test("of two who send at the same time both are kept, and each phone has the other's message last")
    func together() async throws {
        try await Self.with(people: 3) { playground in
            try await Self.beginIceCream(on: playground)
            try await playground.perform(.play("Topping=topping01"), on: 0)
            try await playground.perform(.play("Topping=topping02"), on: 2)
            try await Self.play("send-all-at-once", on: playground)
            let screens = await Self.screens(of: playground)
            #expect(screens[0].transcript.bubbles.last?.sender.name == "Chris")
            #expect(screens[2].transcript.bubbles.last?.sender.name == "Amber")
            for screen in screens {
                let query = screen.view?.board["query"]?.string ?? ""
                #expect(query.contains("Topping=topping01") && query.contains("Topping=topping02"))
            }
        }
    }

    @Test("of two who choose the same thing at once, only whose choice came too late is told so, until they go on")
    func tooLate() async throws {
        try await Self.with(people: 3) { playground in
            try await playground.perform(.create(game: "ice-cream", options: nil, move: nil), on: 1)
            try await playground.perform(.send, on: 1)
            for number in [0, 2] {
                let bubble = try #require(await Self.screens(of: playground)[number].transcript.bubbles.last)
                try await playground.perform(.tap(bubble: "\(bubble.id)"), on: number)
            }
            let bases = [1: "Base=base01", 2: "Base=base03"]
            for (number, base) in bases { try await playground.perform(.play(GameJSON(text: base)), on: number) }
            try await Self.play("send-all-at-once", on: playground)
            let screens = await Self.screens(of: playground)
            let query = screens[0].view?.board["query"]?.string ?? ""
            let late = bases.keys.filter { !query.contains(bases[$0] ?? "") }
            #expect(late.count == 1 && screens.filter { $0.phone.sent == .overtaken }.map(\.phone.number) == late)
            #expect(screens.allSatisfy { ![.overtaken, .earlier].contains($0.phone.tapped?.status) })
            let number = try #require(late.first)
            try await playground.perform(.play("Scoops=scoops02"), on: number)
            #expect(await Self.screens(of: playground)[number].phone.sent == nil)
        }
    }

    @Test("everybody reads the names of their own contacts")
    func names() async throws {
        try await Self.with(people: 3) { playground in
            try await Self.beginIceCream(on: playground)
            let lines = await Self.screens(of: playground).compactMap(\.transcript.lines.last)
            #expect(lines[1].contains("Sis chose Strawberry"))
            #expect(lines[2].contains("Amber chose Strawberry"))
        }
    }

    @Test("what is sent in airplane mode arrives when the network is back")
    func airplaneMode() async throws {
        try await Self.with(people: 2) { playground in
            try await Self.beginIceCream(on: playground)
            try await playground.perform(.play("Topping=topping01"), on: 0)
            try await Self.play("airplane-mode", #"{"phone": 0, "on": true}"#, on: playground)
            try await playground.perform(.send, on: 0)
            #expect(await Self.screens(of: playground)[1].transcript.bubbles.count == 2)
            let refusal = await #expect(throws: PhoneError.self) { try await playground.perform(.refresh, on: 0) }
            #expect(refusal?.text == "The service can’t be reached. Try again later.")
            try await Self.play("airplane-mode", #"{"phone": 0, "on": false}"#, on: playground)
            let screen = await Self.screens(of: playground)[1]
            #expect(screen.view?.board["query"]?.string?.contains("Topping=topping01") == true)
        }
    }

    @Test("a reinstall keeps the seat; a new phone has the transcript and no seat")
    func devices() async throws {
        try await Self.with(people: 2) { playground in
            try await Self.beginIceCream(on: playground)
            for (trick, seat) in [("reinstall", Int?.some(1)), ("lose", nil)] {
                try await Self.play(trick, #"{"phone": 0}"#, on: playground)
                let bubble = try #require(await Self.screens(of: playground)[0].transcript.bubbles.last)
                try await playground.perform(.tap(bubble: "\(bubble.id)"), on: 0)
                #expect(await Self.screens(of: playground)[0].view?.you == seat)
            }
        }
    }

    @Test("requests are recorded by whose phone they come from, and credentials only where they are asked for")
    func requests() async throws {
        try await Self.with(people: 2) { playground in
            try await Self.beginIceCream(on: playground)
            let exchanges = playground.transport.exchanges(after: 0)
            #expect(exchanges.first { $0.device.owner.name == "Ben" }?.request.url.path() == "/v1/players")
            let turn = try #require(exchanges.first { $0.request.url.path().hasSuffix("/turns") })
            let credential = try #require(turn.request.headers["Authorization"]?.dropFirst("Bearer ".count))
            #expect(turn.command.contains(credential))
            for exchange in exchanges {
                #expect(!String(decoding: exchange.json, as: UTF8.self).contains(credential))
            }
        }
    }

    @Test("who starts afresh with fewer people while all act leaves them behind, and the new phones are empty")
    func startAfresh() async throws {
        try await Self.with(people: 6) { playground in
            try await Self.play("start-afresh", #"{"people": 2}"#, whileCreating: 0..<6, on: playground)
            let screens = await Self.screens(of: playground)
            #expect(screens.map(\.phone.device.owner.name) == ["Amber", "Ben"])
            #expect(
                screens.allSatisfy { $0.conversation.staged == nil && $0.view == nil && $0.transcript.bubbles.isEmpty })
        }
    }

    @Test("what was going on when the app was installed again does not open it")
    func reinstallMeanwhile() async throws {
        try await Self.with(people: 2) { playground in
            try await Self.play("reinstall", #"{"phone": 0}"#, whileCreating: 0..<1, on: playground)
            #expect(await Self.screens(of: playground)[0].view == nil)
        }
    }

    @Test("a refusal is shown on the phone, and gone when it is taken away")
    func refusals() async throws {
        try await Self.with(people: 2) { playground in
            try await Self.beginIceCream(on: playground)
            await #expect(throws: PhoneError.self) { try await playground.perform(.play("Base=base01"), on: 0) }
            #expect(await Self.screens(of: playground)[0].phone.notice?.code == "illegal_move")
            try await playground.perform(.dismiss, on: 0)
            #expect(await Self.screens(of: playground)[0].phone.notice == nil)
        }
    }

    @Test("of two who want a rematch, the second is led to that of the first, whose series goes on")
    func rematch() async throws {
        try await Self.with(people: 2) { playground in
            try await playground.perform(.create(game: "chess"), on: 0)
            try await playground.perform(.send, on: 0)
            let bubble = try #require(await Self.screens(of: playground)[1].transcript.bubbles.last)
            try await playground.perform(.tap(bubble: "\(bubble.id)"), on: 1)
            for (number, move) in [(0, "e2e4"), (1, "e7e5")] {
                try await playground.perform(.play(GameJSON(text: move)), on: number)
                try await playground.perform(.send, on: number)
            }
            try await playground.perform(.act(.offer, kind: .draw), on: 0)
            try await playground.perform(.send, on: 0)
            #expect(await Self.screens(of: playground)[1].view?.offer == .init(seat: 0, kind: .draw))
            try await playground.perform(.act(.accept), on: 1)
            try await playground.perform(.send, on: 1)
            let over = await Self.screens(of: playground)
            #expect(over.allSatisfy { $0.view?.outcome?.kind == .drawn })
            try await playground.perform(.act(.rematch), on: 0)
            try await playground.perform(.send, on: 0)
            try await playground.perform(.act(.rematch), on: 1)
            let screens = await Self.screens(of: playground)
            #expect(screens[0].view?.id == screens[1].view?.id && screens[0].view?.id != over[0].view?.id)
            #expect(screens.allSatisfy { $0.view?.series == .init(number: 2, scores: [0, 0]) })
            #expect(screens[1].conversation.staged == nil)
        }
    }

    @Test("a game has the clock that its creator has chosen")
    func clock() async throws {
        try await Self.with(people: 2) { playground in
            let clock = ClockSettings(turnSeconds: 60, bankSeconds: 600)
            try await playground.perform(.create(game: "chess", clock: clock), on: 0)
            let shown = await Self.screens(of: playground)[0].view?.clock
            #expect(shown?.turnSeconds == 60 && shown?.bankSeconds == 600)
        }
    }
}
