extension ValueEncoder: Encoder {
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        open(.object)
        return KeyedEncodingContainer(MemberWriter<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        open(.array)
        return ElementWriter(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

/// The requirements for `Double`, `Int8` and so on are met by the generic methods, which the compiler specialises.
extension ValueEncoder: SingleValueEncodingContainer {
    func encodeNil() {
        open(.scalar)
        state.pointee.writer.append("null")
    }

    func encode(_ value: Bool) {
        open(.scalar)
        state.pointee.writer.write(value)
    }

    func encode(_ value: String) {
        open(.scalar)
        state.pointee.writer.write(value)
    }

    func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer) {
        open(.scalar)
        state.pointee.writer.write(value)
    }

    func encode<Number: BinaryFloatingPoint & CustomStringConvertible & Encodable>(_ value: Number) throws {
        try write(value)
        open(.scalar)
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        let (frame, mark, detours) = (state.pointee.frame, state.pointee.writer.mark, state.pointee.detours.count)
        do {
            if try writeDirectly(value) { open(.scalar) } else { try value.encode(to: self) }
        } catch {
            rewind(to: mark, detours: detours)
            state.pointee.frame = frame
            throw error
        }
    }
}

/// Writes the members of the object that its encoder is at.
struct MemberWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let encoder: ValueEncoder
    private let level: Int

    init(encoder: ValueEncoder) {
        self.encoder = encoder
        level = encoder.level
    }

    var codingPath: [any CodingKey] { encoder.codingPath }

    private var state: UnsafeMutablePointer<ValueEncoder.State> { encoder.state }

    @inline(__always)
    private func begin(_ name: String) {
        precondition(encoder.level == level, "A container is not used while a value inside it is being written.")
        state.pointee.writer.beginMember(name, of: state.pointee.frame.firstMember)
    }

    func encodeNil(forKey key: Key) {
        begin(key.stringValue)
        state.pointee.writer.append("null")
    }

    func encode(_ value: Bool, forKey key: Key) {
        begin(key.stringValue)
        state.pointee.writer.write(value)
    }

    func encode(_ value: String, forKey key: Key) {
        begin(key.stringValue)
        state.pointee.writer.write(value)
    }

    func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer, forKey key: Key) {
        begin(key.stringValue)
        state.pointee.writer.write(value)
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        let (mark, detours) = (state.pointee.writer.mark, state.pointee.detours.count)
        begin(key.stringValue)
        do {
            try encoder.writeNested(value)
        } catch {
            encoder.rewind(to: mark, detours: detours)
            throw error
        }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        detour(key.stringValue).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        detour(key.stringValue).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { detour("super") }

    func superEncoder(forKey key: Key) -> any Encoder { detour(key.stringValue) }

    private func detour(_ name: String) -> ValueEncoder {
        begin(name)
        return encoder.beginDetour()
    }
}

/// Writes the elements of the array that its encoder is at.
struct ElementWriter: UnkeyedEncodingContainer {
    private let encoder: ValueEncoder
    private let level: Int

    init(encoder: ValueEncoder) {
        self.encoder = encoder
        level = encoder.level
    }

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { state.pointee.frame.count }

    private var state: UnsafeMutablePointer<ValueEncoder.State> { encoder.state }

    @inline(__always)
    private func begin() {
        precondition(encoder.level == level, "A container is not used while a value inside it is being written.")
        if state.pointee.frame.count > 0 { state.pointee.writer.append(.comma) }
    }

    @inline(__always)
    private func write(_ write: (inout JSONWriter) -> Void) {
        begin()
        write(&state.pointee.writer)
        state.pointee.frame.count += 1
    }

    func encodeNil() { write { $0.append("null") } }

    func encode(_ value: Bool) { write { $0.write(value) } }

    func encode(_ value: String) { write { $0.write(value) } }

    func encode<Integer: FixedWidthInteger & Encodable>(_ value: Integer) { write { $0.write(value) } }

    func encode<Value: Encodable>(_ value: Value) throws {
        let (mark, detours) = (state.pointee.writer.mark, state.pointee.detours.count)
        begin()
        do {
            try encoder.writeNested(value)
        } catch {
            encoder.rewind(to: mark, detours: detours)
            throw error
        }
        state.pointee.frame.count += 1
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        detour().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { detour().unkeyedContainer() }

    func superEncoder() -> any Encoder { detour() }

    private func detour() -> ValueEncoder {
        begin()
        defer { state.pointee.frame.count += 1 }
        return encoder.beginDetour()
    }
}
