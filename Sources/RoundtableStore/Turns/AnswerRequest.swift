import Foundation
import Postgres
import Roundtable

/// The question whether a player's request was answered before, as one row of a batch.
struct AnswerRequest: Sendable {
    let session: SessionID
    let player: PlayerID
    let key: String

    static func statement(for requests: [AnswerRequest]) -> PostgresStatement {
        """
        SELECT i.ordinal, a.fingerprint, a.answer
        FROM unnest(
            \(requests.map(\.session.uuid)), \(requests.map(\.player.uuid)), \(requests.map(\.key))
        ) WITH ORDINALITY AS i (session_id, player_id, key, ordinal)
        JOIN answers a ON a.session_id = i.session_id AND a.player_id = i.player_id AND a.key = i.key
        """
    }

    /// Reads the answer.
    func record(in row: PostgresRow) throws -> AnswerRecord {
        let (_, fingerprint, answer) = try row.decode((Int, Data, PostgresJSON).self)
        return AnswerRecord(
            player: player, request: IdempotencyKey(key: key, fingerprint: fingerprint),
            answer: try answer.decode())
    }
}
