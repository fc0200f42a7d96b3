import RoundtableModel

/// The views of one session on all devices at one moment.
struct Survey: Sendable {
    struct Look: Sendable {
        let view: SessionView
        /// The device's identifiers of everybody at this moment, whether in the conversation or not.
        let identifiers: Identifiers
        let notebook: Notebook.ID
    }

    let session: SessionID
    var begunAt = ContinuousClock.now
    /// Without devices that may not read the session.
    let looks: [SimulatedDevice.ID: Look]

    var isOver: Bool {
        looks.values.contains { $0.view.state == .finished || $0.view.state == .abandoned }
    }

    /// The newest revision that any device was shown.
    var revision: Int { looks.values.map(\.view.revision).max() ?? 0 }
}

/// A message that the service composed for a device, as that device stages it.
struct Composition: Sendable {
    let device: SimulatedDevice.ID
    let notebook: Notebook.ID
    let texts: BubbleTexts
    /// The revision whose event it repeats; nil if it is about an event of its own author.
    let repeated: Int?
    /// The seat that its author had when it was composed.
    let seat: Int?
    let claimed: Int?
}
