import RoundtableModel

extension Simulation {
    /// Begins a session of bubbles, as `MSSession()` does.
    func makeSession() -> TranscriptSession { TranscriptSession(number: nextNumber()) }

    /// Puts a message into a device's input field, in place of what was there; here its texts are substituted.
    func stage(_ message: GameMessage, as session: TranscriptSession, on device: SimulatedDevice.ID, in group: Group.ID)
    {
        let identifiers = identifiers(on: device, in: group)
        self[device, group].staged = Bubble(
            id: Bubble.ID(number: nextNumber()), sender: device.owner, handle: self[device].handle, session: session,
            url: message.url, texts: BubbleTexts(message, knowing: identifiers), isLive: message.live)
    }

    /// Puts a saved bubble, anybody's, into a device's input field; what once became a name stays that name.
    package func stageAgain(_ saved: Bubble, on device: SimulatedDevice.ID, in group: Group.ID) {
        self[device, group].staged = Bubble(
            id: Bubble.ID(number: nextNumber()), sender: device.owner, handle: self[device].handle,
            session: saved.session, url: saved.url, texts: saved.texts, isLive: saved.isLive)
    }

    package func staged(on device: SimulatedDevice.ID, in group: Group.ID) -> Bubble? {
        self[device, group].staged
    }

    /// Empties a device's input field without a word to the app.
    @discardableResult
    package func unstage(on device: SimulatedDevice.ID, in group: Group.ID) throws(SimulationError) -> Bubble {
        guard let staged = self[device, group].staged else { throw .nothingStaged }
        self[device, group].staged = nil
        return staged
    }
}
