import GameRules
package import RoundtableModel

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

/// Where the identifiers of one install come from.
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
