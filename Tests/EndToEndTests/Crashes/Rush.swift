import Foundation
import RoundtableModel
import RoundtableClient
import Synchronization
import Testing

/// A topping that the service said counts.
struct Receipt: Sendable {
    let session: UUID
    let player: UUID
    /// The revision that the answer named.
    let revision: Int
}

/// Many players at many ice creams at once, who all keep trying until the service has said that their toppings count.
struct Rush: Sendable {
    private struct Guest: Sendable {
        let player: UUID
        let client: RoundtableClient
        let conversation: Conversation
    }

    /// The ice creams.
    let sessions: [UUID]
    private let guests: [Guest]

    /// How many toppings there will be.
    var turns: Int { sessions.count * guests.count }

    /// Opens the ice creams, each with a base and scoops. Their host adds no topping, so that none is ever finished.
    init(guests count: Int, iceCreams: Int, servedAt url: URL) async throws {
        let transport = RawTransport()
        var guests: [Guest] = []
        for number in 0...count { guests.append(try await Self.guest(number, at: url, over: transport)) }
        let host = guests.removeLast()
        var sessions: [UUID] = []
        for _ in 0..<iceCreams {
            let begun = try await host.client.begin(
                NewSession(
                    game: "ice-cream", options: ["seats": 32], move: "Base=base01", conversation: host.conversation,
                    send: .now))
            let scoops = Turn(
                revision: 1, move: "Scoops=scoops01", conversation: host.conversation, send: .now)
            let served = try await host.client.play(scoops, in: begun.session.id)
            for guest in guests {
                _ = try await guest.client.open(
                    served.message.token, OpenRequest(conversation: guest.conversation, sender: nil))
            }
            sessions.append(try UUID(of: begun.session.id.rawValue))
        }
        self.sessions = sessions
        self.guests = guests
    }

    /// Has everybody add a topping to everything, in orders of their own, and does something in the middle of it.
    func play(_ interruption: @escaping @Sendable () async throws -> Void) async throws -> [Receipt] {
        let progress = Progress(turns: turns)
        return try await withThrowingTaskGroup(of: [Receipt].self) { tasks in
            for guest in guests {
                tasks.addTask { try await addToppings(guest, progress) }
            }
            tasks.addTask {
                await progress.isUnderWay()
                try await interruption()
                #expect(!progress.isOver, "The interruption came too late to interrupt anything.")
                return []
            }
            return try await tasks.reduce(into: []) { $0 += $1 }
        }
    }

    private func addToppings(_ guest: Guest, _ progress: Progress) async throws -> [Receipt] {
        var receipts: [Receipt] = []
        for session in sessions.shuffled() {
            let turn = Turn(revision: 2, move: "Topping=topping01", conversation: guest.conversation, send: .now)
            let answer = try await guest.client.play(turn, in: SessionID(session))
            receipts.append(Receipt(session: session, player: guest.player, revision: answer.message.revision))
            progress.advance()
        }
        return receipts
    }

    private static func guest(_ number: Int, at url: URL, over transport: any Transport) async throws -> Guest {
        let patience = RetryPolicy(
            attempts: 200, firstPause: .milliseconds(20), longestPause: .seconds(5),
            pause: { try await Task.sleep(for: min($0, .milliseconds(200))) })
        let player = try await RoundtableClient(baseURL: url, credential: nil, transport: transport).makePlayer()
        return Guest(
            player: try UUID(of: player.player.rawValue),
            client: RoundtableClient(
                baseURL: url, credential: player.token, transport: transport, retries: patience),
            conversation: Conversation(local: ParticipantID(UUID()), remotes: []))
    }
}

/// Counts turns, and lets somebody wait until play is well under way.
private final class Progress: Sendable {
    private let turns: Int
    private let done = Mutex(0)
    private let (start, arrive) = AsyncStream<Void>.makeStream()

    var isOver: Bool { done.withLock { $0 == turns } }

    init(turns: Int) { self.turns = turns }

    func advance() {
        let done = done.withLock { done in
            done += 1
            return done
        }
        if done == turns / 4 { arrive.finish() }
    }

    func isUnderWay() async {
        for await _ in start {}
    }
}

/// A text that is no UUID.
private struct NoUUID: Error {
    let text: String
}

extension UUID {
    fileprivate init(of text: String) throws {
        guard let uuid = UUID(uuidString: text) else { throw NoUUID(text: text) }
        self = uuid
    }
}
