public import Foundation

/// JSON whose shape is up to a game: options, moves, boards, stored positions.
///
/// Kept as bytes, so that it can be stored, sent and compared without being taken apart on the way.
public struct GameJSON: Hashable, Sendable {
    /// The UTF-8 bytes.
    public let data: Data

    /// `{}`: no options.
    public static let emptyObject = GameJSON(Data("{}".utf8))

    /// `[]`: nothing.
    public static let emptyArray = GameJSON(Data("[]".utf8))

    /// JSON that is known to be valid.
    public init(_ data: Data) { self.data = data }

    /// The JSON of a value, members sorted so that equal values have equal bytes.
    public init(encoding value: some Encodable) throws(EncodingError) {
        if let value = value as? any GameJSONWritable {
            self.init { value.write(to: &$0) }
            return
        }
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            self.init(try encoder.encode(value))
        } catch let error as EncodingError {
            throw error
        } catch {
            throw .invalidValue(value, .init(codingPath: [], debugDescription: "\(error)"))
        }
    }

    /// The JSON of a string, such as a move.
    public init(text: String) { self = Self.short(text) ?? GameJSON { $0.string(text) } }

    /// The JSON of a few letters or digits, such as a move's, which fit into the value itself; nil for all other texts.
    private static func short(_ text: String) -> GameJSON? {
        let utf8 = text.utf8
        guard utf8.count <= 12 else { return nil }
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 14) { bytes in
            bytes[0] = UInt8(ascii: "\"")
            var count = 1
            for byte in utf8 {
                guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { return nil }
                bytes[count] = byte
                count += 1
            }
            bytes[count] = UInt8(ascii: "\"")
            return GameJSON(Data(UnsafeBufferPointer(rebasing: bytes[...count])))
        }
    }

    /// The string that this is the JSON of; nil if anything in it is escaped.
    public var unescapedString: String? {
        data.withUnsafeBytes { bytes in
            guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
                return nil
            }
            let text = bytes[1..<(bytes.count - 1)]
            return text.contains(UInt8(ascii: "\\")) ? nil : String(decoding: text, as: UTF8.self)
        }
    }

    /// The JSON of a value of any shape.
    ///
    /// - Precondition: no number in it is infinite; ``init(encoding:)`` throws for those.
    public init(_ value: JSONValue) { self.init { value.write(to: &$0) } }

    /// The value, parsed.
    public var value: JSONValue { (try? JSONValue(json: Array(data))) ?? .null }

    /// The string, if this is one.
    public var string: String? { value.string }

    /// A member of an object; nil if there is none, or this is no object.
    public subscript(member: String) -> JSONValue? { value[member] }

    /// The value that this is the JSON of.
    public func decode<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        if let type = type as? any GameJSONReadable.Type,
            let read = try type.init(JSONValue(json: Array(data))) as? Value
        {
            return read
        }
        // NB: texts that are ASCII and have no escapes are equivalent to nothing else.
        let isPlain = data.withUnsafeBytes { $0.allSatisfy { $0 < 0x80 && $0 != .backslash } }
        guard isPlain || value.hasNamesForOtherCoders else {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: JSONValue.otherNames))
        }
        return try JSONDecoder().decode(Value.self, from: data)
    }
}

extension GameJSON {
    /// The bounds of a value that comes from outside.
    @_spi(Roundtable) public struct Bounds: Sendable {
        /// The most bytes.
        public let bytes: Int
        /// The most levels of objects and arrays.
        public let levels: Int

        /// No more than so much.
        public init(bytes: Int, levels: Int = 32) {
            self.bytes = bytes
            self.levels = levels
        }

        /// The bounds of options and of moves.
        public static let usual = Bounds(bytes: 2048)
    }

    /// A sentence about what exceeds some bounds; nil if nothing does.
    @_spi(Roundtable) public func excess(over bounds: Bounds) -> String? {
        if data.count > bounds.bytes { return "It has more than \(bounds.bytes) bytes." }
        return levels > bounds.levels ? "It nests more than \(bounds.levels) levels deep." : nil
    }

    /// Whether a text in it, or a member's name, has the character U+0000, which no database keeps: it is always
    /// escaped.
    @_spi(Roundtable) public var hasNullCharacter: Bool {
        data.withUnsafeBytes { bytes in
            var (zeros, isEscaped) = (Int?.none, false)
            for byte in bytes {
                if let found = zeros {
                    zeros = byte == UInt8(ascii: "0") ? found + 1 : nil
                    if zeros == 4 { return true }
                    continue
                }
                if isEscaped, byte == UInt8(ascii: "u") { zeros = 0 }
                isEscaped = !isEscaped && byte == .backslash
            }
            return false
        }
    }

    /// The depth to which objects and arrays nest.
    private var levels: Int {
        data.withUnsafeBytes { bytes in
            var (level, deepest) = (0, 0)
            var (isInString, isEscaped) = (false, false)
            for byte in bytes {
                switch byte {
                case _ where isEscaped: isEscaped = false
                case UInt8(ascii: "\\"): isEscaped = true
                case UInt8(ascii: "\""): isInString.toggle()
                case UInt8(ascii: "["), UInt8(ascii: "{"): if !isInString { level += 1 }
                case UInt8(ascii: "]"), UInt8(ascii: "}"): if !isInString { level -= 1 }
                default: break
                }
                deepest = max(deepest, level)
            }
            return deepest
        }
    }
}

extension GameJSON: JSONConvertible {
    /// Any value, as its canonical JSON.
    ///
    /// - Throws: `invalid`, for a number that fits neither in 64 bits nor in a `Double`.
    public init(_ json: JSONElement) throws(JSONError) {
        if json.kind == .string {
            self.init(text: try json.string())
        } else {
            self.init(Data(try json.canonicalJSON()))
        }
    }

    /// Writes the value.
    public func write(to json: inout JSONWriter) { json.json(data) }
}

extension GameJSON: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral {
    /// The JSON of a string, so that a move is written `"e2e4"`.
    public init(stringLiteral value: String) { self.init(text: value) }

    /// The JSON of a whole number.
    public init(integerLiteral value: Int) { self.init(.integer(value)) }
}

extension GameJSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// The JSON of a list.
    public init(arrayLiteral elements: JSONValue...) { self.init(.array(elements)) }

    /// The JSON of an object; of two members with one name the last counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(JSONValue(members: elements))
    }
}

extension GameJSON: CustomStringConvertible {
    /// The JSON itself.
    public var description: String { String(decoding: data, as: UTF8.self) }
}
