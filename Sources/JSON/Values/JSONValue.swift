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

    package init(_ json: JSONElement) throws(JSONError) {
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
        case .object: self = .object(try [String: JSONValue](json))
        }
    }
}
