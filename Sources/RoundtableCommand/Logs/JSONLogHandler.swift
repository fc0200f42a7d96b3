import Foundation
import Logging
import RoundtableJSON

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
        var members = known.mapValues(Self.json)
        members["time"] = .string(Date().formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
        members["level"] = .string(event.level.rawValue)
        members["message"] = .string(event.message.description)
        guard var text = try? members.jsonData else { return }
        text.append(UInt8(ascii: "\n"))
        write(text)
    }

    /// A value as it is written: numbers as such, everything else in words.
    private static func json(_ value: Logger.MetadataValue) -> JSONValue {
        switch value {
        case .stringConvertible(let value as any BinaryInteger): .integer(Int(clamping: value))
        case .stringConvertible(let value as Double) where value.isFinite: .number(value)
        default: .string(value.description)
        }
    }
}
