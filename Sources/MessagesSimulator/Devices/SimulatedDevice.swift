package import RoundtableClient
package import RoundtableModel
import GameRules

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

/// One conversation as a device has it.
package struct OpenConversation: Sendable {
    var transcript: Transcript
    /// The bubble in the input field.
    package internal(set) var staged: Bubble?
    /// Sent by others, not here yet; in the order of sending.
    package internal(set) var arriving: [Bubble] = []
    /// Sent from here without a network, which leave when that is back; in the order of sending.
    package internal(set) var departing: [Bubble] = []
}

/// The identifiers of the people of a conversation in one install on one device; no other device and no other install
/// knows them.
package struct Identifiers: Sendable, Equatable {
    /// The identifiers as the app gets them.
    package let conversation: Conversation
    private let people: [ParticipantID: Person]
    private let source: Source

    /// NB: the local identifier is the same in all conversations of an install, and so are, here, those of the others.
    init(of members: [Person], on device: SimulatedDevice) {
        let source = Source(device: device.id, install: device.install, seed: device.seed)
        self.source = source
        let remotes = members.filter { $0 != device.owner }.map { ($0, source.identifier(of: $0)) }
        let local = source.identifier(of: device.owner)
        people = Dictionary([(local, device.owner)] + remotes.map { ($0.1, $0.0) }) { first, _ in first }
        conversation = Conversation(local: local, remotes: remotes.map(\.1).sorted { "\($0)" < "\($1)" })
    }

    /// The identifier of a person, as the sender of a message from that address.
    package subscript(person: Person, handle: String? = nil) -> ParticipantID {
        // One's own messages carry the local identifier, from whichever device and address.
        source.identifier(of: person, handle: person == source.device.owner ? nil : handle)
    }

    /// The person whom a text means by an identifier in upper case; Messages recognises no other spelling.
    package func person(spelled text: some StringProtocol) -> Person? {
        guard let participant = ParticipantID(text), participant.description == text else { return nil }
        return people[participant]
    }
}

private struct Source: Sendable, Equatable {
    let device: SimulatedDevice.ID
    let install: Int
    let seed: UInt64

    func identifier(of person: Person, handle: String? = nil) -> ParticipantID {
        let purpose = [device.owner.name, device.name, "\(install)", person.name, handle ?? ""]
        var random = SeededRandom(seed: seed, for: purpose.joined(separator: "/"))
        return ParticipantID(random.uuid())
    }
}
