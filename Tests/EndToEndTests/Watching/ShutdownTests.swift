import Foundation
import SystemPackage
import MessagesSimulator
import RoundtableModel
import TestSupport
import Testing

@Suite("An instance that shall stop")
struct ShutdownTests {
    @Test("lets streams go with a hint when to come back, and gives up whoever holds it with half a request")
    func limit() async throws {
        let folder = try await TestFolder.withCluster()
        let service = try await ServiceProcess.start("--data", folder.data.string, "--shutdown-seconds", "1")
        let half = try RawConnection(to: service.port)
        try half.send(["POST /v1/players HTTP/1.1", "Host: table", "Content-Length: 2"], body: "{}")
        let created = try await half.read(until: "}")
        #expect(created.hasPrefix("HTTP/1.1 201"))
        try half.send(["POST /v1/players HTTP/1.1", "Host: table", "Content-Length: 100"], body: "{")

        let pair = await Pair(at: service)
        try await pair.begin()
        let session = try #require(await pair.amber.view?.id.rawValue)
        let token = try #require(created.firstMatch(of: /"token":"([^"]+)"/)).1
        let stranger = try RawConnection(to: service.port)
        try stranger.send([
            "GET /v1/sessions/\(session)/stream HTTP/1.1", "Host: table", "Authorization: Bearer \(token)",
        ])
        #expect(try await stranger.read(until: "\r\n").hasPrefix("HTTP/1.1 404"))
        let onlooker = try RawConnection(to: service.port)
        let credential = try await pair.credential(of: pair.ben)
        try onlooker.send([
            "GET /v1/sessions/\(session)/stream HTTP/1.1", "Host: table", "Authorization: Bearer \(credential)",
        ])
        #expect(try await onlooker.read(until: "id: 2\n").contains("retry: 1000\n"))

        #expect(await service.end(by: SIGTERM) == 0)
        #expect(try await onlooker.readToEnd().contains("retry: "))
        #expect(try await half.readToEnd() == "")
        #expect(service.log.text.contains("requests under way are given up"))
    }
}
