import GameRules
import RoundtableModel

/// The order in which what was sent reaches a device.
package enum Arrival: Sendable, CaseIterable {
    case inOrder
    case reversed
    /// Anyhow, by the simulation's seed.
    case shuffled
}

extension Simulation {
    /// Sends what is in a device's input field: it is in this device's transcript at once, elsewhere when delivered.
    /// Without a network it leaves the device when that is back.
    @discardableResult
    package func send(from device: SimulatedDevice.ID, in group: Group.ID) throws(SimulationError) -> Bubble {
        let bubble = try unstage(on: device, in: group)
        self[device, group].transcript.receive(bubble)
        tell(.sent(bubble), to: device, in: group)
        if self[device].isOnline {
            pass(bubble, on: device, in: group)
        } else {
            self[device, group].departing.append(bubble)
        }
        return bubble
    }

    /// Delivers to every device of a conversation what is under way to it.
    package func deliver(in group: Group.ID, _ arrival: Arrival = .inOrder) {
        for device in audience(of: group) { deliver(to: device, in: group, arrival) }
    }

    /// Delivers to one device what is under way to it, unless it has no network.
    package func deliver(to device: SimulatedDevice.ID, in group: Group.ID, _ arrival: Arrival = .inOrder) {
        guard self[device].isOnline else { return }
        let arriving = self[device, group].arriving
        self[device, group].arriving = []
        for bubble in ordered(arriving, arrival, on: device) {
            self[device, group].transcript.receive(bubble)
            tell(.received(bubble), to: device, in: group)
        }
    }

    /// Puts what a device has sent on its way to all others.
    func pass(_ bubble: Bubble, on device: SimulatedDevice.ID, in group: Group.ID) {
        for other in audience(of: group) where other != device {
            self[other, group].arriving.append(bubble)
        }
    }

    private func audience(of group: Group.ID) -> [SimulatedDevice.ID] {
        let members = groups[group] ?? []
        return devices.keys.filter { members.contains($0.owner) }
    }

    private func ordered(_ bubbles: [Bubble], _ arrival: Arrival, on device: SimulatedDevice.ID) -> [Bubble] {
        switch arrival {
        case .inOrder: return bubbles
        case .reversed: return bubbles.reversed()
        case .shuffled:
            let numbers = bubbles.map { "\($0.id.number)" }.joined(separator: ",")
            var random = SeededRandom(seed: seed, for: "arrival/\(device.owner.name)/\(device.name)/\(numbers)")
            return bubbles.shuffled(using: &random)
        }
    }

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

    /// Empties a device's input field without a word to the app.
    @discardableResult
    package func unstage(on device: SimulatedDevice.ID, in group: Group.ID) throws(SimulationError) -> Bubble {
        guard let staged = self[device, group].staged else { throw .nothingStaged }
        self[device, group].staged = nil
        return staged
    }

    /// Takes a device's network away: its requests fail, and what others send waits until it is back.
    package func disconnect(_ device: SimulatedDevice.ID) { self[device].isOnline = false }

    /// Gives a device its network back; what it has sent meanwhile leaves it, and what is under way can be delivered.
    package func connect(_ device: SimulatedDevice.ID) {
        guard !self[device].isOnline else { return }
        self[device].isOnline = true
        for group in self[device].conversations.keys {
            let departing = self[device, group].departing
            self[device, group].departing = []
            for bubble in departing { pass(bubble, on: device, in: group) }
            tell(.connected, to: device, in: group)
        }
    }
}
