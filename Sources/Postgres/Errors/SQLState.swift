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
    package static let outOfMemory: SQLState = "53200"
    package static let uniqueViolation: SQLState = "23505"
    package static let checkViolation: SQLState = "23514"
    /// The server does not know whether the statement was completed.
    package static let statementCompletionUnknown: SQLState = "40003"
    package static let queryCanceled: SQLState = "57014"
    package static let adminShutdown: SQLState = "57P01"
    package static let undefinedTable: SQLState = "42P01"
    /// A lock was not to be had at once or in time.
    package static let lockNotAvailable: SQLState = "55P03"
    /// The server cannot do that; also, a cached plan no longer fits its tables.
    package static let featureNotSupported: SQLState = "0A000"
    package static let invalidStatementName: SQLState = "26000"
    /// Something was to be written where nothing may be: the server is a standby, or its sessions begin read-only.
    package static let readOnlyTransaction: SQLState = "25006"

    /// Whether a server can't do its work for a time, though nothing is wrong with what it was asked: it is away (class
    /// 08, also for a cluster's nodes that it asks in turn), has run out of something (53), is told to stop by an
    /// operator (57), or may not write.
    package var isOfAbsence: Bool { ["08", "53", "57"].contains(classCode) || self == .readOnlyTransaction }

    /// Whether the server rolled the transaction back for a reason that a repetition may not meet again.
    package var isTransactionRollback: Bool { classCode == "40" && self != .statementCompletionUnknown }
}
