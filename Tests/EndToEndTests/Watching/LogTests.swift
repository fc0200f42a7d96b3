import Foundation
import SystemPackage
import MessagesSimulator
import RoundtableModel
import TestSupport
import Testing

@Suite("The log")
struct LogTests {
    private enum Member: Decodable, Equatable {
        case number(Double), words(String)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            self = try (try? value.decode(Double.self)).map { .number($0) } ?? .words(value.decode(String.self))
        }
    }

    @Test("has a line of JSON for each request, with its route and ID, and nothing that is a player's")
    func secrets() async throws {
        let folder = try TestFolder()
        let service = try await ServiceProcess.start(
            "--data", folder.data.string, "--access-log", "--log-format", "json", "--log-level", "trace")
        let pair = await Pair(at: service)
        try await pair.begin(calling: "Zaphod")
        let message = try await pair.play("b2", by: pair.amber).url.lastPathComponent
        let caption = try #require(await pair.ben.refresh().message?.summaryText)
        for ending in ["", ".png"] {
            let page = try await RawConnection.get("/m/\(message)\(ending)", at: service.port)
            #expect(page.hasPrefix("HTTP/1.1 200"))
        }
        let refusal = try await RawConnection.get(
            "/v1/players/me", at: service.port, "Authorization: Bearer forged", "X-Request-ID: from-the-app.1")
        #expect(refusal.contains("\"requestId\":\"from-the-app.1\""))
        await service.end(by: SIGTERM)

        let text = service.log.text
        let lines = try text.split(separator: "\n").map {
            try JSONDecoder().decode([String: Member].self, from: Data($0.utf8))
        }
        let requests = lines.filter { $0["message"] == .words("answered") }
        #expect(requests.contains { $0["route"] == .words("/v1/sessions/{id}/turns") && $0["status"] == .number(201) })
        #expect(requests.contains { $0["route"] == .words("/m/{token}") && $0["method"] == .words("GET") })
        #expect(requests.contains { $0["request"] == .words("from-the-app.1") && $0["status"] == .number(401) })
        for request in requests {
            guard case .words(let id) = request["request"], case .number(let milliseconds) = request["milliseconds"]
            else {
                Issue.record("\(request)")
                continue
            }
            #expect(!id.isEmpty && milliseconds >= 0)
        }
        #expect(lines.contains { $0["message"] == .words("the instance stops") && $0["level"] == .words("info") })

        let credentials = [try await pair.credential(of: pair.amber), try await pair.credential(of: pair.ben)]
        for secret in credentials + [message, caption, "Zaphod", "forged"] {
            #expect(!text.contains(secret), "The log has \(secret).")
        }
    }
}
