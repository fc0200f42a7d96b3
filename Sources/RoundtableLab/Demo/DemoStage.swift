import Foundation
import MessagesSimulator
import RoundtableModel
import RoundtableClient

/// A group conversation round the service, and the screen that it is shown on.
struct DemoStage {
    let world: Simulation
    let screen: DemoScreen
    let group: Group.ID

    init(_ names: [String], on service: URL, _ screen: DemoScreen) async {
        world = Simulation(seed: 2016, service: service)
        group = await world.addGroup(names.map { Person($0) })
        self.screen = screen
    }

    /// The app on a device that a person gets now; it may be one without the app, which shows what is sent only.
    func app(of name: String, on device: String = "phone", isInstalled: Bool = true) async -> App {
        let device = await world.addDevice(of: Person(name), named: device)
        await world.change(device) { $0.hasApp = isInstalled }
        return await world.app(on: device, in: group)
    }

    func deliver() async { await world.deliver(in: group) }

    /// Sends what is in an app's input field, and delivers it to everybody.
    @discardableResult
    func send(from app: App) async throws -> Bubble {
        let bubble = try await app.send()
        await deliver()
        return bubble
    }

    /// Lets an app's user begin a game by a message to everybody.
    @discardableResult
    func begin(
        _ game: String, move: GameJSON? = nil, clock: ClockSettings? = nil, by app: App
    ) async throws -> Bubble {
        try await app.create(game) { session in
            session.clock = clock
            session.move = move
            session.nickname = app.device.owner.name
        }
        return try await send(from: app)
    }

    /// Lets an app's user move by a message to everybody.
    @discardableResult
    func play(_ move: GameJSON, by app: App) async throws -> Bubble {
        try await app.play(move) { $0.nickname = app.device.owner.name }
        return try await send(from: app)
    }

    /// Shows some phones, each with the last entries of its transcript, what its app says, and what it was told.
    func show(
        _ title: String, _ remark: String? = nil, on apps: [App], last entries: Int = .max,
        inTheApps said: [String] = [], told: [DeviceNotice?] = [], width: Int = 32, findings: [String] = []
    ) async throws {
        var phones: [DemoStep.Phone] = []
        for (index, app) in apps.enumerated() {
            phones.append(
                .init(
                    transcript: await app.transcript().suffix(entries), app: said.isEmpty ? nil : said[index],
                    told: told.isEmpty ? nil : told[index]))
        }
        try await screen.show(
            DemoStep(title: title, remark: remark, phones: phones, width: width, findings: findings))
    }
}

extension DemoStage {
    func tellPage(of bubble: Bubble, _ name: String) throws {
        try screen.write(
            """
            Who has no app sees \(name) as a page, with this picture:
              \(bubble.url.absoluteString)
              \(bubble.url.absoluteString).png

            """)
    }

    /// The result of a body that has 15 seconds; nil if it takes longer, or returns nil.
    func withinTime<Value: Sendable>(
        _ body: @escaping @Sendable () async -> Value?
    ) async throws(CancellationError) -> Value? {
        let result = await withTaskGroup { group in
            group.addTask { await body() }
            group.addTask {
                try? await Task.sleep(for: .seconds(15))
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        if Task.isCancelled { throw CancellationError() }
        return result
    }

    /// - Throws: `LabError`, if something is not as it should be.
    func expect(_ isSo: Bool, or complaint: @autoclosure () -> String) throws(LabError) {
        if !isSo { throw LabError(description: complaint()) }
    }

    /// - Throws: `LabError`, if a bubble's captions are others.
    func expect(_ bubble: Bubble, says caption: String, on app: App) async throws {
        let captions = await app.transcript().captions(of: bubble).joined()
        try expect(
            captions.contains(caption), or: "\(app.device.owner.name) reads \(captions) instead of “\(caption)”.")
    }

    /// - Throws: `LabError`, if an identifier is shown where a name belongs.
    func expectNamesOnly(on apps: [App]) async throws {
        for app in apps {
            let transcript = await app.transcript()
            let texts = transcript.bubbles.flatMap { transcript.texts(of: $0) }
            if let identifier = texts.first(where: { $0.contains(/\$|[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}/) }) {
                throw LabError(description: "\(app.device.owner.name) reads an identifier: \(identifier)")
            }
        }
    }
}

/// A game with live messages, from the first to the last: each player's phone draws its owner's view by itself.
struct LiveGame {
    let stage: DemoStage
    let players: [App]
    /// Those who look on, with or without the app.
    var guests: [App] = []
    var width = 32

    private var phones: [App] { players + guests }

    /// Has the phones draw live bubbles for as long as the body runs.
    func whileRunning(_ body: () async throws -> Void) async throws { try await App.running(phones, body) }

    func begin(_ name: String, move: GameJSON? = nil) async throws {
        let (player, seats) = (players[0], players.count)
        try await player.create(name) { session in
            session.move = move
            session.live = true
            session.nickname = player.device.owner.name
            session.send = .now
            session.options = ["seats": .integer(seats)]
        }
        await stage.deliver()
    }

    /// Lets a player join by a tap on the newest bubble.
    func join(_ seat: Int) async throws {
        let player = players[seat]
        try await player.tap()
        try await player.join { ($0.nickname, $0.send) = (player.device.owner.name, .now) }
        await stage.deliver()
    }

    @discardableResult
    func play(_ move: GameJSON, by seat: Int) async throws -> SessionView {
        let player = players[seat]
        try await player.tap()
        let answer = try await player.play(move) { ($0.nickname, $0.send) = (player.device.owner.name, .now) }
        await stage.deliver()
        return answer.session
    }

    /// Shows all phones, as soon as every live bubble has caught up.
    func show(_ title: String, _ remark: String? = nil, revision: Int, findings: [String] = []) async throws {
        try await untilDrawn(revision)
        try await stage.show(title, remark, on: phones, last: 2, width: width, findings: findings)
    }

    /// The views that the players' live bubbles show, by seat.
    func drawnViews(of revision: Int) async throws -> [SessionView] {
        try await untilDrawn(revision)
        var views: [SessionView] = []
        for app in players {
            if let view = await app.transcript().newestView { views.append(view) }
        }
        return views
    }

    private func untilDrawn(_ revision: Int) async throws {
        for app in players {
            let owner = app.device.owner.name
            let isDrawn = try await stage.withinTime {
                await stage.world.until(on: app.device, in: stage.group) { $0.newestView?.revision == revision }
                return true
            }
            try stage.expect(
                isDrawn == true, or: "\(owner)’s live bubble did not show revision \(revision) in time.")
        }
    }
}
