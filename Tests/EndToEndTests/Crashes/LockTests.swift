import EmbeddedPostgres
import Foundation
import Postgres
import RoundtableClient
import RoundtableMetrics
import RoundtableModel
import RoundtableTestTools
import Testing

@Suite("Locks that somebody else holds", .timeLimit(.minutes(5)))
struct LockTests {
    /// What another transaction may have locked of the first player's session.
    enum Lock: String, CaseIterable, CustomTestStringConvertible {
        case session, events

        var testDescription: String { rawValue }

        func script(_ game: OpenGame) -> String {
            switch self {
            case .session: "SELECT FROM sessions WHERE session_id = '\(game.session)' FOR UPDATE"
            // NB: the revision that the next turn will have.
            case .events:
                """
                INSERT INTO events (session_id, revision, kind, details, at)
                VALUES ('\(game.session)', \(game.revision + 1), 'moved', '{}', now())
                """
            }
        }
    }

    @Test("hold up their own session, which is refused, and no other", arguments: Lock.allCases)
    func lockedRows(lock: Lock) async throws {
        let folder = try await TestFolder.withCluster()
        let (server, service) = try await folder.startService()
        var (stuck, other) = (try await OpenGame(at: service), try await OpenGame(at: service))
        let holder = try await PostgresConnection.open(PostgresConfiguration(url: server.connectionURL))
        try await holder.execute(script: "BEGIN; \(lock.script(stuck))")

        let refused = Task { [stuck] in
            var stuck = stuck
            for _ in 0..<3 {
                let refusal = await #expect(throws: RoundtableError.self) { try await stuck.play() }
                #expect(refusal?.problem?.code == .unavailable, "\(String(describing: refusal))")
            }
        }
        let played = Task { [other] in
            var other = other
            var turns = 0
            while true {
                do {
                    try await other.play()
                    turns += 1
                } catch RoundtableError.cancelled {
                    return turns
                }
            }
        }
        await refused.value
        played.cancel()
        // NB: were they held up with it, they would get on by one or two turns with each refusal.
        let turns = try await played.value
        #expect(turns > 12, "\(turns) turns")

        try await holder.execute(script: "ROLLBACK")
        try await stuck.play()
        holder.close()
        await service.end(by: SIGTERM)
        await server.stop(.immediate)
    }

    @Test("metrics and doctor name the session that is locked, and the process that holds the lock")
    func named() async throws {
        let folder = try await TestFolder.withCluster()
        let (server, service) = try await folder.startService("--metrics-port", "0", "--metrics-host", Metrics.host)
        var stuck = try await OpenGame(at: service)
        let holder = try await PostgresConnection.open(PostgresConfiguration(url: server.connectionURL))
        let process = try #require(try await holder.query("SELECT pg_backend_pid() AS pid").first)
            .decode("pid", as: Int32.self)
        try await holder.execute(script: "BEGIN; \(Lock.session.script(stuck))")
        await #expect(throws: RoundtableError.self) { try await stuck.play() }

        let seconds = try await Metrics(of: service).reading.value(
            of: "roundtable_session_locked_seconds", ["session": "\(stuck.session)", "backend": "\(process)"])
        #expect(seconds != nil)
        try await eventually("the log names both") {
            service.log.text.contains("\(stuck.session)") && service.log.text.contains("process \(process) ")
        }
        try await eventually("the transaction is two seconds old") {
            let doctor = try await ProgramRun.of(["doctor", "--database-url", server.connectionURL])
            return doctor.output.contains("has locked the session")
                && doctor.output.contains("\(stuck.session)") && doctor.output.contains("process \(process)")
        }
        holder.close()
        await service.end(by: SIGTERM)
        await server.stop(.immediate)
    }

    @Test("a locked table is answered with unavailable, and play goes on after it")
    func lockedTable() async throws {
        let folder = try await TestFolder.withCluster()
        let (server, service) = try await folder.startService()
        var game = try await OpenGame(at: service)
        let holder = try await PostgresConnection.open(PostgresConfiguration(url: server.connectionURL))
        for table in ["sessions", "events", "devices"] {
            try await holder.execute(script: "BEGIN; LOCK TABLE \(table) IN ACCESS EXCLUSIVE MODE")
            let refusal = await #expect(throws: RoundtableError.self) { try await game.play() }
            #expect(refusal?.problem?.code == .unavailable, "\(String(describing: refusal))")
            try await holder.execute(script: "ROLLBACK")
            try await eventually("a turn goes on") {
                do {
                    try await game.play()
                    return true
                } catch let error as RoundtableError where error.problem?.code == .unavailable {
                    return false
                }
            }
        }
        holder.close()
        await service.end(by: SIGTERM)
        await server.stop(.immediate)
    }

    @Test("a turn that no synchronous standby has is not acknowledged")
    func synchronousStandby() async throws {
        let folder = try await TestFolder.withCluster()
        let (server, service) = try await folder.startService()
        var game = try await OpenGame(at: service)
        try await server.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
        try await server.execute("SELECT pg_reload_conf()")
        let key = IdempotencyKey()
        try await eventually("a turn is refused") {
            do {
                try await game.play()
                return false
            } catch let error as RoundtableError where error.problem?.code == .unavailable {
                return true
            }
        }
        try await server.execute("ALTER SYSTEM RESET synchronous_standby_names")
        try await server.execute("SELECT pg_reload_conf()")
        try await eventually("a turn goes on") {
            do {
                try await game.play(key: key)
                return true
            } catch let error as RoundtableError where [.unavailable, .staleRevision].contains(error.problem?.code) {
                try await game.read()
                return false
            }
        }
        await service.end(by: SIGTERM)
        await server.stop(.immediate)
    }
}

/// An open game of one player, who may always move.
struct OpenGame: Sendable {
    let player: PlayerID
    let session: SessionID
    private(set) var revision: Int
    private let client: RoundtableClient
    private let conversation = Conversation(local: UUID(), remotes: [])

    init(at service: ServiceProcess) async throws {
        let made = try await RoundtableClient(baseURL: service.url, credential: nil).makePlayer()
        player = made.player
        client = RoundtableClient(baseURL: service.url, credential: made.token, retries: .never)
        var new = NewSession(game: "open", conversation: conversation)
        new.options = ["seats": 1, "order": "anyone"]
        new.send = .now
        let answer = try await client.begin(new)
        (session, revision) = (answer.session.id, answer.session.revision)
    }

    mutating func play(key: IdempotencyKey = IdempotencyKey()) async throws {
        var turn = Turn(revision: revision, move: ["state": ["number": 1]], conversation: conversation)
        turn.send = .now
        revision = try await client.play(turn, in: session, key: key).session.revision
    }

    mutating func read() async throws { revision = try await client.session(session).revision }
}
