public import Foundation

/// A value of a document.
public struct JSONElement: Sendable {
    let document: JSONDocument
    let index: Int

    init(_ document: JSONDocument, _ index: Int) {
        self.document = document
        self.index = index
    }

    /// The kinds of JSON values.
    public enum Kind { case null, bool, number, string, array, object }

    /// The value's kind.
    public var kind: Kind {
        switch node.kind {
        case .null: .null
        case .true, .false: .bool
        case .number: .number
        case .string, .escapedString: .string
        case .array: .array
        case .object: .object
        }
    }

    private var node: JSONNode { document.nodes[index] }

    /// The bytes that it is written in; of a string those between the quotes, with escapes as they are written.
    public var byteCount: Int { node.range.count }

    /// The error of a value that is not as expected, with its place.
    ///
    /// NB: only for an error that leaves; to find out what a value is, ask its ``kind`` or ``integerIfWhole()``.
    public func error(expected: String? = nil) -> JSONError {
        let path = document.path(to: index)
        return if node.kind == .null {
            .null(path: path)
        } else if let expected {
            .invalid(path: path, expected)
        } else {
            .wrongType(path: path)
        }
    }
}

/// Objects and arrays.
extension JSONElement {
    /// A member that must be there.
    public func read<Value: JSONReadable>(
        _ name: StaticString, as type: Value.Type = Value.self
    ) throws(JSONError) -> Value {
        guard let member = try member(name) else {
            let path = document.path(to: index)
            throw .missing(path: path.isEmpty ? "\(name)" : "\(path).\(name)")
        }
        return try Value(member)
    }

    /// A member; nil if it is missing or null.
    public func readIfPresent<Value: JSONReadable>(
        _ name: StaticString, as type: Value.Type = Value.self
    ) throws(JSONError) -> Value? {
        guard let member = try member(name), member.node.kind != .null else { return nil }
        return try Value(member)
    }

    /// A text that must be there, of at most so many bytes as it is written.
    public func read(_ name: StaticString, atMost bytes: Int) throws(JSONError) -> String {
        try read(name, as: JSONElement.self).string(atMost: bytes)
    }

    /// A text of at most so many bytes as it is written; nil if it is missing or null.
    public func readIfPresent(_ name: StaticString, atMost bytes: Int) throws(JSONError) -> String? {
        try readIfPresent(name, as: JSONElement.self)?.string(atMost: bytes)
    }

    /// The first member of that name; nil if there is none.
    public func member(_ name: StaticString) throws(JSONError) -> JSONElement? {
        guard node.kind == .object else { throw error() }
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        return document.member(name, of: index).map { JSONElement(document, $0) }
    }

    /// All members in their order; of several with one name only the first is meant.
    public func members() throws(JSONError) -> [(name: JSONName, value: JSONElement)] {
        guard node.kind == .object else { throw error() }
        return document.names(of: index).map { (JSONName(document.string(at: $0)), JSONElement(document, $0 + 1)) }
    }

    /// All elements in their order.
    public func elements<Value>(_ read: (JSONElement) throws(JSONError) -> Value) throws(JSONError) -> [Value] {
        guard node.kind == .array else { throw error() }
        var values: [Value] = []
        var element = index + 1
        while element < node.next {
            values.append(try read(JSONElement(document, element)))
            element = document.nodes[element].next
        }
        return values
    }
}

/// Values that consist of nothing else.
extension JSONElement {
    /// A string.
    public func string() throws(JSONError) -> String {
        guard node.kind == .string || node.kind == .escapedString else { throw error() }
        return document.string(at: index)
    }

    /// A string of at most so many bytes as it is written. A longer one is not looked at.
    public func string(atMost bytes: Int) throws(JSONError) -> String {
        guard kind == .string else { throw error() }
        guard byteCount <= bytes else { throw .tooLong(path: document.path(to: index), maximum: bytes) }
        return document.string(at: index)
    }

    /// A whole number, however it is written; nil if it is something else, or doesn't fit.
    public func integerIfWhole<Integer: FixedWidthInteger>() -> Integer? {
        node.kind == .number ? document.integer(at: index) : nil
    }

    /// A whole number, however it is written.
    public func integer<Integer: FixedWidthInteger>() throws(JSONError) -> Integer {
        guard node.kind == .number else { throw error() }
        guard let integer: Integer = document.integer(at: index) else { throw error(expected: "a number that fits") }
        return integer
    }

    /// A number.
    public func number() throws(JSONError) -> Double {
        guard node.kind == .number else { throw error() }
        guard let number = document.number(at: index) else { throw error(expected: "a number that fits") }
        return number
    }

    /// A truth value.
    public func bool() throws(JSONError) -> Bool {
        guard node.kind == .true || node.kind == .false else { throw error() }
        return node.kind == .true
    }

    /// A UUID in any case.
    public func uuid() throws(JSONError) -> UUID {
        guard kind == .string else { throw error() }
        guard byteCount <= Self.longestUUID, let uuid = UUID(text: document.stringBytes(at: index)) else {
            throw error(expected: "a UUID")
        }
        return uuid
    }

    /// 36 characters, each of them escaped.
    private static let longestUUID = 6 * 36
}

/// What is put off until it is known what it may be.
extension JSONElement: JSONReadable {
    /// Reads the value.
    public init(_ json: JSONElement) throws(JSONError) { self = json }
}
