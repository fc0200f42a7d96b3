import Foundation
import RoundtableClient
import RoundtableJSON
import RoundtableModel
import Testing

@Suite("An export of what the service shows a player")
struct ExportTests {
    private static let id = Sample.id.rawValue
    private static let gone = "5e550000-0000-4000-8000-000000000002"
    private static let me = #"{"player": "b0b00000-0000-4000-8000-000000000001", "createdAt": "2026-01-01T00:00:00Z"}"#

    private static func page(_ id: String, next: String) -> String {
        """
        {"sessions": [{"id": "\(id)", "game": "chess", "revision": 2, "state": "active", "yourTurn": false,
         "summaryText": "s", "updatedAt": "2026-01-01T00:00:00Z", "others": []}], "next": \(next)}
        """
    }

    private static func events(_ revision: Int, next: String) -> String {
        """
        {"events": [{"revision": \(revision), "kind": "moved", "joined": false, "move": "e2e4",
         "at": "2026-01-01T00:00:00Z", "summaryText": "s"}], "next": \(next)}
        """
    }

    @Test("has every page of sessions and of events, and leaves out what is gone meanwhile")
    func pages() async throws {
        let transport = ScriptedTransport(
            .ok(Self.me), .ok(Self.page(Self.id, next: #""c2""#)),
            .ok(Sample.view()), .ok(Self.events(1, next: "1")), .ok(Self.events(2, next: "null")),
            .ok(Self.page(Self.gone, next: "null")), try .problem(.notFound))
        let export = try await RoundtableClient.scripted(transport).exportMe()
        #expect(export.sessions.map(\.view.id) == [Sample.id])
        #expect(export.sessions.first?.events.map(\.revision) == [1, 2])
        let asked = await transport.requests.map { $0.url.absoluteString.split(separator: "/v1/").last ?? "" }
        #expect(
            asked == [
                "players/me", "players/me/sessions", "sessions/\(Self.id)", "sessions/\(Self.id)/events?after=0",
                "sessions/\(Self.id)/events?after=1", "players/me/sessions?after=c2", "sessions/\(Self.gone)",
            ])
    }

    @Test("is JSON with the player, and each session with its events")
    func json() async throws {
        let transport = ScriptedTransport(
            .ok(Self.me), .ok(Self.page(Self.id, next: "null")), .ok(Sample.view()), .ok(Self.events(1, next: "null")))
        let export = try await RoundtableClient.scripted(transport).exportMe()
        let root = try JSONDocument(export.json).root
        #expect(try root.read("player", as: Me.self) == export.me)
        let sessions = try root.read("sessions", as: [JSONElement].self)
        let session = try #require(sessions.first)
        #expect(try session.read("session", as: SessionView.self) == export.sessions.first?.view)
        #expect(try session.read("events", as: [EventView].self).map(\.move) == ["e2e4"])
    }

    @Test("fails as a whole if a session can't be read")
    func fails() async throws {
        let transport = ScriptedTransport(
            .ok(Self.me), .ok(Self.page(Self.id, next: "null")), try .problem(.internal))
        let client = try RoundtableClient.scripted(transport)
        let error = await #expect(throws: RoundtableError.self) { try await client.exportMe() }
        #expect(error?.code == .internal)
    }
}
