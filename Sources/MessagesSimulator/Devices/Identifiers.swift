import Foundation
package import RoundtableAPI

/// What one install on one device calls the people of a conversation; no other device and no other install knows them.
package struct Identifiers: Sendable, Equatable {
    /// What the app is told.
    package let conversation: Conversation
    private let people: [ParticipantID: Person]

    /// NB: the local identifier is the same in all conversations of an install, and so are, here, those of the others.
    init(of members: [Person], on device: Device) {
        let install = "\(device.owner.name)/\(device.id.name)/\(device.install)"
        var people: [ParticipantID: Person] = [:]
        for person in members {
            var random = SeededRandom(seed: device.seed, for: "\(install)/\(person.name)")
            people[ParticipantID(random.uuid())] = person
        }
        let local = people.first { $0.value == device.owner }?.key
        self.people = people
        var random = SeededRandom(seed: device.seed, for: install)
        conversation = Conversation(
            local: local ?? ParticipantID(random.uuid()),
            remotes: people.keys.filter { $0 != local }.sorted { "\($0)" < "\($1)" })
    }

    /// The identifier of a person, or nil if they aren't in the conversation.
    package subscript(person: Person) -> ParticipantID? {
        people.first { $0.value == person }?.key
    }

    /// The person whom a text means by an identifier in upper case; Messages recognises no other spelling.
    package func person(spelled text: some StringProtocol) -> Person? {
        guard let participant = ParticipantID(text), participant.description == text else { return nil }
        return people[participant]
    }
}
