import Logging
import Synchronization

/// The least that is logged, by all loggers that share it, until it is changed.
final class SharedLogLevel: Sendable {
    private let level: Mutex<Logger.Level>

    init(_ level: Logger.Level) { self.level = Mutex(level) }

    var value: Logger.Level {
        get { level.withLock { $0 } }
        set { level.withLock { $0 = newValue } }
    }
}

/// Logs by another handler what a shared level lets pass.
struct SharedLevelLogHandler: LogHandler {
    private var handler: any LogHandler
    private let level: SharedLogLevel

    init(_ handler: any LogHandler, level: SharedLogLevel) {
        self.handler = handler
        self.level = level
        self.handler.logLevel = .trace
    }

    var logLevel: Logger.Level {
        get { level.value }
        set { level.value = newValue }
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
