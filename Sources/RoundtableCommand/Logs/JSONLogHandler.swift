import Foundation
import Logging

/// Logs each event as a line of JSON: when, how bad and what, and the metadata as members beside them.
struct JSONLogHandler: LogHandler {
    var logLevel: Logger.Level = .info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    private let write: @Sendable (Data) -> Void

    /// - Parameter write: takes one line, with its end.
    init(_ write: @escaping @Sendable (Data) -> Void) { self.write = write }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let known = metadata.merging(metadataProvider?.get() ?? [:]) { $1 }.merging(event.metadata ?? [:]) { $1 }
        var members = known.mapValues(Member.init)
        members["time"] = .words(Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        members["level"] = .words(event.level.rawValue)
        members["message"] = .words(event.message.description)
        guard var text = try? Self.encoder.encode(members) else { return }
        text.append(UInt8(ascii: "\n"))
        write(text)
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// A value as it is written: numbers as such, everything else in words.
    private enum Member: Encodable {
        case integer(Int), number(Double), words(String)

        init(_ value: Logger.MetadataValue) {
            switch value {
            case .stringConvertible(let value as any BinaryInteger): self = .integer(Int(clamping: value))
            case .stringConvertible(let value as Double) where value.isFinite: self = .number(value)
            default: self = .words(value.description)
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .integer(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .words(let words): try container.encode(words)
            }
        }
    }
}
