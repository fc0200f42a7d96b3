import Configuration
import Foundation
import Logging

extension Logger {
    static let silent = Logger(label: "roundtable") { _ in SwiftLogNoOpLogHandler() }

    /// - Throws: `Refusal`, for a level or a format that there is none of.
    static func configured(_ config: ConfigReader, default level: String = "info") throws -> Logger {
        let level = try configuredLevel(config, default: level)
        let handler: any LogHandler
        switch config.string(forKey: "log.format", default: "text") {
        case "text": handler = StreamLogHandler.standardError(label: "roundtable")
        case "json": handler = JSONLogHandler { FileHandle.standardError.write($0) }
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
