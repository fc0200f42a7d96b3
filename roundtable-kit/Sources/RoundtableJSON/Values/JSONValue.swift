/// Any JSON value, for the members whose shape is up to the game: moves, boards and options.
///
/// Integers stay integers. A number that is whole but written as `5.0` is the integer 5, as JSON means it.
public enum JSONValue: Sendable {
    /// The absent value.
    case null
    /// A truth value.
    case bool(Bool)
    /// A whole number of up to 64 bits.
    case integer(Int)
    /// A number that `integer` can't hold.
    case number(Double)
    /// A text.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// Named members, in no order.
    case object([JSONName: JSONValue])
}

/// Texts are equal if their bytes are, as names are.
extension JSONValue: Hashable {
    /// Whether both are the same value.
    public static func == (one: Self, other: Self) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.number(let one), .number(let other)): one == other
        case (.string(let one), .string(let other)): one.hasSameBytes(as: other)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        case (.null, _), (.bool, _), (.integer, _), (.number, _), (.string, _), (.array, _), (.object, _): false
        }
    }

    /// Hashes the kind and the value.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0 as UInt8)
        case .bool(let bool): hasher.combine(bool)
        case .integer(let integer): hasher.combine(integer)
        case .number(let number): hasher.combine(number)
        case .string(let string): string.hashBytes(into: &hasher)
        case .array(let array): hasher.combine(array)
        case .object(let object): hasher.combine(object)
        }
    }
}

extension JSONValue: JSONConvertible {
    /// Writes the value.
    public func write(to json: inout JSONWriter) {
        switch self {
        case .null: json.null()
        case .bool(let bool): json.bool(bool)
        case .integer(let integer): json.integer(integer)
        case .number(let number): json.number(number)
        case .string(let string): json.string(string)
        case .array(let array): array.write(to: &json)
        case .object(let object): object.write(to: &json)
        }
    }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        switch json.kind {
        case .null: self = .null
        case .bool: self = .bool(try json.bool())
        case .number:
            if let integer: Int = json.integerIfWhole() {
                self = .integer(integer)
            } else {
                self = .number(try json.number())
            }
        case .string: self = .string(try json.string())
        case .array: self = .array(try [JSONValue](json))
        case .object: self = .object(try [JSONName: JSONValue](json))
        }
    }
}
