import Foundation

/// The `Decoder` that values read themselves from: one for a whole document, at one of its values after the other.
final class ValueDecoder {
    let document: JSONDocument
    /// The value that is being read; nil for one that is not there.
    private(set) var node: Int?
    private let readDate: LeanJSONDecoder.DateReader?
    /// The way to a value that is not there.
    let absentPath: [any CodingKey]

    init(
        document: JSONDocument, node: Int?, readDate: LeanJSONDecoder.DateReader?, absentPath: [any CodingKey] = []
    ) {
        self.document = document
        self.node = node
        self.readDate = readDate
        self.absentPath = absentPath
    }

    /// A decoder of its own for a value.
    func decoder(at node: Int) -> ValueDecoder { ValueDecoder(document: document, node: node, readDate: readDate) }

    /// A decoder for a value that is not there.
    func decoder(absentAt path: [any CodingKey]) -> ValueDecoder {
        ValueDecoder(document: document, node: nil, readDate: readDate, absentPath: path)
    }

    /// Lets something be read with the decoder at another value.
    @inline(__always)
    func at<Result>(_ node: Int, _ read: () throws -> Result) rethrows -> Result {
        let outer = self.node
        self.node = node
        defer { self.node = outer }
        return try read()
    }

    /// Reads a value of any type: of those that most values are made of, and of Foundation's that are not read as they
    /// decode themselves, directly; all others as they decode themselves.
    func read<Value: Decodable>(_ type: Value.Type, at node: Int) throws -> Value {
        if type == String.self { return known(try string(at: node), as: type) }
        if type == Int.self { return known(try integer(Int.self, at: node), as: type) }
        if type == Bool.self { return known(try bool(at: node), as: type) }
        if type == Double.self { return known(try number(Double.self, at: node), as: type) }
        if type == Date.self, let readDate { return known(try parsed(at: node, "a time", readDate), as: type) }
        if type == UUID.self { return known(try uuid(at: node), as: type) }
        if type == URL.self { return known(try parsed(at: node, "a URL") { URL(string: $0) }, as: type) }
        if type == Data.self { return known(try parsed(at: node, "Base64") { Data(base64Encoded: $0) }, as: type) }
        if type == Decimal.self { return known(try decimal(at: node), as: type) }
        return try at(node) { try Value(from: self) }
    }
}

/// Values that are read without asking their types.
extension ValueDecoder {
    func isNull(_ node: Int) -> Bool { document.nodes[node].kind == .null }

    func bool(at node: Int) throws -> Bool {
        switch document.nodes[node].kind {
        case .true: true
        case .false: false
        default: throw mismatch(Bool.self, at: node)
        }
    }

    func string(at node: Int) throws -> String {
        switch document.nodes[node].kind {
        case .string, .escapedString: document.string(at: node)
        default: throw mismatch(String.self, at: node)
        }
    }

    func integer<Integer: FixedWidthInteger>(_ type: Integer.Type, at node: Int) throws -> Integer {
        guard document.nodes[node].kind == .number else { throw mismatch(type, at: node) }
        guard let integer: Integer = document.integer(at: node) else { throw unfit(at: node) }
        return integer
    }

    func number<Number: BinaryFloatingPoint & LosslessStringConvertible>(
        _ type: Number.Type, at node: Int
    ) throws -> Number {
        guard document.nodes[node].kind == .number else { throw mismatch(type, at: node) }
        guard let number: Number = document.number(at: node) else { throw unfit(at: node) }
        return number
    }

    private func uuid(at node: Int) throws -> UUID {
        if document.nodes[node].kind == .string, let uuid = UUID(text: document.bytes[document.nodes[node].range]) {
            return uuid
        }
        return try parsed(at: node, "a UUID") { UUID(text: ArraySlice($0.utf8)) }
    }

    private func decimal(at node: Int) throws -> Decimal {
        guard document.nodes[node].kind == .number else { throw mismatch(Decimal.self, at: node) }
        let text = String(decoding: document.bytes[document.nodes[node].range], as: UTF8.self)
        guard let decimal = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")) else {
            throw unfit(at: node)
        }
        return decimal
    }

    private func parsed<Value>(at node: Int, _ name: String, _ parse: (String) -> Value?) throws -> Value {
        guard let value = parse(try string(at: node)) else { throw corrupted(at: node, "not \(name)") }
        return value
    }
}

/// What is said of values that can't be read.
extension ValueDecoder {
    /// The error for a value of another type, or null.
    func mismatch(_ type: any Any.Type, at node: Int) -> DecodingError {
        let kind = document.nodes[node].kind
        let context = DecodingError.Context(codingPath: document.path(to: node), debugDescription: kind.unexpected)
        return kind == .null ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    private func unfit(at node: Int) -> DecodingError { corrupted(at: node, "a number that doesn't fit") }

    private func corrupted(at node: Int, _ description: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: document.path(to: node), debugDescription: description))
    }
}

extension JSONNode.Kind {
    /// What is said where something else was expected. NB: a constant, since values are often read by trying.
    fileprivate var unexpected: String {
        switch self {
        case .null: "Unexpected null."
        case .true, .false: "Unexpected truth value."
        case .number: "Unexpected number."
        case .string, .escapedString: "Unexpected string."
        case .array: "Unexpected array."
        case .object: "Unexpected object."
        }
    }
}
