import Foundation
import MessagesSimulator
import RoundtableModel
import RoundtableClient
import SystemPackage
import Testing

@Suite("An operator")
struct RebindTests {
    @Test(
        "sees who is called what on which device, and gives a seat to a new credential; instances are notified"
    )
    func rebind() async throws {
        let folder = try await TestFolder.withCluster()
        let service = try await ServiceProcess.start("--data", folder.data.string)
        let world = Simulation(seed: 1, service: service.url, retries: .never)
        let (amber, ben) = (Person("Amber"), Person("Ben"))
        let group = await world.addGroup([amber, ben])
        let phone = await world.app(on: world.addDevice(of: amber), in: group)
        let lost = await world.app(on: world.addDevice(of: ben), in: group)
        let new = await world.app(on: world.addDevice(of: ben, named: "new phone"), in: group)
        try await phone.create("tic-tac-toe")
        try await phone.send()
        await world.deliver(in: group)
        for app in [lost, new] { try await app.tap() }
        try await lost.join()
        try await lost.send()
        await world.deliver(in: group)

        let session = try #require(await phone.view?.id)
        let player = try await new.client.me().player
        func rebind(_ seat: Int, to player: String) async throws -> ProgramRun {
            try await ProgramRun.of([
                "session", "rebind", "--yes", "\(session.rawValue)", "--seat", "\(seat)", "--player", player,
                "--operator",
                "Dana", "--reason", "lost phone", "--data", folder.data.string,
            ])
        }
        let holder = try await lost.client.me().player
        let run = try await rebind(1, to: player.rawValue)
        #expect(run.status == 0, "\(run.output)")
        #expect(try await new.refresh().you == 1)
        #expect(try await lost.refresh().you == nil)
        let view = try await phone.refresh()
        #expect(view.message?.summaryText == "Player 2 is back in the game")
        let aliases = try await ProgramRun.of([
            "session", "aliases", "\(session.rawValue)", "--reason", "wrong names", "--data", folder.data.string,
        ])
        #expect(aliases.status == 0)
        #expect(aliases.output.contains("(own)"), "\(aliases.output)")
        #expect(aliases.output.contains("(sighting, by the message of revision 1, reported "), "\(aliases.output)")
        #expect(try await rebind(1, to: player.rawValue).output.contains("already has a seat"))
        let log = try await ProgramRun.of(["audit", "list", "--by", "Dana", "--data", folder.data.string])
        #expect(
            log.output.contains("session rebind \(session.rawValue) --seat 1 --player \(player.rawValue)  lost phone"))
        for subject in [session.rawValue, player.rawValue, holder.rawValue] {
            let log = try await ProgramRun.of(["audit", "list", "--about", subject, "--data", folder.data.string])
            #expect(log.output.contains("session rebind \(session.rawValue) --seat 1"), "\(log.output)")
        }
        #expect(try await rebind(0, to: UUID().uuidString).status != 0)
        await service.end(by: SIGTERM)
        #expect(try await rebind(1, to: holder.rawValue).status == 0)
    }
}
