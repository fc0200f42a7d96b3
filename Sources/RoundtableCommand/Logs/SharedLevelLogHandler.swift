import Logging
import Synchronization

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
