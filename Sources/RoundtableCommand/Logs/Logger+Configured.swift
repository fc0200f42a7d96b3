import Configuration
import Foundation
import Logging
import ProgramOutput
import Synchronization

extension Logger {
    static let silent = Logger(label: "roundtable") { _ in SwiftLogNoOpLogHandler() }

    /// - Throws: `Refusal`, for a level or a format that there is none of.
    static func configured(_ config: ConfigReader, default level: String = "info") throws -> Logger {
        let level = try configuredLevel(config, default: level)
        let handler: any LogHandler
        switch config.string(forKey: "log.format", default: "text") {
        case "text": handler = StreamLogHandler.standardError(label: "roundtable")
        case "json": handler = JSONLogHandler { Output.write($0, to: STDERR_FILENO) }
        case let format: throw Refusal("\(format) is no format of a log: text, json.")
        }
        return Logger(label: "roundtable") { _ in SharedLevelLogHandler(handler, level: level) }
    }

    /// - Throws: `Refusal`, for a level that there is none of.
    static func configuredLevel(_ config: ConfigReader, default level: String = "info") throws -> Logger.Level {
        let name = config.string(forKey: "log.level", default: level)
        guard let level = Logger.Level(rawValue: name) else {
            throw Refusal("\(name) is no log level: trace, debug, info, notice, warning, error, critical.")
        }
        return level
    }
}

/// Passes events of at least a level to another handler. All copies share the level, so a change counts for all.
struct SharedLevelLogHandler: LogHandler {
    private final class SharedLevel: Sendable {
        let value: Mutex<Logger.Level>

        init(_ level: Logger.Level) { value = Mutex(level) }
    }

    private var handler: any LogHandler
    private let level: SharedLevel

    init(_ handler: any LogHandler, level: Logger.Level) {
        self.handler = handler
        self.level = SharedLevel(level)
        self.handler.logLevel = .trace
    }

    var logLevel: Logger.Level {
        get { level.value.withLock { $0 } }
        set { level.value.withLock { $0 = newValue } }
    }

    var metadata: Logger.Metadata {
        get { handler.metadata }
        set { handler.metadata = newValue }
    }

    var metadataProvider: Logger.MetadataProvider? {
        get { handler.metadataProvider }
        set { handler.metadataProvider = newValue }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { handler[metadataKey: key] }
        set { handler[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) { handler.log(event: event) }
}
