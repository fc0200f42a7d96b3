import Foundation
import Postgres
import Roundtable

/// Statements that write one session, each of which names it, as one transaction: all of them, or none if one did not
/// find what it was to find.
///
/// They reach the database in one round trip, and the decision to commit is another. What comes after a condition must
/// therefore bear to be executed in vain.
struct SessionTransaction: Sendable {
    /// The rows that a statement must have found or written.
    enum Expectation: Sendable {
        case oneRow
        case noRow
        case anything

        fileprivate func holds(for result: PostgresResult) -> Bool {
            switch self {
            case .oneRow: result.affectedRows == 1
            case .noRow: result.affectedRows == 0
            case .anything: true
            }
        }
    }

    private(set) var statements: [PostgresStatement] = []
    private var expectations: [Expectation] = []
    /// The charge of the player, and the place of the statement that adds it.
    private var charge: (charge: ByteCharge, place: Int)?
    /// The place of the statement that keeps the asking device; nil if none does.
    private var device: Int?

    mutating func add(_ statement: PostgresStatement, expecting expectation: Expectation = .anything) {
        statements.append(statement)
        expectations.append(expectation)
    }

    /// Charges a player, after all else, so that nobody waits for a session behind somebody who waits for a player.
    ///
    /// - Parameter charge: nil for nothing. If the quota does not allow it, nothing is written, and its refusal is
    ///   thrown.
    mutating func add(_ charge: ByteCharge?) {
        guard let charge else { return }
        self.charge = (charge, statements.count)
        add(charge.statement)
    }

    /// Keeps the asking device unless it has been written meanwhile, and forgets the devices of the same player that
    /// were not seen for longest, as ``Device/keeping(_:areFirst:)`` does.
    ///
    /// - Parameter isFirst: whether the session is new, and there is nothing to forget.
    mutating func keep(
        _ device: Device, in session: SessionID, at now: Date, isFirst: Bool = false
    ) throws(ServiceError) {
        self.device = statements.count
        add(try device.upsert(in: session, at: now))
        if !isFirst { add(device.forgettingOldest(in: session)) }
    }

    /// Executes the statements; nil, and nothing remains, if one did not find what it was to.
    ///
    /// Two who write the same row at the same moment are told apart by its key: the second one found it taken.
    ///
    /// - Parameter finish: what else the transaction does once all was found.
    /// - Returns: whether the asking device was kept; false also where none was to be.
    func execute(
        on pool: PostgresPool, finish: (PostgresTransaction) async throws -> Void = { _ in }
    ) async throws(ServiceError) -> Bool? {
        do {
            // NB: what is written and rolled back is in the log of the database all the same.
            if let charge, try await !pool.query(charge.charge.exceeded).isEmpty { throw charge.charge.refusal }
            return try await pool.withTransaction(.retrying) { transaction in
                let results = try await transaction.pipeline(statements)
                guard zip(expectations, results).allSatisfy({ $0.holds(for: $1) }) else { throw Undone() }
                if let charge, results[charge.place].affectedRows == 0 { throw charge.charge.refusal }
                try await finish(transaction)
                return device.map { results[$0].affectedRows == 1 } ?? false
            }
        } catch let error as PostgresError where error.sqlState != .uniqueViolation {
            throw ServiceError(error)
        } catch is Undone, is PostgresError {
            return nil
        } catch let refusal as ServiceError {
            throw refusal
        } catch {
            throw ServiceError(.internal, "A session could not be written.", underlying: error)
        }
    }

    /// Thrown, so that the transaction is rolled back.
    private struct Undone: Error {}
}

/// A grouped request that writes one session, as a transaction of its own where sessions are distributed; its output is
/// whether the asking device was kept.
protocol DistributableWrite: GroupedRequest where Output == Bool {
    /// The bytes that a player is charged with it; nil for none, as it is for nearly all.
    var charge: ByteCharge? { get }

    /// The same writes, with the same conditions, as statements that name the session.
    func transaction() throws(ServiceError) -> SessionTransaction
}

extension DistributableWrite {
    static func output(of row: PostgresRow) throws(PostgresError) -> Bool { try row.decode(at: 1) }

    func execute(on pool: PostgresPool) async throws(ServiceError) -> Bool? {
        try await transaction().execute(on: pool)
    }
}

extension GroupedRequests where Request: DistributableWrite {
    /// Writes a row; nil if its condition did not hold, else whether the asking device was kept.
    ///
    /// NB: what is charged waits for its player's row, and must not keep the others of a batch waiting.
    func write(_ row: Request, alone pool: PostgresPool) async throws(ServiceError) -> Bool? {
        if row.charge == nil { try await submit(row) } else { try await row.execute(on: pool) }
    }
}
