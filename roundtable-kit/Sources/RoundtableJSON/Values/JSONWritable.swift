public import Foundation

/// A value that writes itself as JSON.
public protocol JSONWritable {
    /// Writes the value: one object, array, string, number, truth value or null.
    func write(to json: inout JSONWriter)
}

extension JSONWritable {
    /// The value's JSON.
    public var json: [UInt8] {
        var json = JSONWriter()
        write(to: &json)
        return json.withBytes { Array($0) }
    }
}

/// A value that writes itself as a JSON object.
public protocol JSONObjectWritable: JSONWritable {
    /// Writes the members, in the order of their names' bytes.
    func writeMembers(to json: inout JSONWriter)
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

extension String: JSONWritable {
    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.string(self) }
}

extension Int: JSONWritable {
    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.integer(self) }
}

extension Double: JSONWritable {
    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.number(self) }
}

extension Bool: JSONWritable {
    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.bool(self) }
}

/// In small letters; whoever needs Apple's capitals writes them.
extension UUID: JSONWritable {
    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.uuid(self, uppercase: false) }
}

/// As RFC 3339 has times: in UTC, to the second.
extension Date: JSONWritable {
    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.string(RFC3339.text(of: self)) }
}

extension URL: JSONWritable {
    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.string(absoluteString) }
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

/// Words of a vocabulary are strings.
extension JSONWritable where Self: RawRepresentable, RawValue == String {
    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.string(rawValue) }
}
