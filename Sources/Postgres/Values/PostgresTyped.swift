// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the members mean is said where the protocols require them. They are public, so that code which encodes
// parameters is specialised where it is used.

/// A type of ours that has one type of the server's, as a parameter and as a column.
public protocol PostgresTyped: PostgresElement {
    /// The server's type; the same for every value, also for NULL.
    static var postgresType: PostgresType { get }
}

/// A type of ours whose arrays have a type of the server's.
public protocol PostgresElement: Sendable {
    /// The type of a whole array of these.
    static var postgresArrayType: PostgresType { get }
}

extension PostgresTyped {
    @inlinable
    public static var postgresArrayType: PostgresType { postgresType.array }
}

/// A wrapper type is stored as what it wraps: `extension OrderID: PostgresCodable {}` is enough.
extension RawRepresentable where Self: PostgresTyped, RawValue: PostgresTyped {
    @inlinable
    public static var postgresType: PostgresType { RawValue.postgresType }
}
