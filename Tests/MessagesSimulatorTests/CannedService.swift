import Foundation
import RoundtableJSON
import MessagesSimulator
import RoundtableModel
import RoundtableClient
import Testing

/// A service without rules: it says yes to everything, and a move is the caption of its message. Reads with `wait` are
/// held until the next move is sent.
actor CannedService: Transport {
    /// What it was asked, such as `POST open`, with the body.
    private(set) var asked: [(what: String, body: JSONValue, credential: String?)] = []
    /// How many reads are held.
    var held: Int { waiting.count }
    /// The most reads that were held at once.
    private(set) var mostHeld = 0

    private var messages = 0
    private var revision = 0
    private var isLive = false
    private var captions: [String] = []
    private var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
    private let session = SessionID(UUID())

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let what = request.url.lastPathComponent
        let body = try request.body.map { try JSONValue(json: Array($0)) } ?? nil
        asked.append((what, body, request.headers["Authorization"]))
        if let query = request.url.query(), query.hasPrefix("wait") { try await hold(asked.count) }
        let answer = try answer(to: what, body)
        return TransportResponse(status: 200, headers: ["ETag": "\"\(revision)\""], body: answer)
    }

    private func answer(to what: String, _ body: JSONValue) throws -> Data {
        switch what {
        case "players":
            let name = "t\(asked.count)"
            return try encoded(NewPlayer(player: PlayerID(UUID()), token: Credential(rawValue: name)))
        case "open":
            let tapped = Tapped(revision: revision, status: .latest)
            return try encoded(Opened(session: view, tapped: tapped, events: []))
        case "sent":
            revision += 1
            for held in waiting.values { held.resume() }
            waiting = [:]
            return try encoded(Sent(session: view, revision: revision, status: .latest))
        case "cancel":
            return try encoded(Cancelled(session: view))
        case session.rawValue:
            return try encoded(view)
        default:
            isLive = isLive || body["live"]?.bool == true
            return try encoded(TurnAnswer(session: view, message: try message(body), draft: true))
        }
    }

    private var view: SessionView {
        SessionView(
            id: session, game: "open", rules: 1, revision: revision, state: .active, toAct: [],
            seats: [], board: [:], message: captions.prefix(revision).last.map(shown))
    }

    private func shown(_ caption: String) -> ShownMessage {
        ShownMessage(
            session: session, revision: revision, live: isLive, layout: MessageLayout(caption: caption),
            summaryText: caption, accessibilityLabel: caption)
    }

    private func hold(_ number: Int) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiting[number] = continuation
                mostHeld = max(mostHeld, waiting.count)
            }
        } onCancel: {
            Task { await self.giveUp(number) }
        }
    }

    private func giveUp(_ number: Int) {
        waiting.removeValue(forKey: number)?.resume(throwing: CancellationError())
    }

    private func message(_ body: JSONValue) throws -> GameMessage {
        messages += 1
        let token = "token\(messages)"
        let caption = body["move"]?.string ?? "A new game"
        captions.append(caption)
        return GameMessage(
            token: MessageToken(rawValue: token), url: try #require(URL(string: "https://play.example.com/m/\(token)")),
            session: view.id, revision: revision + 1, live: isLive,
            layout: MessageLayout(caption: caption, trailingCaption: "Move \(messages)"), summaryText: caption,
            accessibilityLabel: caption)
    }

    private func encoded(_ value: some JSONWritable) throws -> Data {
        Data(value.json)
    }
}

/// Amber, Ben and Chris with a phone each, in one conversation, around a canned service.
struct Trio {
    let service = CannedService()
    let world: Simulation
    let group: MessagesSimulator.Group.ID
    let amber: App
    let ben: App
    let chris: App

    init(seed: UInt64 = 7) async throws {
        let url = try #require(URL(string: "https://play.example.com"))
        world = Simulation(seed: seed, service: url, transport: service, retries: .never)
        let phones = [await world.addPhone("Amber"), await world.addPhone("Ben"), await world.addPhone("Chris")]
        group = await world.addGroup(phones.map(\.owner))
        amber = await world.app(on: phones[0], in: group)
        ben = await world.app(on: phones[1], in: group)
        chris = await world.app(on: phones[2], in: group)
    }

    /// Lets Amber begin a game that everybody opens.
    func begin(live: Bool = false) async throws {
        try await amber.create("open") { session in
            session.move = "Who plays?"
            session.live = live
        }
        try await amber.send()
        await world.deliver(in: group)
        try await ben.tap()
        try await chris.tap()
    }
}

extension Simulation {
    func addPhone(_ name: String) -> SimulatedDevice.ID {
        addDevice(of: Person(name))
    }
}
