import EmbeddedPostgres
import Foundation
import MessagesSimulator
import RoundtableModel
import RoundtableClient
import SystemPackage
import RoundtableTestTools
import Testing

@Suite("A stolen credential")
struct RevokeTests {
    @Test("comes to be refused by every instance when it is revoked", .timeLimit(.minutes(5)))
    func everywhere() async throws {
        let folder = try await TestFolder.withCluster()
        let server = try await folder.startServer()
        try await server.migrate()
        let keys = try folder.makeKeys()
        let place = ["--database-url", server.connectionURL, "--keys-file", keys]
        let first = try await ServiceProcess.start(place[0], place[1], place[2], place[3])
        let second = try await ServiceProcess.start(place[0], place[1], place[2], place[3])
        let world = Simulation(seed: 1, service: first.url, retries: .never)
        let group = await world.addGroup([Person("Amber"), Person("Ben")])
        let device = await world.addDevice(of: Person("Amber"))
        let phone = await world.app(on: device, in: group)
        try await phone.create("tic-tac-toe")
        let player = try await phone.client.me().player
        let credential = await world[device].keychain
        let clients = [first, second].map { RoundtableClient(baseURL: $0.url, credential: credential, retries: .never) }
        for client in clients { #expect(try await client.me().player == player) }

        let run = try await ProgramRun.of(
            ["player", "revoke", "--yes", player.rawValue, "--reason", "stolen phone"] + place)
        #expect(run.status == 0 && run.output.contains("1 credential ended"), "\(run.output)")
        for client in clients {
            try await eventually("the credential is refused") {
                do {
                    _ = try await client.me()
                    return false
                } catch let error as RoundtableError where error.code == .unauthenticated {
                    return true
                }
            }
        }
        await first.end(by: SIGTERM)
        await second.end(by: SIGTERM)
        await server.stop()
    }
}
