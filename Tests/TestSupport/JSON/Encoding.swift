@_spi(Roundtable) package import RoundtableJSON
package import Testing

/// Expects that a value has every member that it may have, is read as it was written, and is written in the one order.
package func expectKept<Value: JSONConvertible & Equatable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    try expectKept(value, by: { try Value($0) }, sourceLocation: sourceLocation)
}

/// The same for a value that needs more than its JSON to be read.
package func expectKept<Value: JSONWritable & Equatable>(
    _ value: Value, by read: (JSONElement) throws -> Value, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    #expect(absentMembers(of: value) == [], sourceLocation: sourceLocation)
    try expectRead(value, by: read, sourceLocation: sourceLocation)
}

/// Expects that a value is read as it was written, and is written in the one order.
package func expectRead<Value: JSONConvertible & Equatable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    try expectRead(value, by: { try Value($0) }, sourceLocation: sourceLocation)
}

/// The same for a value that needs more than its JSON to be read.
package func expectRead<Value: JSONWritable & Equatable>(
    _ value: Value, by read: (JSONElement) throws -> Value, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let written = value.json
    let text = String(decoding: written, as: UTF8.self)
    #expect(try read(JSONDocument(written).root) == value, "\(text)", sourceLocation: sourceLocation)
    let canonical = String(decoding: try JSONDocument(written).root.canonicalJSON(), as: UTF8.self)
    #expect(text == canonical, sourceLocation: sourceLocation)
}

/// The ways to the members of a value that are nil.
private func absentMembers(of value: Any, at path: String = "") -> [String] {
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional, mirror.children.isEmpty { return [path] }
    // A whole one is enough of those that are alike.
    let isList = [.collection, .set, .dictionary].contains(mirror.displayStyle)
    return mirror.children.prefix(isList ? 1 : .max).flatMap {
        absentMembers(of: $0.value, at: "\(path).\($0.label ?? "")")
    }
}
