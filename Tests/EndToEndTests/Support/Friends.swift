import Foundation
import MessagesSimulator
import RoundtableModel
import RoundtableClient
import Testing

/// Amber, Ben and Chris with a phone each, in one conversation, and the service that they play through.
struct Friends: Sendable {
    let world: Simulation
    let group: Group.ID
    let service: LiveService
    let amber: App
    let ben: App
    let chris: App

    /// The three of them.
    var all: [App] { [amber, ben, chris] }

    /// Brings the three together, or the first two of them. Checks at the end that nobody ever read an identifier, and
    /// that the events of what they played rebuild it.
    static func meet(
        _ people: Int = 3, through transport: any Transport = URLSessionTransport(),
        _ play: @Sendable (Friends) async throws -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await LiveService.run { service in
            let friends = await Friends(people, service: service, through: transport)
            try await play(friends)
            await friends.expectNoIdentifiers(sourceLocation: sourceLocation)
            try await friends.expectConsistency()
        }
    }

    private init(_ count: Int, service: LiveService, through transport: any Transport) async {
        let people = ["Amber", "Ben", "Chris"].map { Person($0) }
        let world = Simulation(seed: 1, service: service.url, transport: transport, retries: .never)
        let group = await world.addGroup(Array(people.prefix(count)))
        amber = await world.app(on: world.addDevice(of: people[0]), in: group)
        ben = await world.app(on: world.addDevice(of: people[1]), in: group)
        chris = await world.app(on: world.addDevice(of: people[2]), in: group)
        self.world = world
        self.group = group
        self.service = service
    }

    /// Sends what is in an app's input field, and delivers it to everybody.
    @discardableResult
    func send(from app: App, reporting: Bool = true, _ arrival: Arrival = .inOrder) async throws -> Bubble {
        let bubble = try await app.send(reporting: reporting)
        await world.deliver(in: group, arrival)
        return bubble
    }

    /// Opens the newest bubble, moves, and sends the message to everybody.
    @discardableResult
    func play(_ move: GameJSON, by app: App) async throws -> Bubble {
        try await app.tap()
        try await app.play(move)
        return try await send(from: app)
    }

    /// Begins a game and sends its opening message to everybody.
    func begin(
        _ game: String, by app: App, move: GameJSON? = nil, seats: Int? = nil, live: Bool = false
    ) async throws {
        try await app.create(game) { session in
            session.move = move
            session.live = live
            session.options = seats.map { ["seats": .integer($0)] as GameJSON }
        }
        try await send(from: app)
    }
}

extension App {
    /// What the owner reads.
    var lines: [String] { get async { await transcript().lines } }

    /// The person whose device it runs on.
    nonisolated var owner: Person { device.owner }
}

extension Friends {
    /// Expects that the events of every session that somebody looked at rebuild it.
    private func expectConsistency() async throws {
        var sessions: Set<SessionID> = []
        for app in all {
            if let view = await app.view { sessions.insert(view.id) }
        }
        for session in sessions {
            let id = try #require(UUID(uuidString: session.rawValue))
            try await Audit(store: service.store).expectConsistency(of: id)
        }
    }

    /// Expects that in no transcript anything looks like an identifier that Messages should have replaced.
    private func expectNoIdentifiers(sourceLocation: SourceLocation) async {
        let identifier = /\$[0-9A-Fa-f]|[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}/
        for transcript in await world.transcripts(in: group) {
            for text in transcript.bubbles.flatMap(transcript.texts) where text.contains(identifier) {
                Issue.record("\(transcript.owner.name) reads “\(text)”", sourceLocation: sourceLocation)
            }
        }
    }
}
