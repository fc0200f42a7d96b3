import Foundation
import JSON

/// A value that writes its own JSON, many times faster than an encoder does.
///
/// For boards and states, which are written at every turn; any other `Encodable` type does as well, only slower. What
/// it writes is its one encoding: encoders get it as it is.
///
/// ```swift
/// struct Board: GameJSONWritable, Sendable {
///     let heaps: [Int]
///
///     func write(to json: inout GameJSON.Writer) {
///         json.object { json in
///             json.member("heaps")
///             json.array(heaps) { json, heap in json.integer(heap) }
///         }
///     }
/// }
/// ```
public protocol GameJSONWritable: Encodable {
    /// Writes the value: one object, array, string, number, truth value or null.
    func write(to json: inout GameJSON.Writer)
}

extension GameJSONWritable {
    /// Encodes what ``write(to:)`` writes.
    public func encode(to encoder: any Encoder) throws { try GameJSON(writing: self).encode(to: encoder) }
}

extension GameJSON {
    /// The JSON that a value writes.
    init(writing value: some GameJSONWritable) { self.init { value.write(to: &$0) } }

    /// The JSON that a function writes.
    init(_ write: (inout Writer) -> Void) {
        var writer = Writer()
        write(&writer)
        self.init(writer.data)
    }

    /// JSON that is being written, member by member.
    public struct Writer: ~Copyable {
        private var text = JSONWriter()

        fileprivate var data: Data { text.withBytes { Data($0) } }

        /// Writes an object of the members that are written meanwhile: each once, in the order of their names' bytes,
        /// so that equal values have equal JSON.
        public mutating func object(_ members: (inout Writer) -> Void) {
            text.beginObject()
            members(&self)
            text.endObject()
        }

        /// Begins a member; its value must follow.
        ///
        /// - Parameter name: without anything that JSON escapes.
        public mutating func member(_ name: StaticString) { text.name(name) }

        /// Writes an array; each element is one value.
        @inlinable
        public mutating func array<Element>(
            _ elements: some Sequence<Element>, _ write: (inout Writer, Element) -> Void
        ) {
            beginArray()
            for element in elements {
                beginElement()
                write(&self, element)
            }
            endArray()
        }

        /// Writes a string.
        public mutating func string(_ string: String) { text.string(string) }

        /// Writes a whole number.
        public mutating func integer(_ number: Int) { text.integer(number) }

        /// Writes a truth value.
        public mutating func bool(_ bool: Bool) { text.bool(bool) }

        /// Writes null.
        public mutating func null() { text.null() }

        /// Writes what is JSON already.
        mutating func json(_ json: GameJSON) { text.json(json.data) }

        @usableFromInline mutating func beginArray() { text.beginArray() }

        @usableFromInline mutating func beginElement() { text.beginElement() }

        @usableFromInline mutating func endArray() { text.endArray() }
    }
}
