extension Simulation {
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

    /// The bubbles that a device has sent without a network, which leave it when that is back.
    package func departing(from device: SimulatedDevice.ID, in group: Group.ID) -> [Bubble] {
        self[device, group].departing
    }

    package func isOnline(_ device: SimulatedDevice.ID) -> Bool { self[device].isOnline }
}
