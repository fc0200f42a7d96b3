import Foundation
import GameRules
import Postgres
package import Roundtable

extension PostgresStore {
    package func countSessions() async throws(ServiceError) -> Int {
        try await readFirst("SELECT count(*) FROM sessions") { try $0.decode(at: 0) } ?? 0
    }

    /// Rebuilds sessions from their events, in the order of their IDs, all as they were at one moment.
    package func verify(after last: SessionID?, limit: Int) async throws(ServiceError) -> [Verification] {
        try await inTransaction(
            .init(isolation: .repeatableRead, isReadOnly: true), orFailing: "Sessions can't be read."
        ) { transaction in
            try await verify(after: last?.uuid, limit: limit, in: transaction)
        }
    }

    private func verify(
        after last: UUID?, limit: Int, in transaction: PostgresTransaction
    ) async throws -> [Verification] {
        var (found, last): ([Verification], UUID?) = ([], last)
        while found.count < limit {
            // NB: with the second condition of the join, no plan reads the events of sessions before these.
            let rows = try await transaction.query(
                """
                SELECT \(unescaped: Self.verifiedColumns)
                FROM \(unescaped: Session.source) AND e.session_id > \(last ?? .beforeAll)
                WHERE s.session_id > \(last ?? .beforeAll) ORDER BY s.session_id
                LIMIT \(min(Self.verifiedAtOnce, limit - found.count))
                """)
            for row in rows {
                let id = try row.decode("session_id", as: UUID.self)
                found.append(try await verification(of: id, row, isPlayed: true, in: transaction))
                last = id
            }
            if rows.count < Self.verifiedAtOnce { break }
        }
        return found
    }

    /// The number of sessions that are in memory at the same time.
    private static let verifiedAtOnce = 8
    /// The number of events that are in memory at the same time.
    private static let eventsAtOnce = 100

    /// The columns of a session's row that ``verification(of:_:isPlayed:in:)`` reads.
    static var verifiedColumns: String { "\(Session.columns()), s.to_act, s.acting, s.updated_at" }

    /// Rebuilds a session from its events, some at a time. A row that makes no sense is what it finds.
    ///
    /// - Parameter isPlayed: whether others may change the session, such as by replacing a player page by page.
    func verification(
        of id: UUID, _ row: PostgresRow, isPlayed: Bool, in transaction: PostgresTransaction
    ) async throws -> Verification {
        do {
            let (game, rules) = (GameName(rawValue: try row.decode("game")), try row.decode("rules", as: Int.self))
            guard games.game(game, version: rules) != nil else {
                return Verification(of: SessionID(id), unknown: game, rules: rules)
            }
            var replay = SessionReplay(
                of: try Session(row: row, games: games, watch: watch),
                toAct: try row.decode("to_act", as: [Int].self).map(SeatIndex.init(_:)),
                acting: try row.decode("acting", as: [UUID].self).map(PlayerID.init),
                updatedAt: try row.decode("updated_at", as: Date.self).roundedToMilliseconds, games: games)
            var seen = -1
            while replay.goesOn {
                let events = try await transaction.query(
                    Event.statement(of: SessionID(id), after: seen, limit: Self.eventsAtOnce))
                guard let last = events.last else { break }
                replay.add(try events.map { try Event(row: $0) })
                seen = try last.decode("event_revision")
                if events.count < Self.eventsAtOnce { break }
            }
            guard isPlayed, replay.problem != nil else { return Verification(replay, isChanging: false) }
            let replaced = try await transaction.query(
                "SELECT FROM successions WHERE player_id = ANY (\(replay.players.map(\.uuid))) LIMIT 1")
            return Verification(replay, isChanging: !replaced.isEmpty)
        } catch let error as PostgresError where error.code != .decodingFailed {
            throw error
        } catch {
            return Verification(
                of: SessionID(id),
                unreadable: (error as? ServiceError) ?? ServiceError(.internal, "A stored row makes no sense: \(error)")
            )
        }
    }
}
