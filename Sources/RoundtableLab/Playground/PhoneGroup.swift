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
            let app = await world.app(on: await world.addDevice(of: person), in: group)
            phones.append(Phone(number: number, app: app))
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

extension PhoneGroup {
    /// Sends what is in a phone's input field, and delivers it to everybody who is not late.
    func send(from phone: Phone) async throws {
        try await put(from: phone)
        await deliver()
    }

    /// Sends what is in every input field at the same time; each phone then gets the others' after its own.
    func sendAllAtOnce() async {
        var ready: [Phone] = []
        for phone in phones where await world[phone.device, group].staged != nil { ready.append(phone) }
        await withDiscardingTaskGroup { tasks in
            for phone in ready { tasks.addTask { await self.putOrExplain(from: phone) } }
        }
        await deliver()
    }

    /// Delivers what is under way, by default to everybody who has a network and is not late.
    func deliver(to only: Int? = nil, _ arrival: Arrival = .inOrder) async {
        for phone in phones where only.map({ $0 == phone.number }) ?? !phone.isLate {
            guard await world[phone.device].isOnline, members.contains(phone.device.owner) else { continue }
            await world.deliver(to: phone.device, in: group, arrival)
            await receive(on: phone)
        }
        changes.tell()
    }

    private func putOrExplain(from phone: Phone) async {
        change(phone) { $0.forgetMessages() }
        try? await attempt(on: phone) { try await put(from: phone) }
    }

    /// Presses Send; without a network the app can't report it.
    private func put(from phone: Phone) async throws {
        let bubble = try await phone.app.send(reporting: false)
        guard await world[phone.device].isOnline else { return }
        let sent = try await phone.app.reportSent(bubble)
        change(phone) { $0.sent = sent }
    }

    /// Lets an opened app look at what has just arrived for its game, as `didReceive` does; nobody has tapped that.
    private func receive(on phone: Phone) async {
        let session = await phone.app.session
        let newest = await phone.app.transcript().bubbles.last { $0.session == session }
        guard let newest, newest.sender != phone.device.owner else { return }
        try? await attempt(on: phone) { try await phone.app.tap(newest) }
    }
}

/// The people of the playground, and what they call each other.
enum Cast {
    static let sizes = 2...6

    private static let names = ["Amber", "Ben", "Chris", "Dana", "Emil", "Farah"]
    /// Who calls whom by another name than everybody.
    private static let contacts = [
        ("Ben", "Amber", "Sis"), ("Chris", "Ben", "Benny"), ("Amber", "Dana", "Coach Dana"), ("Dana", "Amber", "Am"),
    ]

    static func people(_ count: Int) -> [Person] { names.prefix(count).map { Person($0) } }

    /// Enters the names that people have for each other into their address books.
    static func introduce(_ people: [Person], in world: Simulation) async {
        for (owner, other, name) in contacts where people.contains(Person(owner)) && people.contains(Person(other)) {
            await world.rename(Person(other), to: name, for: Person(owner))
        }
    }
}
