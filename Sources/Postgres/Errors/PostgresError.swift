/// An error between us and the server; switched by ``code`` and ``sqlState``, never by its text.
///
/// `description` contains no data and may be shown anywhere. `debugDescription` contains everything the server said
/// and belongs in a log at most.
package struct PostgresError: Error, Sendable {
    package enum Code: CaseIterable, Sendable {
        /// The URL or another setting makes no sense.
        case invalidConfiguration
        /// No connection could be made; nothing was sent.
        case connectionFailed
        /// The connection ended; see ``PostgresError/outcomeIsUnknown``.
        case connectionLost
        /// The connection, pool, batcher or transaction was closed on our side before; nothing was sent.
        case closed
        /// No connection became free in time; nothing was sent.
        case waitDeadlineExceeded
        /// A batcher has as many items waiting as it may; nothing was sent.
        case queueFull
        /// The task was cancelled; the statement had no effect.
        case cancelled
        /// The statement took longer than it may; it had no effect.
        case statementTimeout
        /// The server refused the statement; ``PostgresError/sqlState`` says why.
        case server
        /// COMMIT was answered with ROLLBACK: an error inside the transaction had been swallowed.
        case rolledBackInstead
        /// A column is missing, of another type, or NULL.
        case decodingFailed
        /// The server began something that this client does not speak, such as COPY.
        case unsupported
    }

    package internal(set) var code: Code
    package internal(set) var sqlState: SQLState?
    package internal(set) var constraint: String?
    /// The text of the statement, without its parameters.
    package internal(set) var statement: String?
    /// Whether nothing has happened at the server, and a repetition (of the whole transaction) may succeed.
    package internal(set) var isSafeToRetry = false
    /// Whether the statement may or may not have been committed.
    package internal(set) var outcomeIsUnknown = false
    /// The message of the server or libpq. It may contain data.
    var message: String?
    /// The server's detail and hint. They may contain data.
    var detail: String?

    /// Makes an error of a kind; its message is for the log.
    package init(
        _ code: Code, _ message: String? = nil, statement: String? = nil, isSafeToRetry: Bool = false,
        outcomeIsUnknown: Bool = false
    ) {
        self.code = code
        self.message = message
        self.statement = statement
        self.isSafeToRetry = isSafeToRetry
        self.outcomeIsUnknown = outcomeIsUnknown
    }
}

extension PostgresError {
    /// The message about a connection that failed or was lost, on one line; empty for everything else, which may hold
    /// data.
    var reason: String {
        guard code == .connectionFailed || code == .connectionLost else { return "" }
        return words
    }

    /// The message of the server or libpq, on one line: for operators at their terminal only, since it may hold data.
    package var explanation: String {
        guard !words.isEmpty else { return description }
        return sqlState.map { "\(words) (SQLSTATE \($0))" } ?? words
    }

    private var words: String { (message ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}

extension PostgresError: CustomStringConvertible, CustomDebugStringConvertible {
    package var description: String {
        let facts = [
            sqlState.map { "SQLSTATE \($0)" }, constraint.map { "constraint \($0)" },
            outcomeIsUnknown ? "outcome unknown" : nil,
        ].compactMap(\.self)
        return facts.isEmpty ? code.sentence : "\(code.sentence) (\(facts.joined(separator: ", ")))"
    }

    package var debugDescription: String {
        var lines = [description]
        if let message { lines.append(message) }
        if let detail { lines.append(detail) }
        if let statement { lines.append("in: " + statement) }
        return lines.joined(separator: "\n")
    }
}

extension PostgresError.Code {
    /// A sentence for operators.
    fileprivate var sentence: String {
        switch self {
        case .invalidConfiguration: "The connection string can't be used"
        case .connectionFailed: "The database can't be reached"
        case .connectionLost: "The connection to the database was lost"
        case .closed: "The connection to the database was closed"
        case .waitDeadlineExceeded: "No connection to the database became free in time"
        case .queueFull: "Too much is waiting for the database"
        case .cancelled: "A statement was cancelled"
        case .statementTimeout: "The database took too long"
        case .server: "The database refused a statement"
        case .rolledBackInstead: "The database rolled a transaction back that was to be committed"
        case .decodingFailed: "An answer of the database can't be read"
        case .unsupported: "A statement can't be executed in this way"
        }
    }
}
