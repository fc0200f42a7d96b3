import DequeModule
import GameRules
import MessagesSimulator
import NIOCore
import RoundtableJSON

extension Worker {
    /// Makes a share of the players of the run; gives back their credentials.
    func makePlayers(_ count: Int, progress: @escaping @Sendable () -> Void) async throws -> [String] {
        try await onEachConnection(for: count) { worker, _, connection in
            let request = worker.writer.post("/v1/players", by: nil) { $0.writeStaticString("{}") }
            let made = await worker.patiently {
                await worker.perform(.player, request, over: connection) { answer throws(Flaw) -> String in
                    try answer.json.require("token")
                }
            }
            worker.credentials.append(try made.orUnprepared())
            progress()
        }
        return credentials
    }

    func beginSessions(players: [LoadPlayer], progress: @escaping @Sendable () -> Void) async throws {
        self.players = players
        try await onEachConnection(for: part.sessions) { worker, place, connection in
            let begun = await worker.patiently { await worker.begin(at: place, over: connection) }
            worker.sessions.append(try begun.orUnprepared())
            progress()
        }
        sessions.sort { $0.place < $1.place }
        idle = Deque(sessions.indices.shuffled(using: &random))
        recorder = Recorder()
    }

    /// Begins a session at a place. Everybody opens its message, since nobody else is told that there is such a
    /// session.
    func begin(at place: Int, over connection: Connection) async -> Result<PlayedSession, Flaw> {
        begun += 1
        let script = part.script
        // Neighbours by number play with each other: everybody sits in as many sessions as everybody else.
        let first = place * script.seats % players.count
        let seated = (0..<script.seats).map { players[(first + $0) % players.count] }
        let number = begun
        let seed = part.seed
        let conversations = (0..<script.seats).map {
            SeatConversation(of: script.seats, seenBy: $0, session: number, seed: seed)
        }
        let key = "begin-\(part.seed)-\(number)-\(random.next())"
        let request = writer.post("/v1/sessions", by: seated[0], key: key) { body in
            body.writeStrings(
                #"{"game":""#, script.game, #"","options":{"seats":"#, String(script.seats), #"},"conversation":"#,
                conversations[0].json, #","send":"now"}"#)
        }
        let begun = await perform(.begin, request, over: connection) { answer throws(Flaw) in
            let json = try answer.json
            guard try json.require("session", "revision") == 1 else { throw .wrong("an opening's revision") }
            return PlayedSession(
                place: place, id: try json.require("session", "id"), script: script, players: seated,
                conversations: conversations, opening: try json.require("message", "token"))
        }
        if case .success(let session) = begun {
            for seat in 1..<script.seats { await open(session, by: seat, over: connection, since: nil) }
        }
        return begun
    }

    /// Puts a new session into the place of one that is over.
    func renew(_ session: PlayedSession, over connection: Connection) async {
        keepForVerification(session)
        while .now() < end {
            if case .success(let next) = await begin(at: session.place, over: connection) {
                return sessions[session.place] = next
            }
            await sleep(until: .now() + .milliseconds(100))
        }
    }

    /// Keeps a few of all finished sessions, each with the same chance.
    private func keepForVerification(_ session: PlayedSession) {
        finishedCount += 1
        if finished.count < 100 {
            finished.append(session)
        } else if case let place = Int.random(in: 0..<finishedCount, using: &random), place < finished.count {
            finished[place] = session
        }
    }

    /// Tries for a minute at most, while the service has no room.
    private func patiently<Said>(_ attempt: () async -> Result<Said, Flaw>) async -> Result<Said, Flaw> {
        for _ in 1..<60 {
            let result = await attempt()
            guard case .failure(let flaw) = result, flaw.isRefusalForNow else { return result }
        }
        return await attempt()
    }

    /// Does something a number of times, on all connections at once.
    private func onEachConnection(
        for count: Int, _ work: @escaping @Sendable (isolated Worker, Int, Connection) async throws -> Void
    ) async throws {
        pending = 0..<count
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for connection in connections.prefix(count) {
                tasks.addTask {
                    while let number = await self.takePending() { try await work(self, number, connection) }
                }
            }
            try await tasks.waitForAll()
        }
    }

    private func takePending() -> Int? { pending.popFirst() }
}

extension Result where Failure == Flaw {
    fileprivate func orUnprepared() throws -> Success {
        do {
            return try get()
        } catch {
            throw LabError(description: "The service could not be prepared: \(error.reason)")
        }
    }
}
