import CLibpq

extension PostgresError {
    /// Reads the error that a result carries.
    init(result: OpaquePointer, statement: String?) {
        func field(_ code: UnicodeScalar) -> String? {
            PQresultErrorField(result, Int32(code.value)).map { String(cString: $0) }
        }
        // The letters are PG_DIAG_… of postgres_ext.h, which Swift cannot import.
        let severity = field("V")
        let state = field("C").map(SQLState.init(rawValue:))
        let isFatal = severity == "FATAL" || severity == "PANIC"
        self.init(isFatal ? .connectionLost : .server, field("M"), statement: statement)
        sqlState = state
        constraint = field("n")
        detail = [field("D"), field("H")].compactMap { $0 }.joined(separator: "\n")
        isSafeToRetry = state?.isTransactionRollback ?? false
    }

    /// Whether the error only says that the server no longer has the statement as it was prepared.
    static func isForgottenStatement(_ result: OpaquePointer) -> Bool {
        guard let field = PQresultErrorField(result, Int32(UnicodeScalar("C").value)) else { return false }
        switch SQLState(rawValue: String(cString: field)) {
        case .invalidStatementName: return true
        case .featureNotSupported:
            // "cached plan must not change result type" shares its code with much else; the function is not translated.
            guard let function = PQresultErrorField(result, Int32(UnicodeScalar("R").value)) else { return false }
            return String(cString: function) == "RevalidateCachedQuery"
        default: return false
        }
    }

    /// The error that libpq reports for a connection.
    init(_ code: Code, connection: OpaquePointer, statement: String? = nil, outcomeIsUnknown: Bool) {
        self.init(
            code, PQerrorMessage(connection).map { String(cString: $0) }, statement: statement,
            isSafeToRetry: !outcomeIsUnknown, outcomeIsUnknown: outcomeIsUnknown)
    }
}
