import Foundation
import MessagesSimulator
import RoundtableModel
import RoundtableClient
import Testing

/// Two players at a service that runs as a process of its own.
struct Pair: Sendable {
    let amber: App
    let ben: App
    private let world: Simulation
    private let group: Group.ID

    init(at service: ServiceProcess) async {
        world = Simulation(seed: 1, service: service.url, retries: .never)
        let people = [Person("Amber"), Person("Ben")]
        group = await world.addGroup(people)
        amber = await world.app(on: world.addDevice(of: people[0]), in: group)
        ben = await world.app(on: world.addDevice(of: people[1]), in: group)
    }

    /// Opens a game and joins it.
    func begin(calling nickname: String? = nil, clock: ClockSettings? = nil) async throws {
        try await amber.create("tic-tac-toe") { ($0.nickname, $0.clock) = (nickname, clock) }
        try await amber.send()
        await world.deliver(in: group)
        try await ben.tap()
        try await ben.join()
        try await ben.send()
        await world.deliver(in: group)
        try await amber.tap()
    }

    /// Makes a move and sends its message.
    @discardableResult
    func play(_ move: GameJSON, by app: App) async throws -> Bubble {
        try await app.tap()
        try await app.play(move)
        let bubble = try await app.send()
        await world.deliver(in: group)
        return bubble
    }

    /// The bearer token of somebody.
    func credential(of app: App) async throws -> String {
        try #require(await world[app.device].keychain).rawValue
    }
}
