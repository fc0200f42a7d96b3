import ArgumentParser
import ProgramOutput

struct SeedCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "seed",
        abstract: "Fill a database with sessions, to test the service with a large database.",
        discussion: """
            Writes the rows that the service would write, many at once. Migrate the database first. Rows that it \
            already contains stay.

            Example: roundtable seed --database-url postgresql:///games --sessions 1000000 --events-per-session 20
            """)

    @Option(help: ArgumentHelp("The database.", valueName: "url"))
    var databaseUrl: String

    @Option(help: ArgumentHelp("How many sessions to add.", valueName: "number"))
    var sessions = 1_000_000

    @Option(help: ArgumentHelp("How many events a session has.", valueName: "number"))
    var eventsPerSession = 20

    @Option(help: ArgumentHelp("How many players there are; each plays in several sessions.", valueName: "number"))
    var people = 100_000

    func validate() throws {
        guard sessions > 0, people > 1 else { throw ValidationError("Give at least 1 session and 2 people.") }
        guard (1...SeedModel.longest).contains(eventsPerSession) else {
            throw ValidationError("A session has 1 to \(SeedModel.longest) events.")
        }
    }

    func run() async throws {
        let seeding = try Seeding(
            databaseURL: databaseUrl, sessions: sessions, events: eventsPerSession, people: people)
        let seconds = try await seeding.run() / .seconds(1)
        let events = sessions * eventsPerSession
        try Output.print(
            "\(sessions) sessions with \(events) events in \(Int(seconds.rounded())) s: "
                + "\(Int(Double(events) / max(seconds, 0.001))) events/s")
    }
}
