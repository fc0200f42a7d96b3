package import RoundtableModel
package import RoundtableClient

/// The game's app on one device, in one conversation: what it does when its user taps, plays, sends or changes their
/// mind.
package actor App {
    /// The world around the app.
    package nonisolated let simulation: Simulation
    /// The device that it runs on.
    package nonisolated let device: Device.ID
    /// The conversation that it is open in.
    package nonisolated let group: Group.ID
    /// The way to the service, as whoever the Keychain says.
    package nonisolated let client: RoundtableClient

    /// What the user is looking at.
    package private(set) var view: SessionView?
    private var session: BubbleSession?

    init(
        simulation: Simulation, device: Device.ID, group: Group.ID,
        makeClient: (@escaping @Sendable () async -> Credential?) -> RoundtableClient
    ) {
        self.simulation = simulation
        self.device = device
        self.group = group
        client = makeClient { await simulation.credential(on: device) }
    }
}

extension App {
    /// The people here, as the app is told at this moment.
    package func conversation() async -> Conversation {
        await simulation.identifiers(on: device, in: group).conversation
    }

    /// What this device shows of the conversation.
    package func transcript() async -> Transcript {
        await simulation.transcript(on: device, in: group)
    }

    /// Shows a view from now on.
    func show(_ view: SessionView) {
        self.view = view
    }

    /// Shows a view and stages its next messages in a session of bubbles.
    func show(_ view: SessionView, in session: BubbleSession) {
        self.view = view
        self.session = session
    }

    /// The view that the user acts upon.
    func shown() throws(SimulationError) -> SessionView {
        guard let view else { throw .nothingOpened }
        return view
    }

    /// Hands a message to the conversation, as an update of the bubbles that the app was opened with.
    func insert(_ message: Message) async {
        let current: BubbleSession
        if let session { current = session } else { current = await simulation.makeSession() }
        session = current
        await simulation.stage(message, as: current, on: device, in: group)
    }

    /// Makes sure that there is a player: at the first start there is no credential.
    func activate() async throws(RoundtableError) {
        await simulation.activate(device)
        guard await simulation.credential(on: device) == nil else { return }
        let player = try await client.makePlayer()
        await simulation.keep(player.token, on: device)
    }
}
