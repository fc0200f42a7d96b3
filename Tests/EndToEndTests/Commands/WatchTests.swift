import Foundation
import MessagesSimulator
import RoundtableModel
import RoundtableClient
import SystemPackage
import Testing

@Suite("Watching a session")
struct WatchTests {
    @Test("tells what happens in it, and ends with it")
    func watch() async throws {
        let folder = try await TestFolder.withCluster()
        let service = try await ServiceProcess.start("--data", folder.data.string)
        let world = Simulation(seed: 1, service: service.url, retries: .never)
        let group = await world.addGroup([Person("Amber"), Person("Ben")])
        let phone = await world.app(on: world.addDevice(of: Person("Amber")), in: group)
        try await phone.create("tic-tac-toe")
        try await phone.send()
        let session = try #require(await phone.view?.id).rawValue
        let place = ["--reason", "test", "--data", folder.data.string]
        async let watching = ProgramRun.of(["session", "watch", session, "--after", "0"] + place)
        let run = try await ProgramRun.of(["session", "abandon", "--yes", session] + place)
        #expect(run.status == 0, "\(run.output)")
        let watched = try await watching
        #expect(watched.status == 0 && watched.output.contains("abandoned"), "\(watched.output)")
        #expect(try await phone.refresh().message?.summaryText == "The game was called off")
        await service.end(by: SIGTERM)
    }
}
