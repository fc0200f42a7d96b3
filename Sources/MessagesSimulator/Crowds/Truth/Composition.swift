import RoundtableModel

/// A message that the service composed for a device, as that device stages it.
struct Composition: Sendable {
    let device: SimulatedDevice.ID
    let notebook: Notebook.ID
    let session: SessionID
    let texts: BubbleTexts
    /// The revision whose event it repeats; nil if it is about an event of its own author.
    let repeated: Int?
    /// The seat that its author had when it was composed.
    let seat: Int?
    let claimed: Int?
}
