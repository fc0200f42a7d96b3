import LeanJSON

/// Any JSON value, for the members whose shape is up to the game: moves, boards and options.
///
/// Integers stay integers. A number that is whole but written as `5.0` is the integer 5, as JSON means it.
public enum JSONValue: Sendable, Hashable {
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
    case object([String: JSONValue])
}

extension JSONValue: Codable {
    /// Reads whatever value comes next.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let kind = (decoder as? any JSONKindDecoder)?.kind {
            self = try Self(kind, from: container)
        } else if container.decodeNil() {
            self = .null
        } else if let bool = try? container.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? container.decode(Int.self) {
            self = .integer(integer)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let string = try? container.decode(String.self) {
            self = .string(string)
        } else if let array = try? container.decode([JSONValue].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    private init(_ kind: JSONKind, from container: any SingleValueDecodingContainer) throws {
        switch kind {
        case .null: self = .null
        case .bool: self = .bool(try container.decode(Bool.self))
        case .number:
            if let integer = try? container.decode(Int.self) {
                self = .integer(integer)
            } else {
                self = .number(try container.decode(Double.self))
            }
        case .string: self = .string(try container.decode(String.self))
        case .array: self = .array(try container.decode([JSONValue].self))
        case .object: self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Writes the value bare, without a name for its kind.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let bool): try container.encode(bool)
        case .integer(let integer): try container.encode(integer)
        case .number(let number): try container.encode(number)
        case .string(let string): try container.encode(string)
        case .array(let array): try container.encode(array)
        case .object(let object): try container.encode(object)
        }
    }
}
