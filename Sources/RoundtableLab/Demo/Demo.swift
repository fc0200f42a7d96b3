import ArgumentParser
import Foundation

struct Demo: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Watch people play in a group conversation.",
        discussion: """
            Messages is simulated; the apps' client, HTTP, the service and PostgreSQL are real. The demo fails if the \
            service breaks a promise.

            The demo ignores settings in the environment, so that it never plays in a real database.

            Example: roundtable-lab demo --serve --port 8080
            Example: roundtable-lab demo --scene sea-battle --fast
            """)

    @Option(
        help: ArgumentHelp(
            "What to play: an ice cream, the return of somebody who lost a phone, a game with live messages, or "
                + "one over three days."))
    var scene = DemoScene.iceCream

    @Option(
        help: ArgumentHelp(
            "The directory of the database; by default, the demo deletes its database at the end.",
            valueName: "directory"))
    var data: String?

    @Option(
        help: ArgumentHelp("The port to listen on; by default 8080 with --serve, or a free one.", valueName: "port"))
    var port: Int?

    @Flag(help: "Afterwards, keep serving, and serve the playground, too.")
    var serve = false

    @Flag(help: "Don't pause between the steps.")
    var fast = false

    func run() async throws {
        let screen = DemoScreen(isPaced: !fast)
        screen.introduce(scene)
        let port = if let port { port } else if serve { await UsualPort.orAny(8080) } else { 0 }
        let clock = try MovableClock(in: FileManager.default.temporaryDirectory)
        defer { clock.remove() }
        try await DeviceNotices.receiving { [scene, serve, data] notices, access in
            let goOn: @Sendable (URL) async throws -> Void = { service in
                screen.write("\nBoth are being served until you press Ctrl-C, and so is the playground.\n")
                try await PlaygroundServer().run(on: service, tellingBy: notices)
            }
            let flags = access.flags + clock.flags
            try await LocalService.run(data: data, port: port, flags: flags, afterwards: serve ? goOn : nil) {
                service in
                try await scene.play(on: service, screen, notices, clock)
            }
        }
    }
}
