import Foundation
import GameRules
import Postgres
import Roundtable

/// Somebody's question how a session stands, as one row of a batch: what is asked at the same moment is asked together.
///
/// The database compares what the cache knows, and sends only what has changed since.
struct RecordRequest: Sendable {
    let session: SessionID
    let asker: Asker?
    /// What the cache knew when the question came.
    let known: RecordCache.Entry?

    private var knownDevice: Device? { known?.device(of: asker) ?? nil }

    /// Whether the cache knew all that was found.
    func knew(_ record: SessionRecord) -> Bool {
        guard let known, known.isCurrent(with: record), let device = known.device(of: asker) else { return false }
        return device?.version == record.device?.version
    }

    static func statement(for requests: [RecordRequest]) -> PostgresStatement {
        func column<Value>(_ value: (RecordRequest) -> Value) -> [Value] { requests.map(value) }
        return """
            SELECT i.ordinal, s.revision, s.cancellations, v.version AS device_version, d.draft_id, s.unsent_revision,
                v.local_id IS NOT NULL OR EXISTS (
                    SELECT FROM devices WHERE session_id = i.session_id AND player_id = i.player_id) AS is_known,
                EXISTS (SELECT FROM claims WHERE session_id = i.session_id AND state = 'open') AS is_claimed,
                \(unescaped: Session.columns(unless: isSessionKnown)), \(unescaped: Device.columns(unless: isDeviceKnown)),
                \(unescaped: Draft.columns)
            FROM unnest(
                \(column(\.session.uuid)), \(column { $0.asker?.player.uuid }), \(column { $0.asker?.local?.uuid }),
                \(column { $0.known?.session.revision }), \(column { $0.known?.cancellations }),
                \(column { $0.knownDevice?.version })
            ) WITH ORDINALITY AS i (session_id, player_id, local_id, revision, cancellations, device_version, ordinal)
            JOIN sessions s ON s.session_id = i.session_id
            LEFT JOIN events e ON e.session_id = i.session_id
                AND e.revision = CASE WHEN \(unescaped: isSessionKnown) THEN NULL ELSE s.revision END
            LEFT JOIN devices v
                ON v.session_id = i.session_id AND v.player_id = i.player_id AND v.local_id = i.local_id
            LEFT JOIN LATERAL (
                SELECT * FROM drafts
                WHERE session_id = i.session_id AND player_id = i.player_id AND status = 'live'
                ORDER BY created_at DESC LIMIT 1
            ) d ON true
            """
    }

    private static let isSessionKnown = "s.revision = i.revision AND s.cancellations = i.cancellations"
    private static let isDeviceKnown = "v.version = i.device_version"

    /// Reads the answer; the session's open claims are not part of it.
    func record(in row: PostgresRow, games: GameLibrary) throws -> (record: SessionRecord, isClaimed: Bool) {
        let (_, revision, cancellations, version, draft, unsentRevision, isKnown, isClaimed) = try row.decode(
            (Int, Int, Int, Int?, UUID?, Int?, Bool, Bool).self)
        var session: Session
        if let known, known.session.revision == revision, known.cancellations == cancellations {
            session = known.session
        } else {
            session = try Session(row: row, games: games)
        }
        var device: Device?
        if let asker, let version {
            device =
                knownDevice?.version == version ? knownDevice : try Device(row: row, player: asker.player)
        }
        let record = SessionRecord(
            session: session, device: device, isKnownReader: isKnown,
            draft: try draft == nil ? nil : Draft(row: row), unsentRevision: unsentRevision,
            cancellations: cancellations)
        return (record, isClaimed)
    }
}
