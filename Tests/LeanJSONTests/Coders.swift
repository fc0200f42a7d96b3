import Foundation
import LeanJSON
import RoundtableAPI
import Testing

/// Foundation's coders and ours, set up alike: what one does, the other must do.
enum Coders {
    static let encoder = LeanJSONEncoder()
    static let decoder = LeanJSONDecoder()
    static let foundationDecoder = JSONDecoder()
    static let foundationEncoder = {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }()
}

/// Checks that a value is written as Foundation writes it, byte by byte, and read back as the same value.
func expectTwins<Value: Codable & Equatable>(
    _ value: Value, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    let written = try Coders.encoder.encode(value)
    let twin = try Coders.foundationEncoder.encode(value)
    #expect(text(written) == text(twin), sourceLocation: sourceLocation)
    #expect(try Coders.decoder.decode(Value.self, from: written) == value, sourceLocation: sourceLocation)
}

/// Checks that a text is read as Foundation reads it, or refused as there with an error of the same kind at the same place.
func expectTwins<Value: Decodable & Equatable>(
    reading json: String, as type: Value.Type, sourceLocation: SourceLocation = #_sourceLocation
) {
    let ours = outcome { try Coders.decoder.decode(type, from: Array(json.utf8)) }
    let theirs = outcome { try Coders.foundationDecoder.decode(type, from: Data(json.utf8)) }
    #expect(ours == theirs, "\(json)", sourceLocation: sourceLocation)
}

/// A value, or what is said of its absence.
enum Outcome<Value: Equatable>: Equatable {
    case value(Value)
    case error(String)
}

func outcome<Value: Equatable>(_ read: () throws -> Value) -> Outcome<Value> {
    do {
        return .value(try read())
    } catch {
        return .error((error as? DecodingError)?.place ?? "\(error)")
    }
}

func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }

extension DecodingError {
    /// What is wrong, and where.
    var place: String {
        switch self {
        case .keyNotFound(let key, let context): "no \(key.stringValue) in \(path(context))"
        case .valueNotFound(_, let context): "null at \(path(context))"
        case .typeMismatch(_, let context): "another type at \(path(context))"
        case .dataCorrupted(let context): "corrupted at \(path(context))"
        @unknown default: "unknown"
        }
    }

    private func path(_ context: Context) -> String {
        context.codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
