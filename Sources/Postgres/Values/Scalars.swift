// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The protocols that require the members describe them. They are public, so that code which encodes parameters is
// specialised where it is used.

public import Foundation

extension Bool: PostgresCodable {
    @inlinable
    public static var postgresType: PostgresType { .bool }

    @inlinable
    public func encode(into encoder: inout PostgresEncoder) { encoder.writeInteger(UInt8(self ? 1 : 0)) }

    public init(decoding value: PostgresValue) throws(PostgresDecodingProblem) {
        self = try value.integer(UInt8.self) != 0
    }
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

extension Int: PostgresCodable {
    @inlinable
    public static var postgresType: PostgresType { .int8 }

    public static func accepts(_ oid: UInt32) -> Bool { oid == PostgresType.int8.oid || Int32.accepts(oid) }

    @inlinable
    public func encode(into encoder: inout PostgresEncoder) { encoder.writeInteger(Int64(self)) }

    public init(decoding value: PostgresValue) throws(PostgresDecodingProblem) {
        guard let number = Int(exactly: try value.anyInteger()) else { throw .outOfRange }
        self = number
    }
}

extension String: PostgresCodable {
    @inlinable
    public static var postgresType: PostgresType { .text }

    public static func accepts(_ oid: UInt32) -> Bool {
        oid == PostgresType.text.oid || oid == PostgresType.varchar.oid || oid == PostgresType.bpchar.oid
            || oid == PostgresType.name.oid
    }

    @inlinable
    public func encode(into encoder: inout PostgresEncoder) { encoder.writeBytes(utf8) }

    public init(decoding value: PostgresValue) throws(PostgresDecodingProblem) {
        self = String(decoding: value.bytes, as: UTF8.self)
    }
}

extension UUID: PostgresCodable {
    @inlinable
    public static var postgresType: PostgresType { .uuid }

    @inlinable
    public func encode(into encoder: inout PostgresEncoder) {
        withUnsafeBytes(of: uuid) { encoder.writeRaw($0) }
    }

    public init(decoding value: PostgresValue) throws(PostgresDecodingProblem) {
        guard value.bytes.count == MemoryLayout<uuid_t>.size else { throw .malformed }
        self = UUID(uuid: value.bytes.loadUnaligned(as: uuid_t.self))
    }
}

extension Data: PostgresCodable {
    @inlinable
    public static var postgresType: PostgresType { .bytea }

    @inlinable
    public func encode(into encoder: inout PostgresEncoder) {
        withUnsafeBytes { encoder.writeRaw($0) }
    }

    public init(decoding value: PostgresValue) throws(PostgresDecodingProblem) {
        self = Data(value.bytes)
    }
}

extension Date: PostgresCodable {
    @inlinable
    public static var postgresType: PostgresType { .timestamptz }

    /// The server counts microseconds from the start of the year 2000, in seconds since 1970.
    @usableFromInline static let serverEpoch: TimeInterval = 946_684_800

    @inlinable
    public func encode(into encoder: inout PostgresEncoder) {
        let microseconds = ((timeIntervalSince1970 - Self.serverEpoch) * 1_000_000).rounded()
        // NB: the extremes are the server's 'infinity' and '-infinity', which is what a date out of range comes
        // nearest to.
        encoder.writeInteger(Int64(exactly: microseconds) ?? (microseconds < 0 ? .min : .max))
    }

    public init(decoding value: PostgresValue) throws(PostgresDecodingProblem) {
        switch try value.integer(Int64.self) {
        case .max: self = .distantFuture
        case .min: self = .distantPast
        case let microseconds:
            self = Date(timeIntervalSince1970: Double(microseconds) / 1_000_000 + Self.serverEpoch)
        }
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
