import Foundation
import SystemPackage
import Testing

@Suite("The demo")
struct DemoTests {
    @Test(
        "every scene finds what it expects of the service, and comes to its end",
        arguments: [("ice-cream", "Ben adds chocolate sauce."), ("reclaim", "Ben adds sprinkles, from the new phone")])
    func scene(_ name: String, lastStep: String) async throws {
        let folder = try TestFolder()
        let process = Process()
        process.executableURL = ServiceProcess.program
        process.arguments = ["demo", "--fast", "--scene", name, "--data", folder.data.string]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        let (ends, ended) = AsyncStream<Void>.makeStream()
        process.terminationHandler = { _ in ended.finish() }
        let pieces = output.pieces
        try process.run()
        var shown = ""
        for await piece in pieces { shown += piece }
        for await _ in ends {}
        #expect(process.terminationStatus == 0, "\(shown)")
        #expect(shown.contains(lastStep), "\(shown)")
        #expect(FileManager.default.fileExists(atPath: folder.data.string))
    }
}
