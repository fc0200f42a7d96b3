import EmbeddedPostgres
import Foundation
import MessagesSimulator
import RoundtableClient
import RoundtableModel
import Testing

@Suite("An instance that starts while its database is away", .timeLimit(.minutes(5)))
struct AwayTests {
    @Test("does not start, and the time counts as an outage: clocks stood when one does")
    func database() async throws {
        let folder = try await TestFolder.withCluster()
        let server = try await folder.startServer()
        try await server.migrate()
        let place = ["--keys-file", try folder.makeKeys(), "--database-url"]
        let service = try await ServiceProcess.start(place + [server.connectionURL])
        let pair = await Pair(at: service)
        try await pair.begin(clock: ClockSettings(turnSeconds: 7200))
        let session = try #require(await pair.amber.view?.id)
        let before = try #require(try await pair.amber.client.session(session).deadline)
        await service.end(by: SIGTERM)
        // As if that had been an hour ago.
        try await server.execute("UPDATE service_time SET seen_at = seen_at - interval '1 hour'")
        await server.stop()

        let refused = try await ProgramRun.of(["serve", "--port", "0"] + place + [server.connectionURL])
        #expect(refused.status != 0 && refused.output.contains("The database can't be reached."), "\(refused.output)")

        let again = try await folder.startServer()
        let successor = try await ServiceProcess.start(port: service.port, place + [again.connectionURL])
        let after = try #require(try await pair.amber.client.session(session).deadline)
        // An hour, five minutes to come back, and the seconds that this test took.
        #expect((3900..<4200).contains(Int(after.timeIntervalSince(before))), "\(before) \(after)")
        await successor.end(by: SIGTERM)
        await again.stop()
    }
}
