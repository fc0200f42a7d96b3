/// The transcript of a conversation on one device.
package struct Transcript: Sendable, Equatable {
    /// A thing in the transcript.
    package enum Entry: Sendable, Equatable {
        /// A message in full.
        case bubble(Bubble)
        /// The summary line that a message left behind when a newer one of its session arrived.
        case summary(Bubble)

        package var bubble: Bubble {
            switch self {
            case .bubble(let bubble), .summary(let bubble): bubble
            }
        }
    }

    package let device: SimulatedDevice.ID
    /// The owner's names for the others.
    package var names = AddressBook()
    /// Whether the device has the app, which draws live bubbles.
    package var hasApp = true
    /// The content of live bubbles, by the app that draws them.
    package internal(set) var live: [Bubble.ID: LiveContent] = [:]
    /// Everything shown, from top to bottom.
    package private(set) var entries: [Entry] = []

    package init(device: SimulatedDevice.ID) { self.device = device }

    package var owner: Person { device.owner }

    /// Puts a bubble at the bottom; the bubble of its session before it shrinks to a summary line where it stood.
    package mutating func receive(_ bubble: Bubble) {
        for (index, entry) in entries.enumerated() {
            if case .bubble(let older) = entry, older.session == bubble.session {
                entries[index] = .summary(older)
                live[older.id] = nil
            }
        }
        entries.append(.bubble(bubble))
    }

    /// The part that is on screen at the end of a long transcript: its last entries.
    package func suffix(_ count: Int) -> Transcript {
        var transcript = self
        transcript.entries = entries.suffix(count)
        return transcript
    }

    /// Whether a bubble has arrived, in full or shrunk.
    package func contains(_ bubble: Bubble) -> Bool {
        entries.contains { $0.bubble.id == bubble.id }
    }

    /// All that have arrived, in full or shrunk, from top to bottom; a person may have saved any of them.
    package var bubbles: [Bubble] { entries.map(\.bubble) }
}
