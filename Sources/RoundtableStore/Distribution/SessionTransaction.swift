import Postgres
import Roundtable

/// Statements that write one session, each of which names it, as one transaction: all of them, or none if one did not
/// find what it was to find.
///
/// They reach the database in one round trip, and the decision to commit is another. What comes after a condition must
/// therefore bear to be executed in vain.
struct SessionTransaction: Sendable {
    /// What a statement must have found or written.
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

    /// Adds a statement and gives back its place among the results.
    @discardableResult
    mutating func add(_ statement: PostgresStatement, expecting expectation: Expectation = .anything) -> Int {
        statements.append(statement)
        expectations.append(expectation)
        return statements.count - 1
    }

    /// Executes the statements; nil, and nothing remains, if one did not find what it was to.
    ///
    /// Two who write the same row at the same moment are told apart by its key: the second one found it taken.
    ///
    /// - Parameter finish: what else the transaction does once all was found.
    func execute(
        on pool: PostgresPool, finish: (PostgresTransaction) async throws -> Void = { _ in }
    ) async throws(ServiceError) -> [PostgresResult]? {
        do {
            return try await pool.withTransaction(.retrying) { transaction in
                let results = try await transaction.pipeline(statements)
                guard zip(expectations, results).allSatisfy({ $0.holds(for: $1) }) else { throw Undone() }
                try await finish(transaction)
                return results
            }
        } catch let error as PostgresError where error.sqlState != .uniqueViolation {
            throw ServiceError(error)
        } catch is Undone, is PostgresError {
            return nil
        } catch {
            throw ServiceError(.internal, "A session could not be written.", underlying: error)
        }
    }

    /// Thrown, so that the transaction is rolled back.
    private struct Undone: Error {}
}
