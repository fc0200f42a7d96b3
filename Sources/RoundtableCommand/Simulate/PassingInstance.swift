import ArgumentParser
import Configuration
import Foundation
import Logging

/// An instance over an empty database that goes when it isn't needed any more.
///
/// Settings in the environment don't count for it, so that nobody plays in a real database by mistake.
enum PassingInstance {
    private enum Ending { case instance, use }

    /// Serves for as long as the body runs.
    ///
    /// - Throws: what the body throws, or exit code 130 if the instance was interrupted.
    static func run(_ body: @escaping @Sendable (URL) async throws -> Void) async throws {
        let directory = try DemoDirectory(nil)
        defer { directory.remove() }
        let config = try settings(data: directory.path)
        let (ports, ready) = AsyncStream<Int>.makeStream()
        let logger = try Logger.configured(config)
        let instance = try await interruptible { try await Instance(config, logger: logger) { ready.yield($0) } }
        try await withThrowingTaskGroup(of: Ending.self) { group in
            group.addTask {
                defer { ready.finish() }
                try await instance.run()
                return .instance
            }
            group.addTask {
                guard let port = await ports.first(where: { _ in true }) else { return .instance }
                try await body(try url(of: port))
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
