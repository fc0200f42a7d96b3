public import Foundation
import LeanJSON

/// JSON text that passes between rules and whoever referees: options, moves, boards, stored positions.
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
        if let value = value as? any JSONTextWritable {
            self.init { value.write(to: &$0) }
            return
        }
        do {
            self.init(Data(try LeanJSONEncoder().encode(value)))
        } catch let error as EncodingError {
            throw error
        } catch {
            throw .invalidValue(value, .init(codingPath: [], debugDescription: "\(error)"))
        }
    }

    /// The JSON of a string.
    package init(text: String) { self.init { $0.string(text) } }

    private init(_ write: (inout JSONText) -> Void) {
        var text = JSONText()
        write(&text)
        self.init(text.withBytes { Data($0) })
    }

    /// The string that this is the JSON of, if nothing in it is escaped.
    package var plainString: String? {
        data.withUnsafeBytes { bytes in
            guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
                return nil
            }
            let text = bytes[1..<(bytes.count - 1)]
            return text.contains(UInt8(ascii: "\\")) ? nil : String(decoding: text, as: UTF8.self)
        }
    }

    /// The value that this is the JSON of.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try LeanJSONDecoder().decode(Value.self, from: data)
    }
}

extension GameJSON: CustomStringConvertible {
    /// The JSON itself.
    public var description: String { String(decoding: data, as: UTF8.self) }
}
