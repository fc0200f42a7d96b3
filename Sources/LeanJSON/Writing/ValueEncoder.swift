import Foundation

/// The `Encoder` that values write themselves to: one for a whole document.
///
/// It knows the value that is being written by its ``Frame``; the frames of the values around it wait on a stack.
final class ValueEncoder {
    /// A value that is being written.
    struct Frame {
        enum Kind { case nothing, scalar, array, object }

        /// What it has turned out to be so far.
        var kind = Kind.nothing
        /// How many elements it has.
        var count = 0
        /// Its first member in the writer's list, and how many members the values around it have.
        let firstMember: Int
        /// Its first part that is written elsewhere.
        let firstDetour: Int
    }

    /// A part of the document that is written by an encoder of its own, since its container may be filled at any time
    /// until the value around it is complete.
    struct Detour {
        let offset: Int
        let encoder: ValueEncoder
    }

    /// What changes with every byte.
    struct State {
        var writer = JSONWriter()
        var frame = Frame(firstMember: 0, firstDetour: 0)
        var outerFrames: [Frame] = []
        var detours: [Detour] = []
    }

    /// How deep arrays and objects may nest, as in Foundation.
    static let maximumDepth = 511

    /// The state, in memory of its own: reached through a pointer, it is not checked for overlapping accesses, which costs
    /// a tenth of all time. Nothing keeps the pointer, and no access is open while a value encodes itself.
    let state: UnsafeMutablePointer<State>
    private let dateText: (@Sendable (Date) -> String)?
    private let basePath: [any CodingKey]

    init(dateText: (@Sendable (Date) -> String)?, basePath: [any CodingKey] = []) {
        self.dateText = dateText
        self.basePath = basePath
        state = .allocate(capacity: 1)
        state.initialize(to: State())
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// How many values the one that is being written is inside of.
    var level: Int { basePath.count + state.pointee.outerFrames.count }

    /// The document of a value.
    func document<Value: Encodable>(of value: Value) throws -> [UInt8] {
        try encode(value)
        guard state.pointee.frame.kind != .nothing else {
            throw EncodingError.invalidValue(value, context("Top-level \(Value.self) did not encode any values."))
        }
        try close(value)
        return state.pointee.writer.bytes
    }

    /// Writes a member or an element, or nothing if it throws.
    func writeNested<Value: Encodable>(_ value: Value) throws {
        if try writeDirectly(value) { return }
        let outer = state.pointee.frame
        state.pointee.outerFrames.append(outer)
        state.pointee.frame = Frame(
            firstMember: state.pointee.writer.members.count, firstDetour: state.pointee.detours.count)
        defer {
            state.pointee.outerFrames.removeLast()
            state.pointee.frame = outer
        }
        guard level <= Self.maximumDepth else { throw tooDeep(value) }
        try value.encode(to: self)
        try close(value)
    }

    /// Takes back what was written since, because a value turned out to have no JSON.
    func rewind(to mark: JSONWriter.Mark, detours: Int) {
        state.pointee.writer.rewind(to: mark)
        state.pointee.detours.removeLast(state.pointee.detours.count - detours)
    }

    /// Begins a part that is written elsewhere; `codingPath` must lead there.
    func beginDetour() -> ValueEncoder {
        let encoder = ValueEncoder(dateText: dateText, basePath: pathToPart)
        state.pointee.detours.append(Detour(offset: state.pointee.writer.bytes.count, encoder: encoder))
        return encoder
    }

    /// Makes the value an object, an array or a scalar, unless it is that already.
    func open(_ kind: Frame.Kind) {
        guard state.pointee.frame.kind == .nothing else {
            precondition(state.pointee.frame.kind == kind, "A value is either one object, one array or one scalar.")
            return
        }
        state.pointee.frame.kind = kind
        switch kind {
        case .object: state.pointee.writer.append(.openBrace)
        case .array: state.pointee.writer.append(.openBracket)
        case .scalar, .nothing: break
        }
    }

    /// Completes a value; one that wrote nothing is an empty object.
    private func close<Value: Encodable>(_ value: Value) throws {
        let frame = state.pointee.frame
        if state.pointee.detours.count > frame.firstDetour { try joinDetours(value) }
        switch frame.kind {
        case .nothing: state.pointee.writer.append("{}")
        case .scalar: return
        case .array: state.pointee.writer.append(.closeBracket)
        case .object: state.pointee.writer.endObject(frame.firstMember)
        }
        if level >= Self.maximumDepth { throw tooDeep(value) }
    }

    /// Puts the parts written elsewhere where they belong, the last one first, so that the places of the others stay true.
    private func joinDetours<Value: Encodable>(_ value: Value) throws {
        let first = state.pointee.frame.firstDetour
        for detour in state.pointee.detours[first...].reversed() {
            try detour.encoder.close(value)
            state.pointee.writer.insert(detour.encoder.state.pointee.writer.bytes, at: detour.offset)
        }
        state.pointee.detours.removeLast(state.pointee.detours.count - first)
    }
}

/// Where a value is, which only errors ask: it is read off the text written so far.
extension ValueEncoder {
    /// The way to the value that is being written.
    var codingPath: [any CodingKey] {
        let frames = state.pointee.outerFrames + [state.pointee.frame]
        return basePath + zip(frames, frames.dropFirst()).map { key(in: $0, before: $1.firstMember) }
    }

    /// The way to the newest member or element of the value that is being written.
    private var pathToPart: [any CodingKey] {
        let frame = state.pointee.frame
        let isInside = frame.kind == .object || frame.kind == .array
        return codingPath + (isInside ? [key(in: frame, before: state.pointee.writer.members.count)] : [])
    }

    private func key(in frame: Frame, before nextMember: Int) -> any CodingKey {
        let writer = state.pointee.writer
        return frame.kind == .object ? NameKey(writer.name(of: writer.members[nextMember - 1])) : IndexKey(frame.count)
    }

    private func tooDeep<Value: Encodable>(_ value: Value) -> EncodingError {
        .invalidValue(value, context("Arrays and objects nest deeper than \(Self.maximumDepth) levels."))
    }

    private func context(_ description: String) -> EncodingError.Context {
        .init(codingPath: pathToPart, debugDescription: description)
    }
}

/// Values that are written without asking them.
extension ValueEncoder {
    /// Writes a value of the types that most values are made of, and of Foundation's that are not written as they encode
    /// themselves; false for all others.
    @inline(__always)
    func writeDirectly<Value: Encodable>(_ value: Value) throws -> Bool {
        if let string = same(value, as: String.self) {
            state.pointee.writer.write(string)
        } else if let integer = same(value, as: Int.self) {
            state.pointee.writer.write(integer)
        } else if let bool = same(value, as: Bool.self) {
            state.pointee.writer.write(bool)
        } else if let number = same(value, as: Double.self) {
            try write(number)
        } else if let date = same(value, as: Date.self), let dateText {
            state.pointee.writer.write(dateText(date))
        } else if let url = same(value, as: URL.self) {
            state.pointee.writer.write(url.absoluteString)
        } else if let data = same(value, as: Data.self) {
            state.pointee.writer.write(data.base64EncodedString())
        } else if let decimal = same(value, as: Decimal.self) {
            state.pointee.writer.append(contentsOf: Array(decimal.description.utf8))
        } else {
            return false
        }
        return true
    }

    /// Writes a number.
    ///
    /// - Throws: `EncodingError.invalidValue` for one that is not finite.
    func write<Number: BinaryFloatingPoint & CustomStringConvertible>(_ number: Number) throws {
        guard number.isFinite else {
            throw EncodingError.invalidValue(
                number, context("Unable to encode \(Number.self).\(number) directly in JSON."))
        }
        state.pointee.writer.write(number)
    }
}
