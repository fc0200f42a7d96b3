extension ValueDecoder: Decoder {
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    var codingPath: [any CodingKey] { node.map(document.path) ?? absentPath }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        let node = try present([String: Any].self)
        guard document.nodes[node].kind == .object else { throw mismatch([String: Any].self, at: node) }
        return KeyedDecodingContainer(MemberReader<Key>(decoder: self, object: node))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let node = try present([Any].self)
        guard document.nodes[node].kind == .array else { throw mismatch([Any].self, at: node) }
        return ElementReader(decoder: self, array: node)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    /// The value here.
    ///
    /// - Throws: `valueNotFound`, if there is none.
    private func present(_ type: any Any.Type) throws -> Int {
        guard let node else {
            throw DecodingError.valueNotFound(
                type, .init(codingPath: absentPath, debugDescription: "Expected \(type) but found nothing."))
        }
        return node
    }
}

/// The requirements for `Double`, `Int8` and so on are met by the generic methods, which the compiler specialises.
extension ValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { node.map(isNull) ?? true }

    func decode(_ type: Bool.Type) throws -> Bool { try bool(at: present(type)) }

    func decode(_ type: String.Type) throws -> String { try string(at: present(type)) }

    func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer {
        try integer(type, at: present(type))
    }

    func decode<Number: BinaryFloatingPoint & LosslessStringConvertible & Decodable>(
        _ type: Number.Type
    ) throws -> Number {
        try number(type, at: present(type))
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard let node else { return try Value(from: self) }
        return try read(type, at: node)
    }
}

/// Reads the members of an object.
struct MemberReader<Key: CodingKey>: KeyedDecodingContainerProtocol {
    /// With so many members, they are looked up in a table. Fewer are faster compared one by one.
    private static var manyMembers: Int { 24 }

    private let decoder: ValueDecoder
    private let object: Int
    private let table: [ArraySlice<UInt8>: Int]?

    init(decoder: ValueDecoder, object: Int) {
        self.decoder = decoder
        self.object = object
        let document = decoder.document
        let isLarge = document.names(of: object).dropFirst(Self.manyMembers).contains { _ in true }
        table =
            isLarge
            ? Dictionary(document.names(of: object).map { (document.stringBytes(at: $0), $0 + 1) }) { first, _ in first
            }
            : nil
    }

    var codingPath: [any CodingKey] { decoder.document.path(to: object) }

    var allKeys: [Key] {
        let document = decoder.document
        return document.names(of: object).compactMap { index in
            let isFirst = find(document.stringBytes(at: index)) == index + 1
            return isFirst ? Key(stringValue: document.string(at: index)) : nil
        }
    }

    func contains(_ key: Key) -> Bool { find(key.stringValue) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { decoder.isNull(try member(key)) }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder.bool(at: member(key)) }

    func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder.string(at: member(key)) }

    func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type, forKey key: Key) throws -> Integer {
        try decoder.integer(type, at: member(key))
    }

    func decode<Number: BinaryFloatingPoint & LosslessStringConvertible & Decodable>(
        _ type: Number.Type, forKey key: Key
    ) throws -> Number {
        try decoder.number(type, at: member(key))
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        try decoder.read(type, at: member(key))
    }

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try value(key).map { try decoder.bool(at: $0) }
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try value(key).map { try decoder.string(at: $0) }
    }

    func decodeIfPresent<Integer: FixedWidthInteger & Decodable>(
        _ type: Integer.Type, forKey key: Key
    ) throws -> Integer? {
        try value(key).map { try decoder.integer(type, at: $0) }
    }

    func decodeIfPresent<Number: BinaryFloatingPoint & LosslessStringConvertible & Decodable>(
        _ type: Number.Type, forKey key: Key
    ) throws -> Number? {
        try value(key).map { try decoder.number(type, at: $0) }
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try value(key).map { try decoder.read(type, at: $0) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try decoder.at(member(key)) { try decoder.container(keyedBy: type) }
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder.at(member(key)) { try decoder.unkeyedContainer() }
    }

    func superDecoder() -> any Decoder { decoder(at: find("super"), NameKey("super")) }

    func superDecoder(forKey key: Key) -> any Decoder { decoder(at: find(key.stringValue), key) }

    private func decoder(at member: Int?, _ key: some CodingKey) -> any Decoder {
        member.map(decoder.decoder(at:)) ?? decoder.decoder(absentAt: codingPath + [key])
    }

    private func find(_ name: String) -> Int? {
        if table != nil { return find(ArraySlice(name.utf8)) }
        var name = name
        return name.withUTF8 { decoder.document.member($0, of: object) }
    }

    private func find(_ name: ArraySlice<UInt8>) -> Int? {
        if let table { return table[name] }
        return name.withUnsafeBufferPointer { decoder.document.member($0, of: object) }
    }

    /// The value of a member that must be there.
    private func member(_ key: Key) throws -> Int {
        guard let node = find(key.stringValue) else {
            throw DecodingError.keyNotFound(
                key, .init(codingPath: codingPath, debugDescription: "There is no member \"\(key.stringValue)\"."))
        }
        return node
    }

    /// The value of a member, if it is there and not null.
    private func value(_ key: Key) -> Int? { find(key.stringValue).flatMap { decoder.isNull($0) ? nil : $0 } }
}

/// Reads the elements of an array, one after the other.
struct ElementReader: UnkeyedDecodingContainer {
    private let decoder: ValueDecoder
    private let array: Int
    /// The node of the next element.
    private var next: Int
    private let end: Int
    private(set) var currentIndex = 0

    init(decoder: ValueDecoder, array: Int) {
        self.decoder = decoder
        self.array = array
        next = array + 1
        end = decoder.document.nodes[array].next
    }

    var codingPath: [any CodingKey] { decoder.document.path(to: array) }
    var count: Int? { decoder.document.elements(of: array).reduce(0) { count, _ in count + 1 } }
    var isAtEnd: Bool { next >= end }

    mutating func decodeNil() throws -> Bool {
        guard decoder.isNull(try element((Any?).self)) else { return false }
        advance()
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try read(type) { try $0.bool(at: $1) } }

    mutating func decode(_ type: String.Type) throws -> String { try read(type) { try $0.string(at: $1) } }

    mutating func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer {
        try read(type) { try $0.integer(type, at: $1) }
    }

    mutating func decode<Number: BinaryFloatingPoint & LosslessStringConvertible & Decodable>(
        _ type: Number.Type
    ) throws -> Number {
        try read(type) { try $0.number(type, at: $1) }
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try read(type) { try $0.read(type, at: $1) }
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
        try read(type) { decoder, node in try decoder.at(node) { try decoder.container(keyedBy: type) } }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try read([Any].self) { decoder, node in try decoder.at(node) { try decoder.unkeyedContainer() } }
    }

    mutating func superDecoder() throws -> any Decoder {
        try read((any Decoder).self) { decoder, node in decoder.decoder(at: node) }
    }

    /// Reads an element; what can't be read is still the next one.
    @inline(__always)
    private mutating func read<Value>(_ type: any Any.Type, _ read: (ValueDecoder, Int) throws -> Value) throws -> Value
    {
        let value = try read(decoder, element(type))
        advance()
        return value
    }

    private func element(_ type: any Any.Type) throws -> Int {
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type,
                .init(codingPath: codingPath + [IndexKey(currentIndex)], debugDescription: "The array is at its end."))
        }
        return next
    }

    private mutating func advance() {
        next = decoder.document.nodes[next].next
        currentIndex += 1
    }
}
