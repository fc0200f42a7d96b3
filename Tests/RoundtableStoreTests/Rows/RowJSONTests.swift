import Foundation
import GameRules
import LeanJSON
import Postgres
@testable import Roundtable
@testable import RoundtableStore
import TestSupport
import Testing

@Suite("Rows' JSON, written by hand, is what an encoder writes")
struct RowJSONTests {
    private func encoded(_ value: some Encodable) throws -> PostgresJSON {
        PostgresJSON(try LeanJSONEncoder().encode(value))
    }

    @Test("of the events and the seats of whole games")
    func games() throws {
        var sessions = [try aSession("ice-cream", seats: 3, taken: 2), try aSession("deal"), try aSession(timeout: 9)]
        for (seat, move) in ["b2", "a1", "b1", "c3", "b3"].enumerated() {
            sessions.append(try (sessions.last ?? sessions[0]).after(move, by: seat % 2))
        }
        sessions.append(try sessions[0].after(.leave, by: 1))
        sessions.append(try sessions[0].after(.resign, by: 0))
        for session in sessions {
            let event = try #require(session.newest)
            #expect(try PostgresJSON(event.details) == encoded(event.details))
            #expect(try PostgresJSON(session.seating) == encoded(session.seating))
        }
    }

    @Test("of texts of every kind, and of everything else an event may say")
    func everything() throws {
        let inner = Text("z\"", ["b": .number(-7), "a": .seat(2), "ä": .mover, "a ": .words("“\u{1F366}”\n$")])
        var texts = MessageTexts(
            caption: inner, summary: Text("plain"),
            accessibilityLabel: Text("k", ["x": .text(inner), "y": .list([Text("l"), inner], joinedBy: "j")]))
        (texts.subcaption, texts.trailingCaption, texts.trailingSubcaption) = (inner, Text("t"), Text("u"))
        (texts.imageTitle, texts.imageSubtitle) = (Text("v"), inner)
        let details = Event.Details(
            move: .move("b2"), joined: true, started: true, reopens: true, nickname: Nickname("Ann \\ Co"),
            outcome: Outcome(kind: .won, winners: [1], scores: [0, 3]), texts: texts, draft: DraftID(.numbered(5)),
            founding: try aSession().founding, operation: nil)
        #expect(try PostgresJSON(details) == encoded(details))
    }

    @Test("of seats with a history")
    func seats() throws {
        var seating = Seating(openSeats: 2, participants: 5)
        seating[0].state = .taken
        seating[0].player = .numbered(1)
        seating[0].nickname = Nickname("A \"B\"")
        (seating[0].takenAt, seating[0].lastActed, seating[0].hasMoved) = (2, 3, true)
        seating[0].formerHolders = [
            Seating.Holder(player: .numbered(2), nickname: Nickname("C"), since: 1, until: 2, wasReclaimed: true),
            Seating.Holder(player: .numbered(3), nickname: nil, since: nil, until: 1, wasReclaimed: nil),
        ]
        #expect(try PostgresJSON(seating) == encoded(seating))
    }

    @Test(
        "of first answers to every kind of message",
        arguments: [
            MessageReference.event(revision: 3), .draft(DraftID(.numbered(1))), .fresh(FreshMessageID(.numbered(2))),
        ])
    func answers(message: MessageReference) throws {
        let people = Person.group(of: 3)
        let answer = StoredAnswer(
            message: message, isDraft: true, revision: 4, conversation: people[0].conversation,
            participants: [people[1].player: people[0].calls(people[1]), people[2].player: people[0].calls(people[2])],
            language: "pl", claims: [SessionView.Claim(seat: 1, vouches: 2, until: .testing)])
        #expect(try PostgresJSON(answer) == encoded(answer))
        #expect(try PostgresJSON(answer).decode(StoredAnswer.self).participants == answer.participants)
    }
}
