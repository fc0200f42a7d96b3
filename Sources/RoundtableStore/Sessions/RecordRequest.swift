import Foundation
import GameRules
import Postgres
import Roundtable

/// Somebody's question how a session stands, as one row of a batch: what is asked at the same moment is asked together.
///
/// The database compares what the cache knows, and sends only what has changed since.
struct RecordRequest: DistributableRead {
    let session: SessionID
    let asker: Asker?
    /// The cached entry when the request came.
    let known: RecordCache.Entry?

    fileprivate var knownDevice: Device? { known?.device(of: asker) ?? nil }

    /// Whether the cache knew all that was found.
    func knew(_ record: SessionRecord) -> Bool {
        guard let known, known.isCurrent(with: record), let device = known.device(of: asker) else { return false }
        return device?.version == record.device?.version
    }

    static let search = SessionRows(selection, joining: source, to: columns)

    /// The player and the device that ask, and the versions of session and device in the cache.
    private static let columns = PostgresColumns<RecordRequest> { columns in
        columns.add("player_id") { $0.asker?.player.uuid }
        columns.add("local_id") { $0.asker?.local?.uuid }
        columns.add("revision") { $0.known?.session.revision }
        columns.add("generation") { $0.known?.generation }
        columns.add("device_version") { $0.knownDevice?.version }
    }

    /// NB: no EXISTS, for which PostgreSQL may read a whole table into a hash table. It never does that for a subquery
    /// that returns a value.
    private static let selection = """
        i.ordinal, s.revision, s.generation, v.version AS device_version, d.draft_id, s.unsent_revision,
        v.local_id IS NOT NULL OR (
            SELECT true FROM devices WHERE session_id = i.session_id AND player_id = i.player_id LIMIT 1
        ) IS TRUE AS is_known,
        (SELECT true FROM claims WHERE session_id = i.session_id AND state = 'open' LIMIT 1) IS TRUE AS is_claimed,
        \(Session.columns(unless: isSessionKnown)), \(Device.columns(unless: isDeviceKnown)), \(Draft.columns)
        """

    private static let source = """
        JOIN sessions s ON s.session_id = i.session_id
        LEFT JOIN events e ON e.session_id = i.session_id
            AND e.revision = CASE WHEN \(isSessionKnown) THEN NULL ELSE s.revision END
        LEFT JOIN devices v
            ON v.session_id = i.session_id AND v.player_id = i.player_id AND v.local_id = i.local_id
        LEFT JOIN LATERAL (
            SELECT * FROM drafts
            WHERE session_id = i.session_id AND player_id = i.player_id AND status = 'live'
            ORDER BY created_at DESC LIMIT 1
        ) d ON true
        """

    private static let isSessionKnown = "s.revision = i.revision AND s.generation = i.generation"
    private static let isDeviceKnown = "v.version = i.device_version"

    /// Reads the answer; the session's open claims are not part of it.
    func record(
        in row: PostgresRow, games: GameLibrary, watch: RulesWatch
    ) throws -> (record: SessionRecord, isClaimed: Bool) {
        let (_, revision, generation, version, draft, unsentRevision, isKnown, isClaimed) = try row.decode(
            (Int, Int, Int, Int?, UUID?, Int?, Bool, Bool).self)
        var session: Session
        if let known, known.session.revision == revision, known.generation == generation {
            session = known.session
        } else {
            session = try Session(row: row, games: games, watch: watch)
        }
        var device: Device?
        if let asker, let version {
            device =
                knownDevice?.version == version ? knownDevice : try Device(row: row, player: asker.player)
        }
        let record = SessionRecord(
            session: session, device: device, isKnownReader: isKnown,
            draft: try draft == nil ? nil : Draft(row: row), unsentRevision: unsentRevision,
            generation: generation)
        return (record, isClaimed)
    }
}

extension RecordCache.Entry {
    /// The session of a record that was just read, from the row that has all of it.
    init(_ record: SessionRecord, in row: PostgresRow) throws {
        let position = try row.decode("position", as: PostgresJSON.self).text
        self.init(
            session: record.session, generation: record.generation, position: position,
            bytes: row.byteCount - position.count)
    }
}
