import Foundation
import RoundtableClient
import MessagesSimulator
import RoundtableModel
import SystemPackage
import TestSupport
import RoundtableTestTools
import Testing

@Suite("SIGHUP", .timeLimit(.minutes(10)))
struct ReloadTests {
    @Test("makes an instance accept a new key and reject a removed one, without a restart")
    func keys() async throws {
        let folder = try await TestFolder.withCluster()
        let service = try await ServiceProcess.start("--data", folder.data.string)
        let pair = await Pair(at: service)
        try await pair.begin()
        let message = try await pair.play("b2", by: pair.amber).url.lastPathComponent
        let picture = "/m/\(message).png"
        #expect(try await status(of: picture, service) == 200)

        let keys = folder.data.appending("keys").string
        let old = try String(contentsOfFile: keys, encoding: .utf8)
        let new = "2 \(Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString())\n"
        try await reload(new + old, keys, in: service, total: 1)
        let reply = try await pair.play("a1", by: pair.ben).url.lastPathComponent
        let newPicture = "/m/\(reply).png"
        #expect(try await status(of: picture, service) == 200)
        #expect(try await status(of: newPicture, service) == 200)

        try await reload(new, keys, in: service, total: 2)
        #expect(try await status(of: picture, service) == 404)
        #expect(try await status(of: newPicture, service) == 200)
        let error = await #expect(throws: RoundtableError.self) { try await pair.amber.refresh() }
        #expect(error?.code == .unauthenticated)

        // Nothing is reloaded from this, so that there is no further reload to wait for.
        try await reload("nonsense", keys, in: service, total: 2)
        #expect(try await service.log.first(/can't be reloaded/) != nil)
        #expect(try await status(of: newPicture, service) == 200)
        #expect(try await status(of: picture, service) == 404)
        try await reload(new + old, keys, in: service, total: 3)
        #expect(try await pair.amber.refresh().revision == 4)
        await service.end(by: SIGTERM)
    }

    /// Writes the key file, sends SIGHUP, and waits until the log shows this many reloads in all.
    private func reload(_ text: String, _ path: String, in service: ServiceProcess, total: Int) async throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        service.signal(SIGHUP)
        try await eventually("\(total) reloads") { service.log.text.matches(of: /were reloaded/).count >= total }
    }

    private func status(of picture: String, _ service: ServiceProcess) async throws -> Int? {
        let response = try await RawConnection.get(picture, at: service.port)
        return response.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
}
