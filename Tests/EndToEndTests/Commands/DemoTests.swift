import Foundation
import SystemPackage
import Testing

@Suite("The demo")
struct DemoTests {
    @Test(
        "every scene finds what it expects of the service, and comes to its end",
        arguments: [
            ("ice-cream", "Ben adds chocolate sauce."), ("reclaim", "Ben adds sprinkles, from the new phone"),
            ("chess", "17. Rd8#   Checkmate."), ("crazy-eights", "has no card left and wins"),
            ("sea-battle", "sinks the last ship and wins."), ("days", "Amber plays on in the rematch."),
        ])
    func scene(_ name: String, lastStep: String) async throws {
        let folder = try await TestFolder.withCluster()
        let run = try await ProgramRun.of(
            program: "roundtable-lab", ["demo", "--fast", "--scene", name, "--data", folder.data.string])
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.contains(lastStep), "\(run.output)")
        #expect(FileManager.default.fileExists(atPath: folder.data.string))
    }
}
