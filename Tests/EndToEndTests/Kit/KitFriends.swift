import Foundation
import MessagesSimulator
import RoundtableClient
import RoundtableMessages
import RoundtableModel
import Testing

/// What is tested of the kit on the real service, one test at a time: each has several phones, which hold requests.
@Suite("The kit", .serialized, .timeLimit(.minutes(10)))
enum KitTests {}

/// Amber, Ben and Chris, whose phones have an app that is made with the kit, and the service that they play through.
@MainActor
struct KitFriends {
    let world: Simulation
    let group: MessagesSimulator.Group.ID
    let service: LiveService
    private let transport: URLSessionTransport
    let amber: KitPhone
    let ben: KitPhone
    let chris: KitPhone

    /// Brings the first so many together, and ends what runs on their phones afterwards.
    static func meet(_ count: Int = 2, _ play: @MainActor @Sendable (KitFriends) async throws -> Void) async throws {
        try await LiveService.run { service in
            let friends = await KitFriends(count, service: service)
            do {
                try await play(friends)
            } catch {
                await friends.end()
                throw error
            }
            await friends.end()
        }
    }

    private init(_ count: Int, service: LiveService) async {
        let people = ["Amber", "Ben", "Chris"].map { Person($0) }
        let world = Simulation(seed: 1, service: service.url, retries: .never)
        let group = await world.addGroup(Array(people.prefix(count)))
        self.world = world
        self.group = group
        self.service = service
        let transport = URLSessionTransport()
        self.transport = transport
        func phone(of person: Person) async -> KitPhone {
            KitPhone(
                await world.addDevice(of: person), in: group, of: world, service: service.url,
                network: Network(transport))
        }
        amber = await phone(of: people[0])
        ben = await phone(of: people[1])
        chris = await phone(of: people[2])
    }

    /// Another device of somebody's, or a new one in place of a lost one.
    func phone(of other: KitPhone, named name: String, disk: Disk = Disk()) async -> KitPhone {
        let device = await world.addDevice(of: other.device.owner, named: name)
        return KitPhone(device, in: group, of: world, service: service.url, network: Network(transport), disk: disk)
    }

    /// Amber begins tic-tac-toe in the middle, and Ben opens her message.
    func beginTicTacToe() async throws {
        try await amber.begin("tic-tac-toe", move: "b2")
        try await amber.send()
        try await ben.openNewest()
    }

    private func end() {
        for phone in [amber, ben, chris] { phone.kill() }
    }
}

extension GameState {
    /// The rows of a board of characters, with what waits for Send.
    var rows: [String]? { game?.board["rows"]?.array?.compactMap(\.string) }

    var isStaged: Bool {
        if case .staged = self { true } else { false }
    }

    var isShowing: Bool {
        if case .showing = self { true } else { false }
    }
}
