public import Foundation

/// A value that can be read from JSON; what it reads is what it writes, and what its earlier versions wrote.
public protocol JSONReadable {
    /// Reads a value.
    ///
    /// - Throws: what is wrong with it, and where.
    init(_ json: JSONElement) throws(JSONError)
}

/// A value that writes itself as JSON.
public protocol JSONWritable {
    /// Writes the value: one object, array, string, number, truth value or null.
    func write(to json: inout JSONWriter)
}

/// A value that writes itself as a JSON object.
public protocol JSONObjectWritable: JSONWritable {
    /// Writes the members, in the order of their names' bytes.
    func writeMembers(to json: inout JSONWriter)
}

/// A value with one encoding as JSON: both halves belong beside each other.
public typealias JSONConvertible = JSONReadable & JSONWritable

extension JSONReadable {
    /// Reads a value from a whole text.
    public init(json: [UInt8]) throws(JSONError) { try self.init(JSONDocument(json).root) }
}

extension JSONWritable {
    /// The value's JSON.
    public var json: [UInt8] {
        var json = JSONWriter()
        write(to: &json)
        return json.withBytes { Array($0) }
    }
}

extension JSONObjectWritable {
    /// Writes the value.
    @inlinable
    public func write(to json: inout JSONWriter) { json.object { writeMembers(to: &$0) } }
}

extension JSONWriter {
    /// Writes a member.
    @inlinable
    public mutating func member(_ name: StaticString, _ value: some JSONWritable) {
        self.name(name)
        value.write(to: &self)
    }

    /// Writes a member, null if there is no value.
    @inlinable
    public mutating func member(_ name: StaticString, orNull value: (some JSONWritable)?) {
        self.name(name)
        if let value { value.write(to: &self) } else { null() }
    }

    /// Writes a member, if there is a value.
    @inlinable
    public mutating func member(_ name: StaticString, ifPresent value: (some JSONWritable)?) {
        if let value { member(name, value) }
    }

    /// Writes a member that is an object.
    @inlinable
    public mutating func member(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
        self.name(name)
        object(members)
    }
}

extension String: JSONConvertible {
    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.string(self) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { self = try json.string() }
}

extension Int: JSONConvertible {
    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.integer(self) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { self = try json.integer() }
}

extension Double: JSONConvertible {
    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.number(self) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { self = try json.number() }
}

extension Bool: JSONConvertible {
    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.bool(self) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { self = try json.bool() }
}

/// In small letters; whoever needs Apple's capitals writes them.
extension UUID: JSONConvertible {
    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.uuid(self, uppercase: false) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { self = try json.uuid() }
}

/// As RFC 3339 has times: written in UTC, to the second; read with or without fractions of a second.
extension Date: JSONConvertible {
    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.string(RFC3339.text(of: self)) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        guard let date = RFC3339.date(of: try json.string()) else { throw json.error(expected: "an RFC 3339 time") }
        self = date
    }
}

extension URL: JSONConvertible {
    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.string(absoluteString) }

    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        guard let url = URL(string: try json.string()) else { throw json.error(expected: "a URL") }
        self = url
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    /// Writes the value.
    public func write(to json: inout JSONWriter) {
        json.beginArray()
        // By number: to iterate over an array of a type that is known at run time only, or over its indices, takes
        // several times as long.
        var index = 0
        while index < count {
            json.beginElement()
            self[index].write(to: &json)
            index += 1
        }
        json.endArray()
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        self = try json.elements { json throws(JSONError) in try Element(json) }
    }
}

/// Null if there is no value.
extension Optional: JSONWritable where Wrapped: JSONWritable {
    /// Writes the value.
    public func write(to json: inout JSONWriter) {
        if let self { self.write(to: &json) } else { json.null() }
    }
}

extension Dictionary: JSONWritable where Key == JSONName, Value: JSONWritable {
    /// Writes the value.
    public func write(to json: inout JSONWriter) {
        json.object { json in
            // By the beginnings of the names as numbers, which take a fraction of the time to compare, and by the names
            // where those are the same.
            var places = indices.map { (beginning: self[$0].key.beginning, place: $0) }
            places.sort {
                $0.beginning == $1.beginning ? self[$0.place].key < self[$1.place].key : $0.beginning < $1.beginning
            }
            for (_, place) in places {
                json.name(self[place].key.text)
                self[place].value.write(to: &json)
            }
        }
    }
}

extension Dictionary: JSONReadable where Key == JSONName, Value: JSONReadable {
    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        self.init()
        for (name, value) in try json.members() where self[name] == nil { self[name] = try Value(value) }
    }
}

/// Words of a vocabulary are strings.
extension JSONWritable where Self: RawRepresentable, RawValue == String {
    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.string(rawValue) }
}

/// No word of a vocabulary is as long as what may be sent.
extension JSONReadable where Self: RawRepresentable, RawValue == String {
    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) {
        guard let value = Self(rawValue: try json.string(atMost: GameJSON.Bounds.usual.bytes)) else {
            throw json.error(expected: "a known word")
        }
        self = value
    }
}
