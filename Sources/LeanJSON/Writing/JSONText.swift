package import Foundation

/// JSON that is written member by member, for answers that are written too often to be asked how they encode themselves.
///
/// Whoever writes names the members in the order of their bytes, each once: then the text is the one that
/// ``LeanJSONEncoder`` would write. Nothing checks that but tests.
package struct JSONText: Sendable {
    @usableFromInline var writer = JSONWriter(capacity: 2048)
    /// Whether the next member or element follows another one.
    @usableFromInline var follows = false

    /// A text of nothing.
    package init() {}

    /// What was written.
    package var bytes: [UInt8] { writer.bytes }

    /// Writes an object, as the value of a member or as an element.
    @inlinable
    package mutating func object(_ members: (inout JSONText) throws -> Void) rethrows {
        writer.append(.openBrace)
        follows = false
        try members(&self)
        writer.append(.closeBrace)
        follows = true
    }

    /// Writes an array, as the value of a member or as an element.
    @inlinable
    package mutating func array<Element>(
        _ elements: some Sequence<Element>, _ write: (inout JSONText, Element) throws -> Void
    ) rethrows {
        writer.append(.openBracket)
        follows = false
        for element in elements {
            if follows { writer.append(.comma) }
            try write(&self, element)
            follows = true
        }
        writer.append(.closeBracket)
        follows = true
    }

    /// Begins a member; its value must follow.
    ///
    /// - Parameter name: without anything that must be escaped.
    package mutating func name(_ name: StaticString) {
        if follows { writer.append(.comma) }
        writer.append(.quote)
        writer.append(name)
        writer.append(.quote)
        writer.append(.colon)
        follows = true
    }

    /// Begins a member of any name.
    package mutating func name(_ name: String) {
        if follows { writer.append(.comma) }
        writer.write(name)
        writer.append(.colon)
        follows = true
    }

    /// Writes null.
    package mutating func null() { writer.append("null") }

    /// Writes a value, or null.
    @inlinable
    package mutating func value<Value>(_ value: Value?, _ write: (inout JSONText, Value) throws -> Void) rethrows {
        if let value { try write(&self, value) } else { null() }
    }

    /// Writes a string.
    package mutating func string(_ text: String) { writer.write(text) }

    /// Writes a number.
    package mutating func integer(_ number: Int) { writer.write(number) }

    /// Writes a truth value.
    package mutating func bool(_ bool: Bool) { writer.write(bool) }

    /// Writes what is JSON already.
    package mutating func json(_ json: some ContiguousBytes) {
        json.withUnsafeBytes { writer.bytes.append(contentsOf: $0) }
    }

    /// Writes a UUID as a string.
    package mutating func uuid(_ uuid: UUID, uppercase: Bool) {
        writer.append(.quote)
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 36) { text in
            uuid.write(to: text, uppercase: uppercase)
            writer.bytes.append(contentsOf: text)
        }
        writer.append(.quote)
    }
}
