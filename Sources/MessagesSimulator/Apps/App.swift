package import RoundtableModel
package import RoundtableClient

/// The game's app on one device, in one conversation. Its methods are what a user can do: tap, play, send, cancel.
package actor App {
    /// The simulation that the app is part of.
    package nonisolated let simulation: Simulation
    /// The device that the app runs on.
    package nonisolated let device: Device.ID
    /// The group conversation in which the app is open.
    package nonisolated let group: Group.ID
    /// The service's client, with the credential in the device's Keychain.
    package nonisolated let client: RoundtableClient

    /// The view on screen; nil before the first.
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
    /// The participants, as Messages identifies them to the app now.
    package func conversation() async -> Conversation {
        await simulation.identifiers(on: device, in: group).conversation
    }

    /// The transcript of the conversation on this device.
    package func transcript() async -> Transcript {
        await simulation.transcript(on: device, in: group)
    }

    /// Replaces the view on screen.
    func show(_ view: SessionView) {
        self.view = view
    }

    /// Replaces the view on screen; later messages update the bubbles of the session.
    func show(_ view: SessionView, in session: BubbleSession) {
        self.view = view
        self.session = session
    }

    /// The view on screen.
    ///
    /// - Throws: `nothingOpened`, if there is none.
    func shown() throws(SimulationError) -> SessionView {
        guard let view else { throw .nothingOpened }
        return view
    }

    /// Stages a message in the bubble session of the opened message, or in a new one.
    func insert(_ message: Message) async {
        let current: BubbleSession
        if let session { current = session } else { current = await simulation.makeSession() }
        session = current
        await simulation.stage(message, as: current, on: device, in: group)
    }

    /// Brings the app to the foreground, and makes a player if the Keychain has no credential.
    func activate() async throws(RoundtableError) {
        await simulation.activate(device)
        guard await simulation.credential(on: device) == nil else { return }
        let player = try await client.makePlayer()
        await simulation.keep(player.token, on: device)
    }
}
