extension JSONValue {
    /// The text, if this is one.
    public var string: String? { if case .string(let string) = self { string } else { nil } }

    /// The whole number, if this is one.
    public var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }

    /// The truth value, if this is one.
    public var bool: Bool? { if case .bool(let bool) = self { bool } else { nil } }

    /// The list, if this is one.
    public var array: [JSONValue]? { if case .array(let array) = self { array } else { nil } }

    /// The members, if this is an object.
    public var object: [JSONName: JSONValue]? { if case .object(let object) = self { object } else { nil } }

    /// The member of that name, or nil if there is none or this is no object.
    public subscript(member: String) -> JSONValue? { object?[JSONName(member)] }
}

extension JSONValue {
    /// The value as a type of the app's own.
    ///
    /// - Throws: `DecodingError`, saying where it is something else.
    public func decode<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        if let type = type as? any GameJSONReadable.Type, let read = try type.init(self) as? Value { return read }
        return try GameJSON(self).decode(as: type)
    }

    /// Makes an object; of two members with one name the last counts.
    public init(members: some Sequence<(String, JSONValue)>) {
        self = .object(Dictionary(members.lazy.map { (JSONName($0), $1) }) { _, last in last })
    }
}

extension JSONValue: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    /// Makes a text, so that a move is written `"e2e4"`.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Makes a whole number.
    public init(integerLiteral value: Int) { self = .integer(value) }

    /// Makes a truth value.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue: ExpressibleByFloatLiteral, ExpressibleByNilLiteral {
    /// Makes a number.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Makes null.
    public init(nilLiteral: ()) { self = .null }
}

extension JSONValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// Makes a list.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Makes an object; of two members with one name the last counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) { self.init(members: elements) }
}
