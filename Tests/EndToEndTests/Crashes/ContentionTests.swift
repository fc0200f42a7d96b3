import Foundation
import RoundtableModel
import RoundtableClient
import Synchronization
import TestSupport
import Testing

@Suite("Many at once", .database)
struct ContentionTests {
    @Test("of thirty clients who submit the same turn, one gets it and twenty-nine are told that they are late")
    func thirtyClients() async throws {
        try await LiveService.run { service in
            let table = try await Table(clients: 30, at: service)
            let codes = await table.answers(of: table.clients) { client, conversation in
                try await client.play(
                    Turn(revision: 1, move: "Scoops=scoops02", conversation: conversation, send: .now),
                    in: table.session)
            }
            #expect(codes.count { $0 == nil } == 1)
            #expect(codes.count { $0 == .staleRevision } == 29)
            #expect(try await table.audit(service) == 2)
        }
    }

    @Test("of thirty requests of one player to make the same move, one counts")
    func thirtyRequests() async throws {
        try await LiveService.run { service in
            let table = try await Table(clients: 0, at: service)
            let codes = await table.answers(of: Array(repeating: table.host, count: 30)) { client, conversation in
                try await client.play(
                    Turn(revision: 1, move: "Scoops=scoops02", conversation: conversation, send: .now),
                    in: table.session)
            }
            #expect(codes.count { $0 == nil } == 1)
            #expect(codes.count { $0 == .staleRevision } == 29)
            #expect(try await table.audit(service) == 2)
        }
    }

    @Test("thirty clients who each add something at the same time are all heard")
    func thirtyToppings() async throws {
        try await LiveService.run { service in
            let table = try await Table(clients: 30, at: service)
            _ = try await table.host.play(
                Turn(revision: 1, move: "Scoops=scoops02", conversation: .ofNobodyElse, send: .now), in: table.session)
            let codes = await table.answers(of: table.clients) { client, conversation in
                try await client.play(
                    Turn(revision: 2, move: "Topping=topping02", conversation: conversation, send: .now),
                    in: table.session)
            }
            #expect(codes.allSatisfy { $0 == nil })
            #expect(try await table.audit(service) == 32)
        }
    }

    @Test("twenty repeats of one request at once are one event and twenty equal answers")
    func twentyRepeats() async throws {
        try await LiveService.run { service in
            let table = try await Table(clients: 1, at: service)
            let recorder = RecordingTransport()
            let client = RoundtableClient(
                baseURL: service.url, credential: table.hostCredential, transport: recorder, retries: .never)
            let turn = Turn(revision: 1, move: "Scoops=scoops02", conversation: .ofNobodyElse, send: .now)
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

/// An ice cream with its base, and many clients who have opened it.
private struct Table: Sendable {
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
                    baseURL: service.url, credential: player.token, transport: transport,
                    retries: RetryPolicy(attempts: 10)), player.token
            )
        }
        (host, hostCredential) = try await newcomer()
        let begun = try await host.begin(
            NewSession(
                game: "ice-cream", options: ["seats": 32], move: "Base=base01", conversation: .ofNobodyElse, send: .now)
        )
        session = begun.session.id
        var clients: [RoundtableClient] = []
        for _ in 0..<count {
            let (client, _) = try await newcomer()
            _ = try await client.open(begun.message.token, OpenRequest(conversation: .ofNobodyElse))
            clients.append(client)
        }
        self.clients = clients
    }

    /// Has clients ask at once; nil for each that got what it asked for, else the code of the refusal.
    func answers(
        of clients: [RoundtableClient],
        to request: @escaping @Sendable (RoundtableClient, Conversation) async throws -> TurnAnswer
    ) async -> [ErrorCode?] {
        await withTaskGroup(of: ErrorCode?.self) { tasks in
            for client in clients {
                tasks.addTask {
                    do {
                        _ = try await request(client, .ofNobodyElse)
                        return nil
                    } catch {
                        return (error as? RoundtableError)?.code ?? .internal
                    }
                }
            }
            return await tasks.reduce(into: []) { $0.append($1) }
        }
    }

    /// Expects that what is stored is consistent, and says how many events there are.
    func audit(_ service: LiveService) async throws -> Int {
        let id = try #require(UUID(uuidString: session.rawValue))
        return try await Audit(store: service.store).expectConsistency(of: id).count
    }
}

/// Keeps every answer as it came.
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
    /// One device alone, with identifiers that nobody else has.
    fileprivate static var ofNobodyElse: Conversation { Conversation(local: ParticipantID(UUID()), remotes: []) }
}
