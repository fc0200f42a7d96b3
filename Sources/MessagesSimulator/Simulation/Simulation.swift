package import Foundation
import RoundtableModel
package import RoundtableClient

/// The world of Messages: people, their devices and conversations, and what is on its way between them.
///
/// The same seed brings the same identifiers and, of the same messages, the same orders of arrival.
package actor Simulation {
    let service: URL
    let transport: any Transport
    let retries: RetryPolicy
    let seed: UInt64
    var devices: [SimulatedDevice.ID: SimulatedDevice] = [:]
    /// The members of each conversation, in the order in which they came.
    var groups: [Group.ID: [Person]] = [:]
    var books: [Person: AddressBook] = [:]
    var installs: [SimulatedDevice.ID: Install] = [:]
    var listeners: [Int: Listener] = [:]
    var count = 0

    package init(
        seed: UInt64, service: URL, transport: any Transport = URLSessionTransport(),
        retries: RetryPolicy = RetryPolicy()
    ) {
        (self.seed, self.service, self.transport, self.retries) = (seed, service, transport, retries)
    }

    /// The client with which somebody reaches the service without a device.
    nonisolated func makeClient(_ credential: @escaping @Sendable () async -> Credential?) -> RoundtableClient {
        RoundtableClient(baseURL: service, transport: transport, retries: retries, credential: credential)
    }
}

extension Simulation {
    @discardableResult
    package func addDevice(of owner: Person, named name: String = "phone") -> SimulatedDevice.ID {
        let id = SimulatedDevice.ID(owner: owner, name: name)
        devices[id] = SimulatedDevice(id: id, seed: seed)
        return id
    }

    package func addGroup(_ members: [Person]) -> Group.ID {
        let group = Group.ID(number: nextNumber())
        groups[group] = members
        return group
    }

    /// Brings somebody into a conversation; they see what is sent from now on.
    package func add(_ person: Person, to group: Group.ID) { groups[group]?.append(person) }

    /// Takes somebody out of a conversation; what is under way to them waits until they are back.
    package func remove(_ person: Person, from group: Group.ID) {
        groups[group]?.removeAll { $0 == person }
    }

    /// Lets a person call another one by a name of their own choice.
    package func rename(_ person: Person, to name: String, for owner: Person) {
        books[owner, default: AddressBook()][person] = name
    }

    package func change(_ device: SimulatedDevice.ID, _ change: @Sendable (inout SimulatedDevice) -> Void) {
        change(&self[device])
    }
}

extension Simulation {
    package internal(set) subscript(device: SimulatedDevice.ID) -> SimulatedDevice {
        get { devices[device, default: SimulatedDevice(id: device, seed: seed)] }
        set { devices[device] = newValue }
    }

    /// A conversation as a device has it.
    package internal(set) subscript(device: SimulatedDevice.ID, group: Group.ID) -> OpenConversation {
        get { self[device].conversations[group] ?? OpenConversation(transcript: Transcript(device: device)) }
        set { self[device].conversations[group] = newValue }
    }

    /// A device's identifiers of the people of a conversation at this moment.
    package func identifiers(on device: SimulatedDevice.ID, in group: Group.ID) -> Identifiers {
        identifiers(on: device, of: groups[group] ?? [])
    }

    /// A device's identifiers of people at this moment, if they were in a conversation.
    func identifiers(on device: SimulatedDevice.ID, of people: [Person]) -> Identifiers {
        Identifiers(of: people, on: self[device])
    }

    package func transcript(on device: SimulatedDevice.ID, in group: Group.ID) -> Transcript {
        var transcript = self[device, group].transcript
        transcript.names = books[device.owner, default: AddressBook()]
        transcript.hasApp = self[device].hasApp
        return transcript
    }

    /// The transcripts of a conversation on all devices, in no order.
    package func transcripts(in group: Group.ID) -> [Transcript] {
        devices.keys.map { transcript(on: $0, in: group) }
    }

    func nextNumber() -> Int {
        count += 1
        return count
    }
}

/// An action that Messages doesn't have, or in the wrong order.
package enum SimulationError: Error, Equatable {
    /// The app has shown no session yet: create one or tap a bubble.
    case nothingOpened
    case nothingStaged
    /// The bubble has not arrived on this device.
    case notInTranscript
    case appMissing
    /// The bubble's URL is none of the service's.
    case foreignBubble
    case unknownGame(String)
}
