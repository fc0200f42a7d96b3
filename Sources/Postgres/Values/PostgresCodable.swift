// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The protocols that require the members describe them. They are public, so that code which encodes parameters is
// specialised where it is used.

/// A value that can be a parameter of a statement and be read from a column. A type of ours has one type of the
/// server's, the same for every value, also for NULL.
public protocol PostgresCodable: PostgresElement {
    /// The server's type.
    static var postgresType: PostgresType { get }
    /// Writes the value in the server's binary format, without its length.
    func encode(into encoder: inout PostgresEncoder)
    /// Whether a column of this type can be read; by default only one of exactly `postgresType`.
    static func accepts(_ oid: UInt32) -> Bool
    /// Reads the server's binary format.
    init(decoding value: PostgresValue) throws(PostgresDecodingProblem)
    /// The value that NULL is read as; by default a problem.
    static func decodeNull() throws(PostgresDecodingProblem) -> Self
}

/// A value that can be an element of an array; everything ``PostgresCodable`` is, and bytes are (an array of them is
/// `bytea`).
public protocol PostgresElement: Sendable {
    /// The type of a whole array of these.
    static var postgresArrayType: PostgresType { get }
    /// Writes the array's content in the server's binary format.
    static func encodeArray(_ elements: [Self], into encoder: inout PostgresEncoder)
    /// Whether an array column of this type can be read.
    static func acceptsArray(_ oid: UInt32) -> Bool
    /// Reads a whole array.
    static func decodeArray(_ value: PostgresValue) throws(PostgresDecodingProblem) -> [Self]
}

extension PostgresCodable {
    public static func accepts(_ oid: UInt32) -> Bool { oid == postgresType.oid }

    public static func decodeNull() throws(PostgresDecodingProblem) -> Self { throw .unexpectedNull }

    @inlinable
    public static var postgresArrayType: PostgresType { postgresType.array }

    @inlinable
    public static func encodeArray(_ elements: [Self], into encoder: inout PostgresEncoder) {
        encoder.writeArray(of: postgresType.oid, elements) { $1.append($0) }
    }

    public static func acceptsArray(_ oid: UInt32) -> Bool {
        oid == postgresType.arrayOID || PostgresType.element(ofArray: oid).map(accepts) ?? false
    }
}

/// A wrapper type is stored as what it wraps: `extension OrderID: PostgresCodable {}` is enough.
extension RawRepresentable where Self: PostgresCodable, RawValue: PostgresCodable {
    @inlinable
    public static var postgresType: PostgresType { RawValue.postgresType }

    @inlinable
    public func encode(into encoder: inout PostgresEncoder) { rawValue.encode(into: &encoder) }

    public static func accepts(_ oid: UInt32) -> Bool { RawValue.accepts(oid) }

    public init(decoding value: PostgresValue) throws(PostgresDecodingProblem) {
        guard let made = Self(rawValue: try RawValue(decoding: value)) else { throw .outOfRange }
        self = made
    }
}

extension Optional: PostgresElement, PostgresCodable where Wrapped: PostgresCodable {
    @inlinable
    public static var postgresType: PostgresType { Wrapped.postgresType }

    @inlinable
    public func encode(into encoder: inout PostgresEncoder) {
        switch self {
        case .some(let value): value.encode(into: &encoder)
        case .none: encoder.writeNull()
        }
    }

    public static func accepts(_ oid: UInt32) -> Bool { Wrapped.accepts(oid) }

    public init(decoding value: PostgresValue) throws(PostgresDecodingProblem) {
        self = .some(try Wrapped(decoding: value))
    }

    public static func decodeNull() throws(PostgresDecodingProblem) -> Wrapped? { .none }
}

extension Array: PostgresElement, PostgresCodable where Element: PostgresElement {
    @inlinable
    public static var postgresType: PostgresType { Element.postgresArrayType }

    @inlinable
    public func encode(into encoder: inout PostgresEncoder) { Element.encodeArray(self, into: &encoder) }

    public static func accepts(_ oid: UInt32) -> Bool { Element.acceptsArray(oid) }

    public init(decoding value: PostgresValue) throws(PostgresDecodingProblem) {
        self = try Element.decodeArray(value)
    }
}

/// An array of bytes is one `bytea`, not an array of the server's.
extension UInt8: PostgresElement {
    @inlinable
    public static var postgresArrayType: PostgresType { .bytea }

    @inlinable
    public static func encodeArray(_ elements: [UInt8], into encoder: inout PostgresEncoder) {
        encoder.writeBytes(elements)
    }

    public static func acceptsArray(_ oid: UInt32) -> Bool { oid == PostgresType.bytea.oid }

    public static func decodeArray(_ value: PostgresValue) throws(PostgresDecodingProblem) -> [UInt8] {
        Array(value.bytes)
    }
}
