import Foundation
import GameRules
import Games
import Logging
import Postgres
import Roundtable
import RoundtableStore

/// A session that the service itself played into the database, whose rows are the pattern of all others.
struct SeedModel: Sendable {
    /// Rows of the model, which the server repeats for a whole batch of sessions or players.
    struct Repetition: Sendable {
        let table: String
        /// The statement that makes the rows of everything in ``SeedModel/batch``.
        let statement: String
        /// The number of rows that each session or player gets.
        let count: Int
    }

    /// The number of events of the longest game that can be played here.
    static let longest = moves.count + 1

    /// The sessions or players that are being made; the server forgets them when it commits.
    static let batch = "seed_batch"
    static let batchDefinition = """
        CREATE TEMPORARY TABLE \(batch) (session_id uuid, player_0 uuid, player_1 uuid, credential uuid)
        ON COMMIT DELETE ROWS
        """

    private(set) var perPlayer: [Repetition] = []
    private(set) var perSession: [Repetition] = []

    /// Fills the rack of four in a row in 42 moves, with four in a row nowhere.
    private static let moves = Array("447521133627261451656665417544122233375773")
    private static let seats = 2

    init(events: Int, on pool: PostgresPool, _ configuration: PostgresConfiguration, logger: Logger) async throws {
        let context = ServiceContext(games: .standard, keys: try .random(), publicURL: "http://localhost")
        let assembled = try AssembledService(context, on: pool, configuration, logger: logger)
        let service = assembled.service
        try await assembled.store.noteServedRules()
        var (players, credentials): ([PlayerID], [CredentialID]) = ([], [])
        for _ in 0..<Self.seats {
            let (player, token) = try await service.players.create()
            guard let credential = service.players.credential(of: token) else { throw ServiceError(.internal, token) }
            players.append(player.id)
            credentials.append(credential)
        }
        let session = try await Self.play(events, by: players, in: service)
        let places = [
            ("session_id", session.description), ("player_0", players[0].description),
            ("player_1", players[1].description), ("credential", credentials[0].description),
        ]
        func add(_ table: String, where condition: String, to repetitions: inout [Repetition]) async throws {
            repetitions.append(try await Self.repetition(of: table, where: condition, places, on: pool))
        }
        let isOfSession = "m.session_id = '\(session)'"
        for table in ["sessions", "session_players", "devices"] {
            try await add(table, where: isOfSession, to: &perSession)
        }
        // Only the opening has identifiers in its JSON; rewriting that of all events would take most of the time.
        for revisions in ["= 1", "> 1"] {
            try await add("events", where: "\(isOfSession) AND m.revision \(revisions)", to: &perSession)
        }
        for table in ["players", "credentials"] {
            try await add(table, where: "m.player_id = '\(players[0])'", to: &perPlayer)
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
                key: UUID().uuidString, fingerprint: { [] })
        }
        let newSession = SessionService.NewSession(
            game: "four-in-a-row", options: .emptyObject, seats: seats, move: nil, clock: nil)
        let created = try await service.sessions.create(newSession, request(0))
        let session = created.session.id
        for (player, conversation) in zip(players, conversations).dropFirst() {
            _ = try await service.messages.open(
                created.message.token, by: player, in: conversation, sender: nil, languages: [])
        }
        for (number, move) in moves.prefix(events - 1).enumerated() {
            _ = try await service.turns.submit(
                .move(try GameJSON(encoding: String(move))), in: session, basedOn: number + 1, request(number % seats))
        }
        return session
    }

    /// Rows of a table with the columns of the batch in the places of the model's identifiers.
    private static func repetition(
        of table: String, where condition: String, _ places: [(column: String, identifier: String)],
        on pool: PostgresPool
    ) async throws -> Repetition {
        let columns = try await pool.query(
            """
            SELECT attname::text, format_type(atttypid, atttypmod) FROM pg_attribute
            WHERE attrelid = \(table)::text::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
            ORDER BY attnum
            """
        ).map { (name: try $0.decode(at: 0, as: String.self), type: try $0.decode(at: 1, as: String.self)) }
        let texts = columns.map { "m.\($0.name)::text" }
        let rows = try await pool.query(
            """
            SELECT \(unescaped: texts.joined(separator: ", "))
            FROM \(unescaped: table) m WHERE \(unescaped: condition)
            """)
        let values = try columns.indices.map { index in
            let found = try rows.map { try $0.decode(at: index, as: String?.self) }
            if let first = found.first ?? nil, let place = places.first(where: { $0.identifier == first }),
                found.allSatisfy({ $0 == first })
            {
                return "b.\(place.column)"
            }
            let replaced = places.filter { place in found.contains { $0?.contains(place.identifier) == true } }
                .reduce(texts[index]) { "replace(\($0), '\($1.identifier)', b.\($1.column)::text)" }
            return replaced == texts[index] ? "m.\(columns[index].name)" : "\(replaced)::\(columns[index].type)"
        }
        let statement = """
            INSERT INTO \(table) (\(columns.map(\.name).joined(separator: ", ")))
            SELECT \(values.joined(separator: ", "))
            FROM \(batch) b CROSS JOIN \(table) m WHERE \(condition)
            """
        return Repetition(table: table, statement: statement, count: rows.count)
    }
}

extension SigningKeys {
    /// Keys that nobody keeps: what they sign here is given to nobody.
    fileprivate static func random() throws -> SigningKeys { try SigningKeys([.random(number: 1)]) }
}
