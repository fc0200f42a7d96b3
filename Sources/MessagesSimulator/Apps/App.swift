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
    package private(set) var session: TranscriptSession?

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
        guard await simulation[device].hasApp else { throw SimulationError.appMissing }
        await simulation.activate(device)
        isActive = true
        try await client.ensurePlayer()
    }

    /// Leaves the app; it learns nothing until it is opened again.
    package func close() { (isActive, session) = (false, nil) }

    /// Opens the app by a tap on a bubble, by default the newest in the transcript, and reports its sender, or blames
    /// somebody else, whoever it was.
    @discardableResult
    package func tap(_ tapped: Bubble? = nil, blaming other: ParticipantID? = nil) async throws -> Opened {
        let newest = await transcript().bubbles.last
        guard let bubble = tapped ?? newest else { throw SimulationError.notInTranscript }
        try await activate()
        let sender: ParticipantID? =
            if let other { other } else { try await simulation.sender(of: bubble, on: device, in: group) }
        let opened = try await report(bubble, from: sender)
        session = bubble.session
        await show(opened.session)
        return opened
    }

    /// Presses Send; `didStartSending` reports it, unless the app is gone before it can.
    @discardableResult
    package func send(reporting: Bool = true) async throws -> Bubble {
        let bubble = try await simulation.send(from: device, in: group)
        if reporting { try await reportSent(bubble) }
        return bubble
    }

    /// Reports that a bubble was sent, as `didStartSending` does, and shows how the game stands now.
    ///
    /// - Returns: the message's status: its move may have come too late.
    @discardableResult
    package func reportSent(_ bubble: Bubble) async throws -> MessageStatus {
        let sent = try await client.reportSent(bubble.token, SentRequest(conversation: await conversation()))
        await show(sent.session)
        return sent.status
    }

    /// Removes the staged bubble; `didCancelSending` reports it.
    package func cancel() async throws {
        let bubble = try await simulation.unstage(on: device, in: group)
        let request = CancelRequest(conversation: await conversation())
        await show(try await client.cancel(bubble.token, request).session)
    }

    /// Lets the staged bubble vanish with neither callback.
    package func vanish() async throws { try await simulation.unstage(on: device, in: group) }

    /// Stages a saved bubble, anybody's, once more.
    package func stageAgain(_ bubble: Bubble) async {
        await simulation.stageAgain(bubble, on: device, in: group)
    }

    /// Tells the service who sent a bubble, and leaves the screen as it is.
    func report(_ bubble: Bubble, from sender: ParticipantID?) async throws -> Opened {
        try await client.open(bubble.token, OpenRequest(conversation: await conversation(), sender: sender))
    }
}

extension App {
    /// Shows a code on this device, to be typed on another one of its owner's.
    package func showLinkCode() async throws -> String {
        try await activate()
        return try await client.makeLinkCode().code
    }

    /// Types a code that another device shows, and so becomes a device of that player.
    @discardableResult
    package func enter(linkCode: String) async throws -> PlayerID {
        try await activate()
        return try await client.link(LinkRequest(code: linkCode)).player
    }

    /// Begins a game and stages its opening message.
    @discardableResult
    package func create(
        _ game: String, changing: @Sendable (inout NewSession) -> Void = { _ in }
    ) async throws -> TurnAnswer {
        try await activate()
        var request = NewSession(game: game, conversation: await conversation(), locale: await locale)
        changing(&request)
        let answer = try await client.begin(request)
        session = await simulation.makeSession()
        return try await take(answer, request.send)
    }

    /// Moves against the view that the user looks at, and stages the message.
    @discardableResult
    package func play(
        _ move: GameJSON, changing: @Sendable (inout Turn) -> Void = { _ in }
    ) async throws -> TurnAnswer {
        let view = try shown()
        var turn = Turn(
            revision: view.revision, move: move, conversation: await conversation(), locale: await locale)
        changing(&turn)
        return try await take(try await client.play(turn, in: view.id), turn.send)
    }

    /// Takes an open seat, and stages the message.
    @discardableResult
    package func join(changing: @Sendable (inout SeatRequest) -> Void = { _ in }) async throws -> TurnAnswer {
        let view = try shown()
        var request = SeatRequest(conversation: await conversation(), locale: await locale)
        changing(&request)
        return try await take(try await client.join(view.id, request), request.send)
    }

    /// Does something other than move, and stages the message.
    @discardableResult
    package func act(
        _ action: Action, changing: @Sendable (inout ActionRequest) -> Void = { _ in }
    ) async throws -> TurnAnswer {
        let view = try shown()
        var request = ActionRequest(
            action: action, revision: view.revision, conversation: await conversation(), locale: await locale)
        changing(&request)
        return try await take(try await client.act(request, in: view.id), request.send)
    }

    /// Stages the current state as a message of the user's own.
    ///
    /// - Parameter anew: whether it gets a session of bubbles of its own, as from an app that was opened without a
    ///   bubble.
    @discardableResult
    package func nudge(anew: Bool = false) async throws -> GameMessage {
        if anew { session = nil }
        let request = FreshMessageRequest(conversation: await conversation(), locale: await locale)
        let message = try await client.freshMessage(of: shown().id, request)
        await insert(message)
        return message
    }

    /// Looks at the session again, without a bubble.
    @discardableResult
    package func refresh() async throws -> SessionView {
        let view = try await client.session(shown().id, as: await conversation().local)
        await show(view)
        return view
    }

    private var locale: String {
        get async { await simulation[device].locale }
    }

    private func take(_ answer: TurnAnswer, _ mode: SendMode?) async throws -> TurnAnswer {
        await show(answer.session)
        await insert(answer.message)
        if mode == .now { try await simulation.send(from: device, in: group) }
        return answer
    }
}
