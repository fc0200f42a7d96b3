import Foundation
import RoundtableClient
import RoundtableMessages
import RoundtableModel
import Synchronization
import TestSupport

@testable import MessagesSimulator

/// A simulated phone whose extension is made with the kit: what the person does, and what they see.
@MainActor
final class KitPhone {
    let world: Simulation
    let device: SimulatedDevice.ID
    let group: MessagesSimulator.Group.ID
    let service: URL
    let network: Network
    let disk: Disk
    var language = "en-GB"
    var insertError: (any Error)?
    /// The extension's process, as long as it lives.
    private var process: MessagesExtension?
    private(set) lazy var screen = ConversationScreen(of: group, on: device, in: world) { [unowned self] style in
        KitInstance(style, on: self, in: wake())
    }

    init(
        _ device: SimulatedDevice.ID, in group: MessagesSimulator.Group.ID, of world: Simulation, service: URL,
        network: Network, disk: Disk = Disk()
    ) {
        self.network = network
        self.device = device
        self.group = group
        self.world = world
        self.service = service
        self.disk = disk
    }

    // MARK: What the person does

    /// Opens the extension by a tap on a bubble, by default the newest; `nil` opens it from the app drawer.
    func open(_ tapped: Bubble?) async throws {
        try await screen.open(tapped)
        await settle()
    }

    /// Opens the newest bubble in the transcript.
    func openNewest() async throws {
        guard let newest = await world.transcript(on: device, in: group).bubbles.last else {
            throw SimulationError.notInTranscript
        }
        try await open(newest)
    }

    func begin(_ name: String, move: GameJSON? = nil, live: Bool = false) async throws {
        try await open(nil)
        game?.begin(name, move: move, live: live)
        await settle()
    }

    func play(_ move: GameJSON) async {
        game?.play(move)
        await settle()
    }

    /// Presses Send; everybody gets the message, also if nobody is there to be told that it was sent.
    @discardableResult
    func send() async throws -> Bubble {
        let bubble = try await screen.send()
        await world.deliver(in: group)
        await settle()
        return bubble
    }

    /// Removes the bubble from the input field.
    func cancel() async throws {
        try await screen.cancel()
        await settle()
    }

    /// Looks at the conversation: what has arrived appears.
    func look() async {
        await screen.update()
        await settle()
    }

    /// Ends the extension in the middle of whatever it does. Nothing but the disk and the Keychain is left.
    func kill() {
        for game in games { game.end() }
        screen.end()
        process = nil
    }

    /// Waits until all instances have done what was asked for.
    func settle() async {
        for game in games { await game.settle() }
        await screen.settle()
        for game in games { await game.settle() }
    }

    // MARK: What the person sees

    /// The game in the open app.
    var game: MessagesGame? { (screen.app as? KitInstance)?.game }

    /// The game in each live bubble in sight, the newest bubble last.
    var bubbles: [MessagesGame] {
        screen.liveBubbles.sorted { $0.key.number < $1.key.number }.compactMap { ($0.value as? KitInstance)?.game }
    }

    private var games: [MessagesGame] { bubbles + [game].compactMap(\.self) }

    var state: GameState { game?.state ?? .empty }

    var lines: [String] { get async { await world.transcript(on: device, in: group).lines } }

    var staged: Bubble? { get async { await world[device, group].staged } }

    /// Waits until a game, by default that in the open app, shows what is expected.
    @discardableResult
    func shows(_ expected: (GameState) -> Bool, in other: MessagesGame? = nil) async -> GameState {
        guard let game = other ?? game else { return .empty }
        for await state in game.states() where expected(state) { return state }
        return game.state
    }

    private func wake() -> MessagesExtension {
        if let process { return process }
        let network = network
        // NB: one attempt, then the kit's own patience, whose pauses end when the network is back.
        let retries = RetryPolicy(attempts: 1, pause: { _ in try await network.untilOnline() })
        let process = MessagesExtension(
            MessagesExtension.Settings(
                service: service, vault: Vault(world: world, device: device), storage: disk, language: language,
                transport: network, retries: retries))
        self.process = process
        return process
    }
}

/// The device's Keychain.
private struct Vault: CredentialVault {
    let world: Simulation
    let device: SimulatedDevice.ID

    func credential() async -> Credential? { await world[device].keychain }

    func keep(_ credential: Credential) async -> Credential {
        if let first = await self.credential() { return first }
        await world.keep(credential, on: device)
        return credential
    }

    func forget() async { await world.keep(nil, on: device) }
}

/// The disk of a phone, which outlives the extension and can be restored on another phone.
final class Disk: OutboxStorage {
    private let content: Mutex<Data?>

    init(_ content: Data? = nil) { self.content = Mutex(content) }

    func read() -> Data? { content.withLock { $0 } }
    func write(_ data: Data) { content.withLock { $0 = data } }
    func setAside() { content.withLock { $0 = nil } }
}

extension Simulation {
    /// Puts what a backup had into a device's transcript.
    func restore(_ bubbles: [Bubble], on device: SimulatedDevice.ID, in group: MessagesSimulator.Group.ID) {
        for bubble in bubbles { self[device, group].transcript.receive(bubble) }
    }
}
