public import Foundation

/// A value that can be read from JSON; what it reads is what it writes, and what its earlier versions wrote.
public protocol JSONReadable {
    /// Reads a value.
    ///
    /// - Throws: what is wrong with it, and where.
    init(_ json: JSONElement) throws(JSONError)
}

/// A value with one encoding as JSON: both halves belong beside each other.
public typealias JSONConvertible = JSONReadable & JSONWritable

extension JSONReadable {
    /// Reads a value from a whole text.
    public init(json: [UInt8]) throws(JSONError) { try self.init(JSONDocument(json).root) }
}

extension String: JSONReadable {
    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { self = try json.string() }
}

extension Int: JSONReadable {
    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { self = try json.integer() }
}

extension Double: JSONReadable {
    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { self = try json.number() }
}

extension Bool: JSONReadable {
    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { self = try json.bool() }
}

extension UUID: JSONReadable {
    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { self = try json.uuid() }
}

/// As RFC 3339 has times, with or without fractions of a second.
extension Date: JSONReadable {
    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        guard let date = RFC3339.date(of: try json.string()) else { throw json.error(expected: "an RFC 3339 time") }
        self = date
    }
}

extension URL: JSONReadable {
    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        guard let url = URL(string: try json.string()) else { throw json.error(expected: "a URL") }
        self = url
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        self = try json.elements { json throws(JSONError) in try Element(json) }
    }
}

extension Dictionary: JSONReadable where Key == JSONName, Value: JSONReadable {
    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        self.init()
        for (name, value) in try json.members() where self[name] == nil { self[name] = try Value(value) }
    }
}

/// Words of a vocabulary are strings; none is as long as what may be sent.
extension JSONReadable where Self: RawRepresentable, RawValue == String {
    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        guard let value = Self(rawValue: try json.string(atMost: GameJSON.Bounds.usual.bytes)) else {
            throw json.error(expected: "a known word")
        }
        self = value
    }
}
