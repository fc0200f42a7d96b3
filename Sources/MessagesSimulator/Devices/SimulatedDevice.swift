package import RoundtableClient
package import RoundtableModel

/// A phone, tablet or Mac of one person, with the game's app on it or without.
package struct SimulatedDevice: Sendable {
    package struct ID: Hashable, Sendable {
        package let owner: Person
        /// Its owner's name for it.
        package let name: String
    }

    package let id: ID
    /// The language that its texts are composed in.
    package var locale = "en-GB"
    /// The address that its owner sends from here, such as an e-mail address; nil is the one that everybody writes to.
    package var handle: String?
    /// Whether it is Xcode's simulator, which changes all identifiers at every activation of the app.
    package var isXcodeSimulator = false
    /// Whether the game's app is installed; who doesn't have it sees alternate layouts, and pages.
    package var hasApp = true
    /// The way in which its live bubbles learn that something has changed.
    package var following = SessionFeed.Method.heldReads(seconds: 25)
    package internal(set) var isOnline = true
    /// The credential in the Keychain, which survives a reinstall.
    package var keychain: Credential?

    /// The number of times that the app's install has changed; each has identifiers of its own.
    var install = 0
    var conversations: [Group.ID: OpenConversation] = [:]
    let seed: UInt64

    package var owner: Person { id.owner }

    init(id: ID, seed: UInt64) {
        self.id = id
        self.seed = seed
    }
}

extension SimulatedDevice.ID: CustomStringConvertible {
    /// The device as people would call it.
    package var description: String { "\(owner.name)’s \(name)" }
}

extension SimulatedDevice {
    /// Makes the app another install: after this, nobody has the identifiers that they had.
    package mutating func reinstall() {
        install += 1
        for group in conversations.keys {
            conversations[group]?.staged = nil
            conversations[group]?.transcript.live = [:]
        }
    }

    /// The state of the app and the transcript of a group on this device.
    subscript(group: Group.ID) -> OpenConversation {
        get { conversations[group] ?? OpenConversation(transcript: Transcript(device: id)) }
        set { conversations[group] = newValue }
    }
}

/// One conversation as a device has it.
struct OpenConversation: Sendable {
    var transcript: Transcript
    /// The bubble in the input field.
    var staged: Bubble?
    /// Sent by others, not here yet; in the order of sending.
    var arriving: [Bubble] = []
    /// Sent from here without a network; in the order of sending.
    var departing: [Bubble] = []
}
