import ArgumentParser
import Foundation
import ProgramOutput

struct Play: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Play in the browser, without an iPhone, on a page that shows every player's phone.",
        discussion: """
            Messages is simulated; the apps' client, HTTP, the service and PostgreSQL are real. Only this machine can \
            open the page.

            Example: roundtable-lab play --people 3 --port 8090
            Example: roundtable-lab play --url http://localhost:8080
            """)

    @Option(help: ArgumentHelp("How many people there are, 2 to 6.", valueName: "number"))
    var people = 3

    @Option(help: ArgumentHelp("The game that the page proposes.", valueName: "name"))
    var game = "ice-cream"

    @Option(help: ArgumentHelp("A service to play on; by default, the playground starts one.", valueName: "url"))
    var url: String?

    @Option(help: ArgumentHelp("The port of the page; by default 8090, or a free one.", valueName: "port"))
    var port: Int?

    @Option(
        help: ArgumentHelp(
            "The directory of the database; by default, the playground deletes its database at the end.",
            valueName: "directory"))
    var data: String?

    @Option(
        help: ArgumentHelp("Serve the page's files from here, to work on them without a build.", valueName: "directory")
    )
    var page: String?

    func validate() throws {
        guard Cast.sizes.contains(people) else { throw ValidationError("There are 2 to 6 people.") }
        guard url.map({ URL(string: $0)?.host() != nil }) ?? true else { throw ValidationError("This is no URL.") }
    }

    func run() async throws {
        let server = PlaygroundServer(people: people, game: game, port: port, page: page)
        if let url = url.flatMap(URL.init) { return try await server.run(on: url) }
        try Output.print("Starting the service and its PostgreSQL.")
        try await DeviceNotices.receiving { notices, access in
            let clocks = ["--shortest-turn-seconds", "\(Playground.shortestTurnSeconds)"]
            try await LocalService.run(data: data, flags: LocalService.unlimited + clocks + access.flags) { service in
                try await server.run(on: service, tellingBy: notices)
            }
        }
    }
}
