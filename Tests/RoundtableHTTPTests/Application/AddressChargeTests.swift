import Foundation
import HTTPTypes
import Roundtable
import RoundtableModel
import TestSupport
import Testing

@testable import RoundtableHTTP

@Suite("What is charged to an address", .database, .serialized)
struct AddressChargeTests {
    /// A server that charges: an address has five times these 20 KiB.
    private var settings: Server.Settings {
        var quotas = Quotas()
        quotas.playerBytes = 20 << 10
        return Server.Settings(quotas: quotas)
    }

    @Test(
        "the bytes that many players leave behind from one address are bounded together, however short their requests",
        arguments: ["sessions", "drafts", "turns"])
    func bytes(kind: String) async throws {
        try await Server.run(settings) { server in
            let guests = try await server.guests(30)
            let pad = JSONValue.string(String(repeating: "x", count: 3000))
            var (written, refused): (Int, Reply?) = (0, nil)
            func count(_ answer: Reply) {
                if answer.status == 201 { written += 1 } else { refused = answer }
            }
            for guest in guests where refused == nil {
                let opened = try await server.open(
                    "open", by: guest,
                    ["options": ["order": "anyone"], "move": ["state": kind == "sessions" ? pad : 0]])
                count(opened)
                for revision in 1...2 where refused == nil && kind != "sessions" {
                    count(
                        try await server.move(
                            ["state": pad], in: try opened.session, at: kind == "drafts" ? 1 : revision, by: guest,
                            ["send": kind == "drafts" ? "draft" : "now"]))
                }
            }
            let answer = try #require(refused)
            #expect(answer.status == 429 && answer["quota"] == "playerBytes", "\(answer.text)")
            #expect(answer.retryAfter ?? 0 > 0)
            #expect((8...40).contains(written), "\(written)")
            // Reading goes on.
            expect(try await server.get("/v1/players/me", by: guests[0]), is: 200)
        }
    }
}
