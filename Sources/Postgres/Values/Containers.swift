// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the members mean is said where the protocols require them. They are public, so that code which encodes
// parameters is specialised where it is used.

extension Optional: PostgresElement where Wrapped: PostgresTyped {}

extension Optional: PostgresTyped where Wrapped: PostgresTyped {
    @inlinable
    public static var postgresType: PostgresType { Wrapped.postgresType }
}

extension Optional: PostgresArrayEncodable where Wrapped: PostgresEncodable {}

extension Optional: PostgresEncodable where Wrapped: PostgresEncodable {
    @inlinable
    public func encode(into encoder: inout PostgresEncoder) {
        switch self {
        case .some(let value): value.encode(into: &encoder)
        case .none: encoder.writeNull()
        }
    }
}

extension Optional: PostgresArrayDecodable where Wrapped: PostgresDecodable {}

extension Optional: PostgresDecodable where Wrapped: PostgresDecodable {
    public static func accepts(_ oid: UInt32) -> Bool { Wrapped.accepts(oid) }

    public init(decoding value: PostgresValue) throws(PostgresDecodingProblem) {
        self = .some(try Wrapped(decoding: value))
    }

    public static func decodeNull() throws(PostgresDecodingProblem) -> Wrapped? { .none }
}

extension Array: PostgresElement where Element: PostgresElement {}

extension Array: PostgresTyped where Element: PostgresElement {
    @inlinable
    public static var postgresType: PostgresType { Element.postgresArrayType }
}

extension Array: PostgresArrayEncodable where Element: PostgresArrayEncodable {}

extension Array: PostgresEncodable where Element: PostgresArrayEncodable {
    @inlinable
    public func encode(into encoder: inout PostgresEncoder) { Element.encodeArray(self, into: &encoder) }
}

extension Array: PostgresArrayDecodable where Element: PostgresArrayDecodable {}

extension Array: PostgresDecodable where Element: PostgresArrayDecodable {
    public static func accepts(_ oid: UInt32) -> Bool { Element.acceptsArray(oid) }

    public init(decoding value: PostgresValue) throws(PostgresDecodingProblem) {
        self = try Element.decodeArray(value)
    }
}

/// An array of bytes is one `bytea`, not an array of the server's.
extension UInt8: PostgresArrayEncodable, PostgresArrayDecodable {
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
