internal import Foundation
internal import RoundtableModel
internal import Yams

extension JSONValue {
    /// Reads a YAML text that holds nothing but what JSON could hold as well.
    init(yaml: String) throws {
        self = try JSONValue(node: Yams.load(yaml: yaml) ?? NSNull())
    }

    private init(node value: Any) throws {
        switch value {
        case let bool as Bool: self = .bool(bool)
        case let integer as Int: self = .integer(integer)
        case let number as Double: self = .number(number)
        case let string as String: self = .string(string)
        case let array as [Any]: self = .array(try array.map(JSONValue.init(node:)))
        case let object as [String: Any]: self.init(members: try object.map { ($0, try JSONValue(node: $1)) })
        case is NSNull: self = .null
        default: throw NotJSON(type: "\(type(of: value))")
        }
    }
}

/// A YAML value that JSON has no word for, such as a bare date.
struct NotJSON: Error {
    var type: String
}
