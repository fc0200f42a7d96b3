import ArgumentParser
import Configuration
import Foundation
import Logging

/// An instance over an empty database that goes when it isn't needed any more.
///
/// Settings in the environment don't count for it, so that nobody plays in a real database by mistake.
enum PassingInstance {
    private enum Ending { case instance, use }

    /// Uses an instance at an address, whose clock it may put forward by the time in which claims can be vetoed.
    typealias Body = @Sendable (URL, _ letTimePass: @escaping @Sendable () async throws -> Void) async throws -> Void

    /// How long claims can be vetoed there, in seconds; nothing else ends that soon.
    private static let reclaimSeconds = 600

    /// Serves for as long as the body runs.
    ///
    /// - Throws: what the body throws, or exit code 130 if the instance was interrupted.
    static func run(_ body: @escaping Body) async throws {
        let directory = try DemoDirectory(nil)
        defer { directory.remove() }
        let config = try settings(data: directory.path)
        let (ports, ready) = AsyncStream<Int>.makeStream()
        let logger = try Logger.configured(config)
        let time = PassingTime()
        let instance = try await interruptible {
            try await Instance(config, logger: logger, onServerRunning: { ready.yield($0) }, now: { time.now })
        }
        try await withThrowingTaskGroup(of: Ending.self) { group in
            group.addTask {
                defer { ready.finish() }
                try await instance.run()
                return .instance
            }
            group.addTask {
                guard let port = await ports.first(where: { _ in true }) else { return .instance }
                try await body(try url(of: port)) {
                    time.pass(seconds: reclaimSeconds)
                    try await instance.settleClaims()
                }
                return .use
            }
            do {
                guard try await group.next() == .use else {
                    group.cancelAll()
                    throw ExitCode(130)
                }
                await instance.stop()
                try await group.waitForAll()
            } catch {
                await instance.stop()
                _ = await group.nextResult()
                throw error
            }
        }
    }

    private static func settings(data: String) throws -> ConfigReader {
        let level = Logger.Level.warning.rawValue
        let values: [AbsoluteConfigKey: ConfigValue] = [
            ["data"]: ConfigValue(.string(data), isSecret: false),
            ["port"]: ConfigValue(.int(try FreePort.find()), isSecret: false),
            ["rate", "limit"]: ConfigValue(.string("off"), isSecret: false),
            ["reclaim", "seconds"]: ConfigValue(.int(reclaimSeconds), isSecret: false),
            ["log", "level"]: ConfigValue(.string(level), isSecret: false),
        ]
        return ConfigReader(provider: InMemoryProvider(name: "simulation", values: values))
    }

    private static func url(of port: Int) throws -> URL {
        let address = "http://localhost:\(port)"
        guard let url = URL(string: address) else { throw SettingsError("\(address) is no address.") }
        return url
    }
}
