package import Foundation

/// A value of a document, asked directly for what it is: for requests that come too often to be decoded. Whatever is not as it
/// was expected to be is nil; a decoder can say what is wrong.
package struct JSONElement {
    private let document: JSONDocument
    private let index: Int

    fileprivate init(_ document: JSONDocument, _ index: Int) {
        self.document = document
        self.index = index
    }

    private var kind: JSONNode.Kind { document.nodes[index].kind }

    /// The member of an object, the first of that name; nil also if it is null.
    package subscript(name: StaticString) -> JSONElement? {
        guard kind == .object else { return nil }
        let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
        guard let member = document.member(name, of: index), document.nodes[member].kind != .null else { return nil }
        return JSONElement(document, member)
    }

    /// A string without escapes.
    package var string: String? { kind == .string ? document.string(at: index) : nil }

    /// A whole number.
    package var integer: Int? { kind == .number ? document.integer(at: index) : nil }

    /// A UUID, in any case.
    package var uuid: UUID? {
        kind == .string ? UUID(text: document.bytes[document.nodes[index].range]) : nil
    }

    /// What each element of an array is; nil if one of them is something else.
    package func array<Value>(_ read: (JSONElement) -> Value?) -> [Value]? {
        guard kind == .array else { return nil }
        var values: [Value] = []
        let end = document.nodes[index].next
        var element = index + 1
        while element < end {
            guard let value = read(JSONElement(document, element)) else { return nil }
            values.append(value)
            element = document.nodes[element].next
        }
        return values
    }
}

extension JSONDocument {
    /// The outermost value.
    package var root: JSONElement { JSONElement(self, 0) }
}
