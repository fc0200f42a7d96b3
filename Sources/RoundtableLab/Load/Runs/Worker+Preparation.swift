import DequeModule
import GameRules
import NIOCore
import RoundtableJSON

extension Worker {
    /// Makes a share of the players of the run; gives back their credentials.
    func makePlayers(progress: @escaping @Sendable () -> Void) async throws -> [String] {
        try await onEachConnection(for: scenario.people) { worker, _, connection in
            let request = worker.writer.post("/v1/players", by: nil) { $0.writeStaticString("{}") }
            let made = try await worker.patiently { () async throws(Flaw) -> String in
                try await worker.perform(.player, request, over: connection) { answer throws(Flaw) in
                    try answer.json.require("token")
                }
            }
            worker.credentials.append(made)
            progress()
        }
        return credentials
    }

    func beginSessions(players: [LoadPlayer], progress: @escaping @Sendable () -> Void) async throws {
        self.players = players
        try await onEachConnection(for: scenario.sessions) { worker, place, connection in
            let begun = try await worker.patiently { () async throws(Flaw) in
                try await worker.begin(at: place, over: connection)
            }
            worker.sessions.append(begun)
            progress()
        }
        sessions.sort { $0.place < $1.place }
        idle = Deque(sessions.indices.shuffled(using: &random))
        recorder = Recorder()
    }

    /// Begins a session at a place. Everybody opens its message, since nobody else is told that there is such a
    /// session.
    func begin(at place: Int, over connection: Connection) async throws(Flaw) -> PlayedSession {
        begun += 1
        // Neighbours by number play with each other: everybody sits in as many sessions as everybody else.
        let first = place * script.seats % players.count
        let seated = (0..<script.seats).map { players[(first + $0) % players.count] }
        let number = begun
        let conversations = (0..<script.seats).map {
            SeatConversation(of: script.seats, seenBy: $0, session: number, seed: seed)
        }
        let key = "begin-\(seed)-\(number)-\(random.next())"
        let request = writer.post("/v1/sessions", by: seated[0], key: key) { body in
            body.writeStrings(
                #"{"game":""#, script.game, #"","options":{"seats":"#, String(script.seats), #"},"conversation":"#,
                conversations[0].json, #","send":"now"}"#)
        }
        let session = try await perform(.begin, request, over: connection) { answer throws(Flaw) in
            let json = try answer.json
            guard try json.require("session", "revision") == 1 else { throw .wrong("an opening's revision") }
            return PlayedSession(
                place: place, id: try json.require("session", "id"), script: script, players: seated,
                conversations: conversations, opening: try json.require("message", "token"))
        }
        for seat in 1..<script.seats { try await open(session, by: seat, over: connection, since: nil) }
        return session
    }

    func renew(_ session: PlayedSession, over connection: Connection) async {
        keepForVerification(session)
        while .now() < end {
            if let next = try? await begin(at: session.place, over: connection) {
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
    private func patiently<Said>(_ attempt: () async throws(Flaw) -> Said) async throws(LabError) -> Said {
        var attempts = 1
        while true {
            do throws(Flaw) {
                return try await attempt()
            } catch {
                guard error.isRefusalForNow, attempts < 60 else {
                    throw LabError(description: "The service could not be prepared: \(error.reason)")
                }
                attempts += 1
            }
        }
    }

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
