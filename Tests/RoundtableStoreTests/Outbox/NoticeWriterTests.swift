import Foundation
import GameRules
import RoundtableJSON
import RoundtableStore
import TestSupport
import Testing

@testable import Roundtable

@Suite("Notices as they are written", .database)
struct NoticeWriterTests {
    let service: TestService
    let writer: NoticeWriter
    let people = Person.group(of: 2)

    init() throws {
        service = try TestService(listeners: Listeners(webhook: true, push: true))
        writer = NoticeWriter(context: service.context, store: service.store)
    }

    private func rows(of session: SessionID, on channel: Notice.Channel) async throws -> [OutboxRow] {
        try await TestDatabase.current.store.rows(
            OutboxFilter(channel: channel, session: session), after: nil, limit: 100)
    }

    private func messages(of session: SessionID) async throws -> [JSONValue] {
        var messages: [JSONValue] = []
        for row in try await rows(of: session, on: .webhook) {
            messages += try await writer.messages(of: row).map { try JSONValue(JSONDocument($0.body).root) }
        }
        return messages
    }

    @Test("a message has the members of the contract, and names people by their nicknames")
    func message() async throws {
        let id = try await service.open(
            "tic-tac-toe", by: people[0], seats: 2,
            request: service.request(of: people[0], send: .now, nickname: "Ana")
        ).session.id
        _ = try await service.join(id, by: people[1])
        _ = try await service.move("b2", by: people[0], in: id, revision: 2, send: .now)
        let row = try #require(try await rows(of: id, on: .webhook).last)
        let messages = try await writer.messages(of: row)
        #expect(messages.map(\.id) == (0...1).map { "\(row.notice.id.description)-\($0)" })
        let data: JSONValue = [
            "deadline": nil, "game": "tic-tac-toe", "kind": "moved", "player": .string("\(people[0].player)"),
            "revision": 3, "seat": 0, "session": .string("\(id)"), "summaryText": "Ana took the centre",
        ]
        let time = JSONValue.string(row.notice.createdAt.formatted(.iso8601))
        let written = try messages.map { try JSONValue(JSONDocument($0.body).root) }
        #expect(written[0] == ["type": "turn.committed", "timestamp": time, "data": data])
        #expect(written[1]["type"] == "turn.yours" && written[1]["data"]?["seat"] == 1)
        #expect(written[1]["data"]?["player"] == .string("\(people[1].player)"))
    }

    @Test("of messages that were delivered none is written again, and of a session that is gone none at all")
    func rest() async throws {
        let id = try await service.open("tic-tac-toe", by: people[0], seats: 2).session.id
        var row = try #require(try await rows(of: id, on: .webhook).first)
        let all = try await writer.messages(of: row)
        row.progress.delivered = 1
        #expect(try await writer.messages(of: row).map(\.id) == Array(all.map(\.id).dropFirst()))
        let gone = Notice(
            id: NoticeID(.numbered(1)), line: .init(session: SessionID(.numbered(2)), channel: .webhook),
            author: people[0].player, revision: 1, items: [.init(.opened)], createdAt: service.time.now)
        #expect(try await writer.messages(of: OutboxRow(gone, dueAt: nil)).isEmpty)
    }

    @Test(
        "what is hidden in a game is in no message", arguments: ["sea-battle", "rock-paper-scissors", "crazy-eights"])
    func secrets(_ game: String) async throws {
        let id = try await service.open(GameName(rawValue: game), by: people[0], seats: 2).session.id
        _ = try await service.join(id, by: people[1])
        let view = try await service.view(of: id, for: people[0])
        if let move = view.legalMoves?.first, view.toAct.contains(0) {
            _ = try await service.turns.submit(
                .move(move), in: id, basedOn: view.revision, service.request(of: people[0], send: .now))
            let text = String(decoding: move.data, as: UTF8.self).replacing("\"", with: "")
            for message in try await messages(of: id) where message["data"]?["kind"] == "moved" {
                let summary = message["data"]?["summaryText"]?.string ?? ""
                #expect(text.isEmpty || !summary.contains(text), "\(summary)")
            }
        }
    }

    @Test("a device is notified in its language, with nicknames, and of as many games as wait")
    func alert() async throws {
        for number in 0..<2 {
            try await service.pushTokens.register(
                PushToken(token: "ab0\(number)", topic: "org.example", environment: .sandbox),
                of: people[number].player)
        }
        var ids: [SessionID] = []
        for _ in 0..<3 {
            let id = try await service.open(
                "tic-tac-toe", by: people[0], seats: 2,
                request: service.request(of: people[0], send: .now, nickname: "Ana")
            ).session.id
            _ = try await service.join(id, by: people[1])
            _ = try await service.move("b2", by: people[0], in: id, revision: 2, send: .now)
            ids.append(id)
        }
        let row = try #require(try await rows(of: ids[0], on: .push).last)
        let expected = [
            (nil, "It’s your turn", "Ana took the centre"), ("de-AT", "Du bist am Zug", "Ana hat das Zentrum besetzt"),
            ("fr", "It’s your turn", "Ana took the centre"),
        ]
        for (locale, title, body) in expected {
            let alerts = try await writer.alerts(of: row, to: people[1].player, in: [locale])
            #expect(alerts?[locale] == PushAlert(title: title, body: body, session: ids[0], badge: 3))
        }
        for locale in ["pl", "ar"] {
            let alerts = try await writer.alerts(of: row, to: people[1].player, in: [locale])
            let alert = try #require(alerts?[locale])
            #expect(alert.title != "It’s your turn" && alert.body.contains("Ana") && !alert.body.contains("$"))
        }
        // Whoever has played by then is not notified.
        _ = try await service.move("a1", by: people[1], in: ids[0], revision: 3, send: .now)
        #expect(try await writer.alerts(of: row, to: people[1].player, in: [nil]) == nil)
    }
}
