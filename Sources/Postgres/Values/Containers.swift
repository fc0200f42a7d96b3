extension Optional: PostgresElement where Wrapped: PostgresTyped {}

extension Optional: PostgresTyped where Wrapped: PostgresTyped {
    package static var postgresType: PostgresType { Wrapped.postgresType }
}

extension Optional: PostgresArrayEncodable where Wrapped: PostgresEncodable {}

extension Optional: PostgresEncodable where Wrapped: PostgresEncodable {
    package func encode(into encoder: inout PostgresEncoder) {
        switch self {
        case .some(let value): value.encode(into: &encoder)
        case .none: encoder.writeNull()
        }
    }
}

extension Optional: PostgresArrayDecodable where Wrapped: PostgresDecodable {}

extension Optional: PostgresDecodable where Wrapped: PostgresDecodable {
    package static func accepts(_ oid: UInt32) -> Bool { Wrapped.accepts(oid) }

    package init(decoding value: PostgresValue) throws(PostgresDecodingProblem) {
        self = .some(try Wrapped(decoding: value))
    }

    package static func decodeNull() throws(PostgresDecodingProblem) -> Wrapped? { .none }
}

extension Array: PostgresElement where Element: PostgresElement {}

extension Array: PostgresTyped where Element: PostgresElement {
    package static var postgresType: PostgresType { Element.postgresArrayType }
}

extension Array: PostgresArrayEncodable where Element: PostgresArrayEncodable {}

extension Array: PostgresEncodable where Element: PostgresArrayEncodable {
    package func encode(into encoder: inout PostgresEncoder) { Element.encodeArray(self, into: &encoder) }
}

extension Array: PostgresArrayDecodable where Element: PostgresArrayDecodable {}

extension Array: PostgresDecodable where Element: PostgresArrayDecodable {
    package static func accepts(_ oid: UInt32) -> Bool { Element.acceptsArray(oid) }

    package init(decoding value: PostgresValue) throws(PostgresDecodingProblem) {
        self = try Element.decodeArray(value)
    }
}

/// An array of bytes is one `bytea`, not an array of the server's.
extension UInt8: PostgresArrayEncodable, PostgresArrayDecodable {
    package static var postgresArrayType: PostgresType { .bytea }

    package static func encodeArray(_ elements: [UInt8], into encoder: inout PostgresEncoder) {
        encoder.writeBytes(elements)
    }

    package static func acceptsArray(_ oid: UInt32) -> Bool { oid == PostgresType.bytea.oid }

    package static func decodeArray(_ value: PostgresValue) throws(PostgresDecodingProblem) -> [UInt8] {
        Array(value.bytes)
    }
}
