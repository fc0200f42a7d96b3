import Foundation
import MessagesSimulator
import RoundtableClient
import RoundtableModel

/// The playground: a group conversation of people with phones, round a service.
actor Playground {
    /// The number of phones that the page has room for.
    static let mostPhones = 8
    /// The shortest time that a clock gives to a turn here, in seconds: nobody waits for a minute.
    static let shortestTurnSeconds = 5

    /// Where the apps' requests go by.
    nonisolated let transport: RecordingTransport
    /// Tells that the page is to be drawn anew.
    nonisolated let changes: Changes
    nonisolated let service: URL
    /// What the devices are told by the service; nil if it does not tell them.
    nonisolated let notices: DeviceNotices?

    private(set) var world: Simulation
    private(set) var group: Group.ID
    private(set) var members: [Person]
    var phones: [Phone]
    private(set) var games: [GameSummary] = []
    /// The number of devices that people have had.
    var devices: [Person: Int] = [:]

    init(people: Int, on service: URL, tellingBy notices: DeviceNotices? = nil) async {
        let changes = notices?.changes ?? Changes()
        self.notices = notices
        self.service = service
        self.changes = changes
        transport = RecordingTransport { changes.tell() }
        members = Cast.people(people)
        world = Simulation(seed: 0, service: service)
        group = await world.addGroup(members)
        phones = []
        await begin(people: people)
    }

    /// Brings that many people together in a new world, each with a new phone.
    func begin(people: Int) async {
        // NB: identifiers follow from the seed; those of another world must be others.
        let retries = RetryPolicy(attempts: 2, firstPause: .milliseconds(100))
        let world = Simulation(
            seed: UInt64.random(in: 0 ... .max), service: service, transport: transport, retries: retries)
        let members = Cast.people(people)
        let group = await world.addGroup(members)
        await Cast.introduce(members, in: world)
        var phones: [Phone] = []
        for (number, person) in members.enumerated() {
            let device = await world.addDevice(of: person)
            phones.append(Phone(number: number, device: device, app: await world.app(on: device, in: group)))
        }
        (self.world, self.group, self.members, self.phones, devices) = (world, group, members, phones, [:])
        changes.tell()
    }

    func learnGames() async throws {
        let client = RoundtableClient(baseURL: service, credential: nil, transport: transport)
        games = try await client.games().games
    }

    /// Takes somebody out of the conversation, or back into it.
    func setMember(_ person: Person, _ isMember: Bool) async {
        if isMember { await world.add(person, to: group) } else { await world.remove(person, from: group) }
        members.removeAll { $0 == person }
        if isMember { members.append(person) }
    }
}
