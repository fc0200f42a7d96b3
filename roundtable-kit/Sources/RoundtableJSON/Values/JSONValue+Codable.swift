/// For other coders than ours; what they read and write is the value itself.
extension JSONValue: Codable {
    /// Reads any JSON value.
    public init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? value.decode(Int.self) {
            self = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let string = try? value.decode(String.self) {
            self = .string(string)
        } else if let array = try? value.decode([JSONValue].self) {
            self = .array(array)
        } else {
            self = .object(try value.decode([JSONName: JSONValue].self))
        }
    }

    /// Writes the value without a name for its kind.
    public func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let bool): try value.encode(bool)
        case .integer(let integer): try value.encode(integer)
        case .number(let number): try value.encode(number)
        case .string(let string): try value.encode(string)
        case .array(let array): try value.encode(array)
        case .object(let object):
            guard hasNamesForOtherCoders else {
                throw EncodingError.invalidValue(
                    self, .init(codingPath: encoder.codingPath, debugDescription: Self.otherNames))
            }
            try value.encode(object)
        }
    }
}

/// Foundation's coders keep members in dictionaries by texts: of names that are canonically equivalent they keep one,
/// and to hash a name takes them time that grows with the square of a run of combining marks.
extension JSONValue {
    /// Whether other coders can tell all names apart, and in linear time.
    var hasNamesForOtherCoders: Bool {
        switch self {
        case .null, .bool, .integer, .number, .string: true
        case .array(let values): values.allSatisfy(\.hasNamesForOtherCoders)
        case .object(let members):
            members.keys.allSatisfy { $0.text.utf8.count <= Self.longestName || $0.text.utf8.allSatisfy { $0 < 0x80 } }
                && Set(members.keys.lazy.map(\.text)).count == members.count
                && members.values.allSatisfy(\.hasNamesForOtherCoders)
        }
    }

    /// The most bytes of a name beyond ASCII.
    private static let longestName = 256

    /// The reason why a value is refused that has other names.
    static var otherNames: String {
        "Names beyond ASCII must differ in more than their composition, and have at most \(longestName) bytes; "
            + "types that conform to GameJSONReadable and GameJSONWritable take any."
    }
}

extension GameJSON: Codable {
    /// Reads any JSON value.
    public init(from decoder: any Decoder) throws { self.init(try JSONValue(from: decoder)) }

    /// Writes the value itself, not its text.
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
