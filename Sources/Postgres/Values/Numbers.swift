// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the members mean is said where the protocols require them. They are public, so that code which encodes
// parameters is specialised where it is used.

extension Int16: PostgresCodable {
    @inlinable
    public static var postgresType: PostgresType { .int2 }

    @inlinable
    public func encode(into encoder: inout PostgresEncoder) { encoder.writeInteger(self) }

    public init(decoding value: PostgresValue) throws(PostgresDecodingProblem) { self = try value.integer() }
}

extension Int32: PostgresCodable {
    @inlinable
    public static var postgresType: PostgresType { .int4 }

    public static func accepts(_ oid: UInt32) -> Bool {
        oid == PostgresType.int4.oid || oid == PostgresType.int2.oid
    }

    @inlinable
    public func encode(into encoder: inout PostgresEncoder) { encoder.writeInteger(self) }

    public init(decoding value: PostgresValue) throws(PostgresDecodingProblem) {
        self = Int32(truncatingIfNeeded: try value.anyInteger())
    }
}

extension Int64: PostgresCodable {
    @inlinable
    public static var postgresType: PostgresType { .int8 }

    public static func accepts(_ oid: UInt32) -> Bool { oid == PostgresType.int8.oid || Int32.accepts(oid) }

    @inlinable
    public func encode(into encoder: inout PostgresEncoder) { encoder.writeInteger(self) }

    public init(decoding value: PostgresValue) throws(PostgresDecodingProblem) { self = try value.anyInteger() }
}

extension Int: PostgresCodable {
    @inlinable
    public static var postgresType: PostgresType { .int8 }

    public static func accepts(_ oid: UInt32) -> Bool { Int64.accepts(oid) }

    @inlinable
    public func encode(into encoder: inout PostgresEncoder) { encoder.writeInteger(Int64(self)) }

    public init(decoding value: PostgresValue) throws(PostgresDecodingProblem) {
        guard let number = Int(exactly: try value.anyInteger()) else { throw .outOfRange }
        self = number
    }
}

extension Float: PostgresCodable {
    @inlinable
    public static var postgresType: PostgresType { .float4 }

    @inlinable
    public func encode(into encoder: inout PostgresEncoder) { encoder.writeInteger(bitPattern) }

    public init(decoding value: PostgresValue) throws(PostgresDecodingProblem) {
        self = Float(bitPattern: try value.integer())
    }
}

extension Double: PostgresCodable {
    @inlinable
    public static var postgresType: PostgresType { .float8 }

    public static func accepts(_ oid: UInt32) -> Bool {
        oid == PostgresType.float8.oid || oid == PostgresType.float4.oid
    }

    @inlinable
    public func encode(into encoder: inout PostgresEncoder) { encoder.writeInteger(bitPattern) }

    public init(decoding value: PostgresValue) throws(PostgresDecodingProblem) {
        guard value.oid == PostgresType.float4.oid else {
            self = Double(bitPattern: try value.integer())
            return
        }
        self = Double(try Float(decoding: value))
    }
}

extension PostgresValue {
    /// Reads an int2, int4 or int8.
    fileprivate func anyInteger() throws(PostgresDecodingProblem) -> Int64 {
        switch oid {
        case PostgresType.int2.oid: Int64(try integer(Int16.self))
        case PostgresType.int4.oid: Int64(try integer(Int32.self))
        default: try integer(Int64.self)
        }
    }
}
