/// The five characters by which PostgreSQL tells errors apart (appendix A of its manual).
package struct SQLState: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The five characters.
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package init(stringLiteral value: String) { rawValue = value }

    /// The first two characters, which name the class of the error.
    package var classCode: String { String(rawValue.prefix(2)) }

    package var description: String { rawValue }
}

extension SQLState {
    /// A column must not be NULL.
    package static let notNullViolation: SQLState = "23502"
    /// A row refers to one that is not there, or is referred to.
    package static let foreignKeyViolation: SQLState = "23503"
    /// A row with this key exists.
    package static let uniqueViolation: SQLState = "23505"
    /// A row breaks a rule of its table's.
    package static let checkViolation: SQLState = "23514"
    /// Serialisable transactions got in each other's way.
    package static let serializationFailure: SQLState = "40001"
    /// Transactions waited for each other.
    package static let deadlockDetected: SQLState = "40P01"
    /// The server does not know whether the statement was completed.
    package static let statementCompletionUnknown: SQLState = "40003"
    /// The statement was cancelled, by a request or a timeout.
    package static let queryCanceled: SQLState = "57014"
    /// The backend was told to end.
    package static let adminShutdown: SQLState = "57P01"
    /// The backend ended because another one crashed.
    package static let crashShutdown: SQLState = "57P02"
    /// The server is starting or stopping.
    package static let cannotConnectNow: SQLState = "57P03"
    /// There is no such table.
    package static let undefinedTable: SQLState = "42P01"
    /// A lock was not to be had at once or in time.
    package static let lockNotAvailable: SQLState = "55P03"
    /// The server cannot do that; also, a cached plan no longer fits its tables.
    package static let featureNotSupported: SQLState = "0A000"
    /// There is no prepared statement of this name.
    package static let invalidStatementName: SQLState = "26000"

    /// Whether a server is away: the one that is asked, or one of a cluster's that it asks in turn.
    package var isOfAbsence: Bool {
        classCode == "08" || self == .adminShutdown || self == .crashShutdown || self == .cannotConnectNow
    }

    /// Whether the server rolled the transaction back for a reason that a repetition may not meet again.
    package var isTransactionRollback: Bool { classCode == "40" && self != .statementCompletionUnknown }
}
