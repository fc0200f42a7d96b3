import Foundation
import MessagesSimulator
import RoundtableClient
import RoundtableModel

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

    /// Begins the game by the player in seat 0.
    func begin(_ name: String, move: GameJSON? = nil) async throws {
        let (nickname, seats) = (players[0].device.owner.name, players.count)
        try await players[0].create(name) { session in
            session.move = move
            session.live = true
            session.nickname = nickname
            session.send = .now
            session.options = ["seats": .integer(seats)]
        }
        await stage.deliver()
    }

    /// Lets a player join by a tap on the newest bubble.
    func join(_ seat: Int) async throws {
        let nickname = players[seat].device.owner.name
        try await players[seat].tap()
        try await players[seat].join { request in
            request.nickname = nickname
            request.send = .now
        }
        await stage.deliver()
    }

    /// Lets a player tap the newest bubble and move.
    @discardableResult
    func play(_ move: GameJSON, by seat: Int) async throws -> SessionView {
        let nickname = players[seat].device.owner.name
        try await players[seat].tap()
        let answer = try await players[seat].play(move) { turn in
            turn.nickname = nickname
            turn.send = .now
        }
        await stage.deliver()
        return answer.session
    }

    /// Shows all phones, as soon as every live bubble has caught up.
    func show(_ title: String, _ remark: String? = nil, revision: Int, findings: [String] = []) async throws {
        try await untilDrawn(revision)
        var drawn: [DemoStep.Phone] = []
        for app in phones { drawn.append(.init(transcript: await app.transcript().suffix(2))) }
        let step = DemoStep(title: title, remark: remark, phones: drawn, width: width, findings: findings)
        try await stage.screen.show(step)
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
