import Foundation
import RoundtableClient
import MessagesSimulator
import RoundtableModel
import SystemPackage
import TestSupport
import Testing

@Suite("A SIGHUP")
struct ReloadTests {
    @Test("makes an instance believe a new key, and an old one no longer, without a restart")
    func keys() async throws {
        let folder = try TestFolder()
        let service = try await ServiceProcess.start("--data", folder.data.string)
        let pair = await Pair(at: service)
        try await pair.begin()
        let message = try await pair.play("b2", by: pair.amber).url.lastPathComponent
        let picture = "/m/\(message).png"
        #expect(try await status(of: picture, service) == 200)

        let keys = folder.data.appending("keys").string
        let old = try String(contentsOfFile: keys, encoding: .utf8)
        let new = "2 \(Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString())\n"
        try await use(new + old, keys, in: service, reloads: 1)
        try await pair.play("a1", by: pair.ben)
        #expect(try await status(of: picture, service) == 200)

        try await use(new, keys, in: service, reloads: 2)
        #expect(try await status(of: picture, service) == 404)
        let error = await #expect(throws: RoundtableError.self) { try await pair.amber.refresh() }
        #expect(error?.code == .unauthenticated)

        try await use("nonsense", keys, in: service, reloads: 2)
        #expect(await service.log.first(/can't be reloaded/) != nil)
        try await use(new + old, keys, in: service, reloads: 3)
        #expect(try await pair.amber.refresh().revision == 4)
        await service.end(by: SIGTERM)
    }

    /// Writes a file of keys and has it read; returns when so many were.
    private func use(_ text: String, _ path: String, in service: ServiceProcess, reloads: Int) async throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        service.signal(SIGHUP)
        while service.log.text.matches(of: /were reloaded/).count < reloads {
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    private func status(of picture: String, _ service: ServiceProcess) async throws -> Int? {
        let answer = try await RawConnection.get(picture, at: service.port)
        return answer.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
}
