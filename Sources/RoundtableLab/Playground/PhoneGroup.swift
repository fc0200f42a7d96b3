import Foundation
import MessagesSimulator
import RoundtableClient

/// People in a group conversation, each with a phone or more, in a world of their own.
actor PhoneGroup {
    /// The number of phones that the page has room for.
    static let mostPhones = 8

    let world: Simulation
    let group: Group.ID
    let changes: Changes
    let notices: DeviceNotices?
    private(set) var members: [Person]
    /// The phones in their order on the page. None is ever taken away, but another device may come in its place.
    var phones: [Phone] = []
    /// The number of devices that people have had.
    var devices: [Person: Int] = [:]

    /// Brings that many people together, each with a new phone.
    init(
        people: Int, on service: URL, by transport: RecordingTransport, _ changes: Changes, _ notices: DeviceNotices?
    ) async {
        self.changes = changes
        self.notices = notices
        members = Cast.people(people)
        // NB: identifiers follow from the seed; those of another world must be others.
        world = Simulation(
            seed: UInt64.random(in: 0 ... .max), service: service, transport: transport,
            retries: RetryPolicy(attempts: 2, firstPause: .milliseconds(100)))
        group = await world.addGroup(members)
        await Cast.introduce(members, in: world)
        for (number, person) in members.enumerated() {
            let device = await world.addDevice(of: person)
            phones.append(Phone(number: number, device: device, app: await world.app(on: device, in: group)))
        }
    }

    /// A phone as it is now; nil if another device, or another install of the app, has come in its place.
    func current(_ phone: Phone) -> Phone? {
        let current = phones[phone.number]
        return current.app === phone.app ? current : nil
    }

    /// Changes a phone, unless another device, or another install of the app, has come in its place.
    func change(_ phone: Phone, _ body: (inout Phone) -> Void) {
        if current(phone) != nil { body(&phones[phone.number]) }
    }

    /// Takes somebody out of the conversation, or back into it.
    func setMember(_ person: Person, _ isMember: Bool) async {
        if isMember { await world.add(person, to: group) } else { await world.remove(person, from: group) }
        members.removeAll { $0 == person }
        if isMember { members.append(person) }
    }
}
