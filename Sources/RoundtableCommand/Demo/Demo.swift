import ArgumentParser
import Configuration
import Foundation
import Logging

/// `roundtable demo`.
struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Watch people build an ice cream in a group conversation.",
        discussion: """
            Messages is simulated; the apps' client, HTTP, the service and PostgreSQL are real. The demo fails if anything \
            that the service promises does not hold.

            Settings in the environment don't count here, so that a demo is never played in a real database.

            Example: roundtable demo --serve --port 8080
            """)

    @Option(help: ArgumentHelp("What to play: ice-cream, or reclaim, in which somebody loses a phone."))
    var scene = DemoScene.iceCream

    @Option(help: ArgumentHelp("Where to keep the database; by default it is thrown away.", valueName: "directory"))
    var data: String?

    @Option(
        help: ArgumentHelp("The port to listen on; by default 8080 with --serve, or a free one.", valueName: "port"))
    var port: Int?

    @Flag(help: "Go on serving afterwards.")
    var serve = false

    @Flag(help: "Don't pause between the steps.")
    var fast = false

    func run() async throws {
        let directory = try DemoDirectory(data)
        defer { directory.remove() }
        let config = ConfigReader(
            provider: InMemoryProvider(
                name: "demo",
                values: [
                    "data": ConfigValue(.string(directory.path), isSecret: false),
                    "port": ConfigValue(
                        .int(try port ?? FreePort.find(preferring: serve ? 8080 : nil)), isSecret: false),
                    "reclaim.seconds": ConfigValue(.int(scene.reclaimSeconds), isSecret: false),
                    "log.level": ConfigValue(.string(Logger.Level.warning.rawValue), isSecret: false),
                ]))
        let screen = DemoScreen.standard(isPaced: !fast)
        screen.introduce(scene)
        let (ports, ready) = AsyncStream<Int>.makeStream()
        let logger = try Logger.configured(config)
        let instance = try await interruptible { try await Instance(config, logger: logger) { ready.yield($0) } }
        try await Performance(instance: instance, goesOnServing: serve).run {
            defer { ready.finish() }
            try await instance.run()
        } story: {
            guard let port = await ports.first(where: { _ in true }) else { return }
            try await scene.play(servedAt: port, on: screen)
            if serve { screen.write("\nBoth are being served until you press Ctrl-C.\n") }
        }
    }
}

/// A running instance and what is played on it; neither outlives the other, except that an instance may go on serving.
private struct Performance {
    let instance: Instance
    let goesOnServing: Bool

    private enum Ending { case instance, story }

    func run(
        _ serving: @escaping @Sendable () async throws -> Void, story: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Ending.self) { group in
            group.addTask {
                try await serving()
                return .instance
            }
            group.addTask {
                try await story()
                return .story
            }
            do {
                guard try await group.next() == .story else {
                    // An instance that ends first was interrupted: 130 is what shells make of that.
                    group.cancelAll()
                    throw ExitCode(130)
                }
                if !goesOnServing { await instance.stop() }
                try await group.waitForAll()
            } catch {
                await instance.stop()
                _ = await group.nextResult()
                throw error
            }
        }
    }
}
