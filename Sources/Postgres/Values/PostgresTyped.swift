/// A type of ours that has one type of the server's, as a parameter and as a column.
package protocol PostgresTyped: PostgresElement {
    /// The server's type; the same for every value, also for NULL.
    static var postgresType: PostgresType { get }
}

/// A type of ours whose arrays have a type of the server's.
package protocol PostgresElement: Sendable {
    /// The type of a whole array of these.
    static var postgresArrayType: PostgresType { get }
}

extension PostgresTyped {
    package static var postgresArrayType: PostgresType { postgresType.array }
}

/// A wrapper type is stored as what it wraps: `extension OrderID: PostgresCodable {}` is enough.
extension RawRepresentable where Self: PostgresTyped, RawValue: PostgresTyped {
    package static var postgresType: PostgresType { RawValue.postgresType }
}
