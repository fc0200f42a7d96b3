extension Simulation {
    /// Copies a conversation's transcript to another device of the same owner, as Messages in iCloud does.
    package func restore(_ group: Group.ID, on device: SimulatedDevice.ID, from source: SimulatedDevice.ID) {
        var transcript = Transcript(device: device)
        for bubble in self[source, group].transcript.bubbles { transcript.receive(bubble) }
        self[device, group].transcript = transcript
        self[device, group].arriving = self[source, group].arriving
    }
}
