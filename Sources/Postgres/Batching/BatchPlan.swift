import Foundation
import Logging

/// The plan by which a worker executes the items that it is given.
struct BatchPlan: Sendable {
    let configuration: PostgresConfiguration
    let options: PostgresBatcherOptions
    let statement: @Sendable ([any Sendable]) -> PostgresStatement
    let logger: Logger
    let metrics: PostgresMetrics
    let batcherMetrics: PostgresBatcherMetrics

    /// Executes the statement for some items and sorts what came back to them; nil for an item that nothing came back
    /// for.
    ///
    /// - Parameter comment: what is to be seen before the statement; nil for nothing.
    func execute(
        _ items: [any Sendable], comment: String?, on connection: BlockingConnection
    ) throws(PostgresError) -> [PostgresRow?] {
        var statement = statement(items)
        statement.comment = comment
        let result = try connection.execute(statement)
        var rows = [PostgresRow?](repeating: nil, count: items.count)
        do throws(PostgresError) {
            for row in result {
                let ordinal: Int = try row.decode(at: 0)
                guard (1...items.count).contains(ordinal) else {
                    throw PostgresError(.decodingFailed, "ordinal \(ordinal) of \(items.count)")
                }
                rows[ordinal - 1] = row
            }
        } catch {
            // It has been committed, but whose condition held can no longer be told.
            throw error.afterCommit
        }
        return rows
    }
}

extension PostgresError {
    /// The same failure of reading what a statement said that has been committed.
    var afterCommit: PostgresError {
        var error = self
        error.outcomeIsUnknown = true
        return error
    }
}

package struct PostgresBatcherOptions: Sendable {
    /// The name under which a batcher is measured.
    package var name = "items"
    /// The number of workers, each with a thread and a connection.
    package var workers = 2
    /// The number of items that travel in one statement at most.
    package var maximumBatch = 256
    /// Whether an item waits for those of its key to be executed before it; not if the statement executes but one of
    /// them.
    package var isOnePerKey = true
    /// The number of items that may wait for one worker.
    package var queueLimit = 4096
    /// The time that an item may wait for a server that is away.
    package var waitDeadline: Duration = .seconds(5)
    /// The greatest number of times that a batch is sent when the server answers with an error of class 40.
    package var attempts = 8
    /// The pause between such attempts.
    package var retryBackoff = Backoff(base: .milliseconds(2), maximum: .milliseconds(100))
    /// The pause between attempts to connect.
    package var connectBackoff = Backoff(base: .milliseconds(50), maximum: .seconds(1))

    package init() {}
}
