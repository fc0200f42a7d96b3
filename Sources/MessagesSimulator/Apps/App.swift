package import RoundtableModel
package import RoundtableClient

/// The game's app on one device, in one conversation. Its methods are what a user can do: tap, play, send, cancel.
package actor App {
    package nonisolated let simulation: Simulation
    package nonisolated let device: SimulatedDevice.ID
    package nonisolated let group: Group.ID
    /// The service's client, with the credential in the device's Keychain.
    package nonisolated let client: RoundtableClient
    /// The readings of sessions that all live bubbles on the device share.
    package nonisolated let feed: SessionFeed

    /// The view on screen; nil before the first.
    package private(set) var view: SessionView?
    package private(set) var isActive = false
    /// The bubbles that the next message updates; nil if it begins a session of bubbles of its own.
    var session: TranscriptSession?

    init(simulation: Simulation, device: SimulatedDevice.ID, group: Group.ID, install: Install) {
        self.simulation = simulation
        self.device = device
        self.group = group
        client = install.client
        feed = install.feed
    }
}

extension App {
    /// The participants, as Messages identifies them to the app now.
    package func conversation() async -> Conversation {
        await simulation.identifiers(on: device, in: group).conversation
    }

    /// The transcript of the conversation on this device.
    package func transcript() async -> Transcript { await simulation.transcript(on: device, in: group) }

    /// Replaces the view on screen, and passes it on to the live bubbles.
    func show(_ view: SessionView) async {
        self.view = view
        await feed.offer(view, as: await conversation().local)
    }

    /// Asks for a rematch of the finished game on screen, whose message is the first of another session of bubbles.
    @discardableResult
    package func playAgain(changing: @Sendable (inout ActionRequest) -> Void = { _ in }) async throws -> TurnAnswer {
        let bubbles = session
        session = nil
        do {
            return try await act(.rematch, changing: changing)
        } catch {
            session = bubbles
            throw error
        }
    }

    /// - Throws: `nothingOpened`, if there is none.
    func shown() throws(SimulationError) -> SessionView {
        guard let view else { throw .nothingOpened }
        return view
    }

    /// Stages a message in the bubble session of the opened message, or in a new one.
    func insert(_ message: GameMessage) async {
        let current = if let session { session } else { await simulation.makeSession() }
        session = current
        await simulation.stage(message, as: current, on: device, in: group)
    }

    /// Brings the app to the foreground, and makes a player if the Keychain has no credential.
    func activate() async throws {
        guard await simulation.hasApp(device) else { throw SimulationError.appMissing }
        await simulation.activate(device)
        isActive = true
        try await client.ensurePlayer()
    }

    /// Leaves the app; it learns nothing until it is opened again.
    package func close() { isActive = false }
}
