extension Simulation {
    /// Keeps what a device without a network has sent from everybody else, until it is dispatched.
    package func hold(_ bubble: Bubble, in group: Group.ID) {
        for device in devices.keys { self[device, group].arriving.removeAll { $0.id == bubble.id } }
    }

    /// Sends what was held on its way to all other devices of the conversation.
    package func dispatch(_ bubble: Bubble, from device: Device.ID, in group: Group.ID) {
        let members = groups[group]?.members ?? []
        for other in devices.keys where other != device && members.contains(other.owner) {
            self[other, group].arriving.append(bubble)
        }
    }
}
