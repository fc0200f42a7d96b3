import Foundation
import RoundtableClient
import RoundtableMessages
import RoundtableModel
import Synchronization

@testable import MessagesSimulator

/// A simulated phone whose extension is made with the kit: what Messages tells it, what the person does, and what they
/// see.
@MainActor
final class KitPhone: MessagesHost {
    let world: Simulation
    let device: SimulatedDevice.ID
    let group: MessagesSimulator.Group.ID
    let service: URL
    let network: Network
    let disk: Disk
    var language = "en-GB"
    var insertError: (any Error)?
    private(set) var game: MessagesGame?
    private(set) var people: Conversation?

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

    // MARK: What Messages offers

    func makeSession() -> RoundtableMessages.BubbleSession { BubbleSession(Thread()) }

    func insert(_ bubble: OutgoingBubble, in session: RoundtableMessages.BubbleSession) async throws {
        if let insertError { throw insertError }
        guard let thread = session.object as? Thread else { throw SimulationError.foreignBubble }
        let started = await world.makeSession()
        let number = thread.session ?? started
        thread.session = number
        await world.stage(bubble.message, as: number, on: device, in: group)
    }

    func send(_ bubble: OutgoingBubble, in session: RoundtableMessages.BubbleSession) async throws {
        try await insert(bubble, in: session)
        _ = try await world.send(from: device, in: group)
    }

    func requestCompactPresentation() {}

    // MARK: What the person does

    /// Opens the extension by a tap on a bubble, by default the newest; `nil` opens it from the app drawer.
    func open(_ tapped: Bubble?) async throws {
        await wake()
        let bubble: IncomingBubble?
        if let tapped { bubble = try await incoming(tapped) } else { bubble = nil }
        game?.willBecomeActive(bubble, in: self)
        await game?.settle()
    }

    /// Opens the newest bubble in the transcript.
    func openNewest() async throws {
        guard let newest = await world.transcript(on: device, in: group).bubbles.last else {
            throw SimulationError.notInTranscript
        }
        try await open(newest)
    }

    func begin(_ name: String, move: GameJSON? = nil) async throws {
        try await open(nil)
        game?.begin(name, move: move)
        await game?.settle()
    }

    func play(_ move: GameJSON) async {
        game?.play(move)
        await game?.settle()
    }

    /// Presses Send; everybody gets the message, also if nobody is there to be told that it was sent.
    @discardableResult
    func send() async throws -> Bubble {
        let bubble = try await world.send(from: device, in: group)
        await world.deliver(in: group)
        let sent = try await incoming(bubble)
        game?.didStartSending(sent)
        await game?.settle()
        return bubble
    }

    /// Removes the bubble from the input field.
    func cancel() async throws {
        let bubble = try await incoming(await world.unstage(on: device, in: group), isStaged: true)
        game?.didCancelSending(bubble)
        await game?.settle()
    }

    /// Ends the extension in the middle of whatever it does. Nothing but the disk and the Keychain is left.
    func kill() {
        game?.end()
        game = nil
    }

    // MARK: What the person sees

    var state: GameState { game?.state ?? .empty }

    var lines: [String] { get async { await world.transcript(on: device, in: group).lines } }

    var staged: Bubble? { get async { await world.staged(on: device, in: group) } }

    /// Waits until the screen shows what is expected.
    @discardableResult
    func shows(_ expected: (GameState) -> Bool) async -> GameState {
        guard let game else { return .empty }
        for await state in game.states() where expected(state) { return state }
        return state
    }

    private func wake() async {
        people = await world.identifiers(on: device, in: group).conversation
        guard game == nil else { return }
        let network = network
        // NB: one attempt, then the kit's own patience, whose pauses end when the network is back.
        let retries = RetryPolicy(attempts: 1, pause: { _ in try await network.untilOnline() })
        game = MessagesGame(
            in: MessagesExtension(
                MessagesExtension.Settings(
                    service: service, vault: Vault(world: world, device: device), storage: disk, language: language,
                    transport: network, retries: retries)))
    }

    private func incoming(_ bubble: Bubble, isStaged: Bool = false) async throws -> IncomingBubble {
        let thread = Thread()
        thread.session = bubble.session
        let sender = isStaged ? nil : try await world.sender(of: bubble, on: device, in: group)
        return IncomingBubble(
            token: MessageToken(in: bubble.url), sender: sender, session: BubbleSession(thread))
    }
}

/// Stands for an `MSSession` object.
private final class Thread {
    var session: TranscriptSession?
}

/// The device's Keychain.
private struct Vault: CredentialVault {
    let world: Simulation
    let device: SimulatedDevice.ID

    func credential() async -> Credential? { await world.credential(on: device) }

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
