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
        try screen.introduce(scene)
        let port = if let port { port } else if serve { await UsualPort.orAny(8080) } else { 0 }
        let clock = try MovableClock(in: FileManager.default.temporaryDirectory)
        defer { clock.remove() }
        try await DeviceNotices.receiving { [scene, serve, data] notices, access in
            let goOn: @Sendable (URL) async throws -> Void = { service in
                try screen.write("\nThe service and the playground run until you press Ctrl-C.\n")
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

enum DemoScene: String, CaseIterable, ExpressibleByArgument {
    case iceCream = "ice-cream"
    case reclaim
    case chess
    case crazyEights = "crazy-eights"
    case seaBattle = "sea-battle"
    case days

    var title: String {
        switch self {
        case .iceCream: "Roundtable: an ice cream for three"
        case .reclaim: "Roundtable: a lost phone"
        case .chess: "Roundtable: the Opera Game"
        case .crazyEights: "Roundtable: crazy eights, each with their own hand"
        case .seaBattle: "Roundtable: sea battle under fog"
        case .days: "Roundtable: a game over three days"
        }
    }

    var people: String {
        switch self {
        case .iceCream:
            """
            Amber, Ben and Chris are in a group conversation. Messages is simulated: each phone has identifiers
            and names of its own for the others, and in Ben’s contacts his sister Amber is “Sis”.
            """
        case .reclaim:
            """
            Amber, Ben, Chris and Dana are in a group conversation. Messages is simulated: each phone has
            identifiers of its own for the others, and the app keeps a credential on the phone. Ben loses his.
            """
        case .chess:
            """
            Paris, 1858: Paul Morphy plays the Duke of Brunswick at the opera. Messages is simulated, its
            bubbles are live: each phone draws the board from its owner’s view. The Count has no app.
            """
        case .crazyEights:
            """
            Amber, Ben and Chris play cards in a group conversation. Messages is simulated, its bubbles are
            live: each phone draws the table from its owner’s view. What it must not show, it is never sent.
            """
        case .seaBattle:
            """
            Amber and Ben have a fleet each. Messages is simulated, its bubbles are live: each phone draws
            both seas from its owner’s view. █ ship, ✕ hit, ▓ sunk, ○ miss, ░ fog.
            """
        case .days:
            """
            Amber and Ben have a day for each turn. Messages is simulated, and so are their notifications: what
            the service sends stands below each phone. The demo moves the service’s clock instead of waiting.
            """
        }
    }

    /// Plays the scene with a service that was started with these notices and this clock. Throws a `LabError` if the
    /// service does something else than the scene expects.
    func play(
        on service: URL, _ screen: DemoScreen, _ notices: DeviceNotices, _ clock: MovableClock
    ) async throws {
        switch self {
        case .iceCream: try await IceCreamConversation(on: service, screen).play()
        case .reclaim: try await LostPhoneConversation(on: service, screen).play()
        case .chess: try await ChessConversation(on: service, screen).play()
        case .crazyEights: try await CrazyEightsConversation(on: service, screen).play()
        case .seaBattle: try await SeaBattleConversation(on: service, screen).play()
        case .days: try await DaysConversation(on: service, screen, notices, clock).play()
        }
    }
}
