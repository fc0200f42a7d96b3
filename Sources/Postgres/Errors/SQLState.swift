/// The five characters by which PostgreSQL tells errors apart (appendix A of its manual).
package struct SQLState: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package init(stringLiteral value: String) { rawValue = value }

    /// The first two characters, which name the class of the error.
    package var classCode: String { String(rawValue.prefix(2)) }

    package var description: String { rawValue }
}

extension SQLState {
    package static let notNullViolation: SQLState = "23502"
    package static let foreignKeyViolation: SQLState = "23503"
    package static let uniqueViolation: SQLState = "23505"
    package static let checkViolation: SQLState = "23514"
    package static let serializationFailure: SQLState = "40001"
    package static let deadlockDetected: SQLState = "40P01"
    package static let statementCompletionUnknown: SQLState = "40003"
    package static let queryCanceled: SQLState = "57014"
    package static let adminShutdown: SQLState = "57P01"
    package static let cannotConnectNow: SQLState = "57P03"
    package static let undefinedTable: SQLState = "42P01"
    package static let lockNotAvailable: SQLState = "55P03"
    package static let featureNotSupported: SQLState = "0A000"
    package static let invalidStatementName: SQLState = "26000"

    /// Whether the server rolled the transaction back for a reason that a repetition may not meet again.
    package var isTransactionRollback: Bool { classCode == "40" && self != .statementCompletionUnknown }
}
