import Foundation
import GameRules
import Postgres
import Roundtable

extension Event {
    /// Inserts the event with the answer to the request that made it, unless there is one of its revision.
    func insertion(
        in session: SessionID, json: EventJSON, request: RequestID?, answer: AnswerColumns?
    ) -> PostgresStatement {
        """
        INSERT INTO events (session_id, revision, kind, seat, player_id, details, move, at, request_id,
            \(unescaped: AnswerColumns.names))
        VALUES (\(session.uuid), \(revision), \(kind.rawValue), \(seat?.rawValue), \(player?.uuid), \(json.details),
            \(json.move), \(at), \(request?.uuid), \(answer?.hash), \(answer?.conversation), \(answer?.participants),
            \(answer?.language), \(answer?.claims))
        ON CONFLICT (session_id, revision) DO NOTHING
        """
    }
}

extension Session {
    /// Keeps the session as it is now.
    func snapshotInsertion(
        seating: PostgresJSON, position: PostgresJSON, outcome: PostgresJSON?
    ) -> PostgresStatement {
        """
        INSERT INTO snapshots (session_id, revision, state_revision, phase, seating, position, outcome, deadline)
        VALUES (\(id.uuid), \(revision), \(stateRevision), \(phase.rawValue), \(seating), \(position), \(outcome),
            \(deadline))
        """
    }
}

extension Draft {
    /// Inserts the draft with the answer to the request that made it, unless there is one with its ID.
    func insertion(
        in session: SessionID, json: DraftJSON, answer: AnswerColumns
    ) -> PostgresStatement {
        """
        INSERT INTO drafts (session_id, draft_id, player_id, proposal, move, texts, expected_revision, status,
            created_at, expires_at, \(unescaped: AnswerColumns.names))
        VALUES (\(session.uuid), \(id.uuid), \(player.uuid), \(json.proposal), \(json.move), \(json.texts),
            \(expectedRevision), \(status.rawValue), \(createdAt), \(expiresAt), \(answer.hash),
            \(answer.conversation), \(answer.participants), \(answer.language), \(answer.claims))
        ON CONFLICT (session_id, draft_id) DO NOTHING
        """
    }
}

extension PlayerID {
    /// Notes that the player belongs to a session from now on.
    func binding(to session: SessionID, at now: Date) -> PostgresStatement {
        """
        INSERT INTO session_players (session_id, player_id, joined_at) VALUES (\(session.uuid), \(uuid), \(now))
        ON CONFLICT DO NOTHING
        """
    }
}
