/// A PostgreSQL data type: its object identifier (OID), that of its array type, and its name in SQL.
public struct PostgresType: Hashable, Sendable, CustomStringConvertible {
    /// The type's OID, as sent with parameters and columns.
    public let oid: UInt32
    /// The OID of the type's array type; 0 if unknown.
    public let arrayOID: UInt32
    /// The type's name in SQL.
    public let description: String

    private init(oid: UInt32, arrayOID: UInt32 = 0, name: String) {
        self.oid = oid
        self.arrayOID = arrayOID
        self.description = name
    }

    /// The array type of this type, which is not an array itself.
    public var array: PostgresType {
        precondition(arrayOID != 0, "The OID of \(description)'s array type is not known")
        return PostgresType(oid: arrayOID, name: description + "[]")
    }
}

// OIDs from PostgreSQL's src/include/catalog/pg_type.dat; those of built-in types never change.
extension PostgresType {
    /// True or false.
    public static let bool = PostgresType(oid: 16, arrayOID: 1000, name: "bool")
    /// Bytes.
    public static let bytea = PostgresType(oid: 17, arrayOID: 1001, name: "bytea")
    /// 64 bits with a sign.
    public static let int8 = PostgresType(oid: 20, arrayOID: 1016, name: "int8")
    /// 32 bits with a sign.
    public static let int4 = PostgresType(oid: 23, arrayOID: 1007, name: "int4")
    /// A text of any length.
    public static let text = PostgresType(oid: 25, arrayOID: 1009, name: "text")
    /// A point in time, in microseconds since 2000-01-01 00:00 UTC.
    public static let timestamptz = PostgresType(oid: 1184, arrayOID: 1185, name: "timestamptz")
    /// A UUID.
    public static let uuid = PostgresType(oid: 2950, arrayOID: 2951, name: "uuid")
    /// JSON, stored as text.
    public static let json = PostgresType(oid: 114, arrayOID: 199, name: "json")
    /// JSON, stored in binary form.
    public static let jsonb = PostgresType(oid: 3802, arrayOID: 3807, name: "jsonb")

    // Accepted when an integer or a text is read; never sent with a parameter.
    static let int2 = PostgresType(oid: 21, arrayOID: 1005, name: "int2")
    static let name = PostgresType(oid: 19, arrayOID: 1003, name: "name")
    static let bpchar = PostgresType(oid: 1042, arrayOID: 1014, name: "bpchar")
    static let varchar = PostgresType(oid: 1043, arrayOID: 1015, name: "varchar")

    private static let known: [PostgresType] = [
        .bool, .bytea, .int8, .int2, .int4, .text, .timestamptz, .uuid, .json, .jsonb, .name, .bpchar, .varchar,
        PostgresType(oid: 700, arrayOID: 1021, name: "float4"), PostgresType(oid: 701, arrayOID: 1022, name: "float8"),
    ]

    /// The OID of the element type of an array type; nil if it is not listed here.
    static func element(ofArray oid: UInt32) -> UInt32? {
        known.first { $0.arrayOID == oid }?.oid
    }

    /// The type's name for error messages; `type 12345` if it is not listed here.
    static func name(of oid: UInt32) -> String {
        if let type = known.first(where: { $0.oid == oid }) { return type.description }
        if let element = known.first(where: { $0.arrayOID == oid }) { return element.description + "[]" }
        return "type \(oid)"
    }
}
