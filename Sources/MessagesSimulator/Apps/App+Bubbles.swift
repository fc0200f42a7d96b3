import RoundtableClient
package import RoundtableModel

extension App {
    /// Opens the app by a tap on a bubble, by default the newest in the transcript, and reports it with its sender.
    @discardableResult
    package func tap(_ tapped: Bubble? = nil) async throws -> Opened {
        let newest = await transcript().bubbles.last
        guard let bubble = tapped ?? newest else { throw SimulationError.notInTranscript }
        try await activate()
        return try await open(bubble, from: try await simulation.sender(of: bubble, on: device, in: group))
    }

    /// Opens the app by a tap on a bubble, and reports somebody as its sender, whoever it was.
    @discardableResult
    package func tap(_ bubble: Bubble, blaming sender: ParticipantID) async throws -> Opened {
        try await activate()
        return try await open(bubble, from: sender)
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

    private func open(_ bubble: Bubble, from sender: ParticipantID?) async throws -> Opened {
        let opened = try await report(bubble, from: sender)
        session = bubble.session
        await show(opened.session)
        return opened
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
}
