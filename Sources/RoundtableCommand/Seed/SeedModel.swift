import Foundation
import GameRules
import Games
import Logging
import Postgres
import Roundtable
import RoundtableStore

/// A session that the service itself played into the database, read back as the pattern of all others.
struct SeedModel: Sendable {
    /// The rows of one session, or of one player, in one table.
    struct GameTable: Sendable {
        let name: String
        let columns: [String]
        let lines: [SeedLine]

        /// The statement that takes the rows.
        var statement: String { "COPY \(name) (\(columns.joined(separator: ", "))) FROM STDIN" }
    }

    /// The number of events of the longest game that can be played here.
    static let longest = moves.count + 1

    /// Rows of the model in which identifiers stand in columns of their own, so that the server can make those of a
    /// whole batch of sessions itself: reading them as JSON again would take most of the time.
    struct Repetition: Sendable {
        /// The statement that makes the rows of the sessions in ``SeedModel/batch``.
        let statement: String
        /// The number of rows that each session gets.
        let count: Int
    }

    /// The sessions that are being made, with their players; the server forgets them when it commits.
    static let batch = "seed_batch"

    /// The tables with rows of each player, then those with rows of each session.
    let perPlayer: [GameTable]
    let perSession: [GameTable]
    let repetition: Repetition

    /// The statement that makes the table of the sessions that are being made.
    static let batchDefinition =
        "CREATE TEMPORARY TABLE \(batch) (session_id uuid, player_0 uuid, player_1 uuid) ON COMMIT DELETE ROWS"

    /// The tables that stay.
    var tables: [String] { (perPlayer + perSession).map(\.name).filter { $0 != Self.batch } }

    /// Fills the rack of four in a row in 42 moves, with four in a row nowhere.
    private static let moves = Array("447521133627261451656665417544122233375773")
    private static let seats = 2

    /// Plays a session with a number of events, and reads its rows.
    init(events: Int, on pool: PostgresPool, _ configuration: PostgresConfiguration, logger: Logger) async throws {
        let context = ServiceContext(games: .standard, keys: try .random(), publicURL: "http://localhost")
        let assembled = try AssembledService(context, on: pool, configuration, logger: logger)
        let service = assembled.service
        try await assembled.store.noteServedRules()
        var players: [(id: UUID, credential: UUID)] = []
        for _ in 0..<Self.seats {
            let (player, token) = try await service.players.create()
            guard let credential = service.players.credential(of: token) else { throw ServiceError(.internal, token) }
            players.append((player.id.uuid, credential.uuid))
        }
        let session = try await Self.play(events, by: players.map { PlayerID($0.id) }, in: service)
        let places = Dictionary(
            uniqueKeysWithValues: [(session.uuid, SeedLine.Slot.session)]
                + players.enumerated().map { ($1.id, .player($0)) })
        let (opening, repeated) = ("session_id = '\(session)' AND revision = 1", events - 1)
        let ofSession = try await ["sessions", "session_players", "devices"].asyncMap { table in
            try await Self.read(table, where: "session_id = '\(session)'", places, from: pool)
        }
        let identifiers = [session.uuid] + players.map(\.id)
        let batch = GameTable(
            name: Self.batch, columns: ["session_id", "player_0", "player_1"],
            lines: [SeedLine(identifiers.map { $0.uuidString.lowercased() }, places)])
        let events = try await Self.read("events", where: opening, places, from: pool)
        perSession = [batch] + ofSession + [events]
        repetition = Repetition(
            statement: Self.repeating(events.columns, of: session, players.map(\.id)), count: repeated)
        perPlayer = try await ["players", "credentials"].asyncMap { table in
            try await Self.read(
                table, where: "player_id = '\(players[0].id)'",
                [players[0].id: .player(0), players[0].credential: .credential], from: pool)
        }
    }

    private static func play(
        _ events: Int, by players: [PlayerID], in service: RoundtableService
    ) async throws -> SessionID {
        let conversations = players.map { _ in
            Conversation(local: ParticipantID(UUID()), remotes: [ParticipantID(UUID())])
        }
        func request(_ seat: Int) -> MessageRequest {
            MessageRequest(
                player: players[seat], conversation: conversations[seat], locale: nil, nickname: nil, send: .now,
                idempotency: IdempotencyMark(key: UUID().uuidString, fingerprint: Data()))
        }
        let newSession = SessionService.NewSession(
            game: "four-in-a-row", options: .emptyObject, seats: seats, move: nil,
            clock: nil)
        let created = try await service.sessions.create(newSession, request(0))
        let session = created.session.id
        for (player, conversation) in zip(players, conversations).dropFirst() {
            _ = try await service.messages.open(
                created.message.token, by: player, in: conversation, sender: nil, languages: [])
        }
        for (number, move) in moves.prefix(events - 1).enumerated() {
            let command = TurnService.Command(
                .move(try GameJSON(encoding: String(move))), in: session, revision: number + 1)
            _ = try await service.turns.submit(command, request(number % seats))
        }
        return session
    }

    /// All events but the opening, which names its founder in its details.
    private static func repeating(_ columns: [String], of session: SessionID, _ players: [UUID]) -> String {
        let values = columns.map { column in
            switch column {
            case "session_id": "b.session_id"
            case "player_id":
                "CASE e.player_id WHEN '\(players[0])' THEN b.player_0 WHEN '\(players[1])' THEN b.player_1 END"
            default: "e.\(column)"
            }
        }
        return """
            INSERT INTO events (\(columns.joined(separator: ", "))) SELECT \(values.joined(separator: ", "))
            FROM \(batch) b CROSS JOIN events e WHERE e.session_id = '\(session)' AND e.revision > 1
            """
    }

    private static func read(
        _ table: String, where condition: String, _ places: [UUID: SeedLine.Slot], from pool: PostgresPool
    ) async throws -> GameTable {
        let columns: [String] = try await pool.query(
            """
            SELECT attname::text FROM pg_attribute
            WHERE attrelid = \(table)::text::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
            ORDER BY attnum
            """
        ).map { try $0.decode(at: 0) }
        let texts = columns.map { "\($0)::text" }.joined(separator: ", ")
        let rows = try await pool.query(
            "SELECT \(unescaped: texts) FROM \(unescaped: table) WHERE \(unescaped: condition)")
        let lines = try rows.map { row in
            SeedLine(try columns.indices.map { try row.decode(at: $0, as: String?.self) }, places)
        }
        return GameTable(name: table, columns: columns, lines: lines)
    }
}

extension SigningKeys {
    /// Keys that nobody keeps: what they sign here is given to nobody.
    fileprivate static func random() throws -> SigningKeys { try SigningKeys([.random(number: 1)]) }
}

extension Sequence {
    fileprivate func asyncMap<Output>(_ transform: (Element) async throws -> Output) async rethrows -> [Output] {
        var outputs: [Output] = []
        for element in self { outputs.append(try await transform(element)) }
        return outputs
    }
}
