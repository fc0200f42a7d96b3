import Foundation
import RoundtableModel
import RoundtableClient
import Synchronization
import TestSupport
import Testing

@Suite("Contention", .database)
struct ContentionTests {
    @Test("of thirty clients that submit the same turn, one succeeds and twenty-nine get stale_revision")
    func thirtyClients() async throws {
        try await LiveService.run { service in
            let table = try await GameTable(clients: 30, at: service)
            let codes = await table.refusals(of: table.clients) { client, conversation in
                try await client.play(
                    Turn(revision: 1, move: "Scoops=scoops02", conversation: conversation, send: .now),
                    in: table.session)
            }
            #expect(codes.count { $0 == nil } == 1)
            #expect(codes.count { $0 == .staleRevision } == 29)
            #expect(try await table.audit(service) == 2)
        }
    }

    @Test("of thirty requests by one player for the same move, one is committed")
    func thirtyRequests() async throws {
        try await LiveService.run { service in
            let table = try await GameTable(clients: 0, at: service)
            let codes = await table.refusals(of: Array(repeating: table.host, count: 30)) { client, conversation in
                try await client.play(
                    Turn(revision: 1, move: "Scoops=scoops02", conversation: conversation, send: .now),
                    in: table.session)
            }
            #expect(codes.count { $0 == nil } == 1)
            #expect(codes.count { $0 == .staleRevision } == 29)
            #expect(try await table.audit(service) == 2)
        }
    }

    @Test("thirty concurrent moves by thirty clients are all committed")
    func thirtyToppings() async throws {
        try await LiveService.run { service in
            let table = try await GameTable(clients: 30, at: service)
            _ = try await table.host.play(
                Turn(revision: 1, move: "Scoops=scoops02", conversation: .ofNewDevice, send: .now), in: table.session)
            let codes = await table.refusals(of: table.clients) { client, conversation in
                try await client.play(
                    Turn(revision: 2, move: "Topping=topping02", conversation: conversation, send: .now),
                    in: table.session)
            }
            #expect(codes.allSatisfy { $0 == nil })
            #expect(try await table.audit(service) == 32)
        }
    }

    @Test("twenty concurrent repeats of a request make one event and get equal answers")
    func twentyRepeats() async throws {
        try await LiveService.run { service in
            let table = try await GameTable(clients: 0, at: service)
            let recorder = RecordingTransport()
            let client = RoundtableClient(
                baseURL: service.url, credential: table.hostCredential, transport: recorder, retries: .never)
            let turn = Turn(revision: 1, move: "Scoops=scoops02", conversation: .ofNewDevice, send: .now)
            let key = IdempotencyKey()
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                for _ in 1...20 {
                    tasks.addTask { _ = try await client.play(turn, in: table.session, key: key) }
                }
                try await tasks.waitForAll()
            }
            let answers = recorder.answers
            #expect(answers.count == 20 && Set(answers.map(\.body)).count == 1)
            #expect(answers.allSatisfy { $0.status == 201 })
            #expect(try await table.audit(service) == 2)
        }
    }
}

/// An ice cream with its first move made, and clients that have opened its message.
private struct GameTable: Sendable {
    let session: SessionID
    let host: RoundtableClient
    let hostCredential: Credential
    let clients: [RoundtableClient]

    init(clients count: Int, at service: LiveService) async throws {
        let transport = URLSessionTransport()
        func newcomer() async throws -> (RoundtableClient, Credential) {
            let player = try await RoundtableClient(baseURL: service.url, credential: nil, transport: transport)
                .makePlayer()
            return (
                RoundtableClient(
                    baseURL: service.url, credential: player.token, transport: transport, retries: .never), player.token
            )
        }
        (host, hostCredential) = try await newcomer()
        let begun = try await host.begin(
            NewSession(
                game: "ice-cream", options: ["seats": 32], move: "Base=base01", conversation: .ofNewDevice, send: .now)
        )
        session = begun.session.id
        var clients: [RoundtableClient] = []
        for _ in 0..<count {
            let (client, _) = try await newcomer()
            _ = try await client.open(begun.message.token, OpenRequest(conversation: .ofNewDevice))
            clients.append(client)
        }
        self.clients = clients
    }

    /// Sends one request per client concurrently; nil for each success, otherwise the code of the refusal.
    func refusals(
        of clients: [RoundtableClient],
        to request: @escaping @Sendable (RoundtableClient, Conversation) async throws -> TurnAnswer
    ) async -> [ErrorCode?] {
        await withTaskGroup(of: ErrorCode?.self) { tasks in
            for client in clients {
                tasks.addTask {
                    do {
                        _ = try await request(client, .ofNewDevice)
                        return nil
                    } catch {
                        return (error as? RoundtableError)?.code ?? .internal
                    }
                }
            }
            return await tasks.reduce(into: []) { $0.append($1) }
        }
    }

    /// Checks that the stored session is consistent, and returns its number of events.
    func audit(_ service: LiveService) async throws -> Int {
        let id = try #require(UUID(uuidString: session.rawValue))
        return try await Audit(store: service.store).expectConsistency(of: id).count
    }
}

/// Forwards requests and records every response.
private final class RecordingTransport: Transport {
    private let transport = URLSessionTransport()
    private let recorded = Mutex<[TransportResponse]>([])

    var answers: [TransportResponse] { recorded.withLock { $0 } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let response = try await transport.send(request)
        recorded.withLock { $0.append(response) }
        return response
    }
}

extension Conversation {
    /// A conversation of one new device, alone.
    fileprivate static var ofNewDevice: Conversation { Conversation(local: ParticipantID(UUID()), remotes: []) }
}
