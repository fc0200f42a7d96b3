/// An event of a conversation on one device.
package enum Happening: Sendable, Hashable {
    case sent(Bubble)
    case received(Bubble)
    case drawn(Bubble.ID)
    case connected
}

struct Listener: Sendable {
    let device: SimulatedDevice.ID
    let group: Group.ID
    let happenings: AsyncStream<Happening>.Continuation
}

extension Simulation {
    /// Everything that happens to a conversation on a device from now on.
    package func happenings(on device: SimulatedDevice.ID, in group: Group.ID) -> AsyncStream<Happening> {
        let (stream, continuation) = AsyncStream<Happening>.makeStream()
        listeners[nextNumber()] = Listener(device: device, group: group, happenings: continuation)
        return stream
    }

    /// Returns as soon as a transcript is as it should be, or the task is cancelled.
    package func until(
        on device: SimulatedDevice.ID, in group: Group.ID, _ condition: @Sendable (Transcript) -> Bool
    ) async {
        let happenings = happenings(on: device, in: group)
        guard !condition(transcript(on: device, in: group)) else { return }
        for await _ in happenings where condition(transcript(on: device, in: group)) { return }
    }

    func tell(_ happening: Happening, to device: SimulatedDevice.ID, in group: Group.ID) {
        for (number, listener) in listeners where listener.device == device && listener.group == group {
            if case .terminated = listener.happenings.yield(happening) { listeners[number] = nil }
        }
    }
}
