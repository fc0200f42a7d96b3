import Foundation
import RoundtableModel
import Testing

@Suite("Answers")
struct AnswerTests {
    @Test("a message is written as the contract shows it")
    func message() throws {
        try expect(try Sample.message, reads: Sample.messageJSON)
    }

    @Test("a view is written as the contract shows it")
    func view() throws {
        try expect(try Sample.view, reads: Sample.viewJSON)
    }

    @Test("a view carries outcome, draft, claims and cancelled bubble")
    func fullView() throws {
        var view = try Sample.view
        view.state = .finished
        view.legalMoves = nil
        view.deadline = nil
        view.you = nil
        view.seats[1].deadline = nil
        view.outcome = SessionView.Outcome(kind: .won, winners: [0])
        view.draft = SessionView.Draft(
            token: MessageToken(rawValue: "abc"), move: "4", basedOn: 7, expiresAt: Sample.time,
            message: try Sample.message)
        view.claims = [SessionView.Claim(seat: 1, vouches: 1, needed: 2, until: nil)]
        view.unsent = true
        let json = Sample.viewJSON
            .replacing("\"active\"", with: "\"finished\"")
            .replacing(#"["1", "2"]"#, with: "null")
            .replacing("\"\(Sample.timeText)\"", with: "null")
            .replacing(#""you": 0"#, with: #""you": null"#)
            .replacing(#""outcome": null"#, with: #""outcome": {"kind": "won", "winners": [0], "scores": null}"#)
            .replacing(
                #""draft": null"#,
                with: """
                    "draft": {"token": "abc", "move": "4", "basedOn": 7, "expiresAt": "\(Sample.timeText)",
                              "board": null, "message": \(Sample.messageJSON)},
                    "claims": [{"seat": 1, "vouches": 1, "needed": 2, "until": null}],
                    "unsent": true
                    """)
        try expect(view, reads: json)
    }

    @Test("a message of somebody else's is shown without token and URL")
    func shownMessage() throws {
        let shown = ShownMessage(
            session: Sample.session, revision: 7, live: false, layout: MessageLayout(caption: "Hello"),
            summaryText: "Hello", accessibilityLabel: "Hello")
        try expect(
            shown,
            reads: """
                {"session": "5e550000-0000-4000-8000-000000000001", "revision": 7, "live": false,
                 "summaryText": "Hello", "accessibilityLabel": "Hello",
                 "layout": {"image": null, "mediaURL": null, "imageTitle": null, "imageSubtitle": null, "caption": "Hello",
                            "subcaption": null, "trailingCaption": null, "trailingSubcaption": null}}
                """)
    }

    @Test("an event is written as the contract shows it")
    func event() throws {
        let event = EventView(
            revision: 8, kind: .moved, seat: 0, joined: false, move: "4", at: Sample.time, summaryText: "Amber moved")
        let json = """
            {"revision": 8, "kind": "moved", "seat": 0, "joined": false, "move": "4", "outcome": null,
             "at": "\(Sample.timeText)", "summaryText": "Amber moved"}
            """
        try expect(event, reads: json)
        try expect(EventList(events: [event], next: nil), reads: #"{"events": [\#(json)], "next": null}"#)
    }

    @Test("turns, taps and reports are answered as the contract shows it")
    func envelopes() throws {
        let view = try Sample.view
        let shown = #""session": \#(Sample.viewJSON)"#
        try expect(
            TurnAnswer(session: view, message: try Sample.message, draft: true),
            reads: #"{\#(shown), "message": \#(Sample.messageJSON), "draft": true}"#)
        try expect(
            Opened(session: view, tapped: Tapped(status: .overtaken, seat: 1), events: [], next: nil),
            reads: """
                {\(shown), "tapped": {"revision": null, "status": "overtaken", "seat": 1, "hint": null},
                 "events": [], "next": null}
                """)
        try expect(
            Sent(session: view, revision: 8, status: .latest), reads: #"{\#(shown), "revision": 8, "status": "latest"}"#
        )
        try expect(Cancelled(session: view), reads: "{\(shown)}")
        try expect(FreshMessage(message: try Sample.message), reads: #"{"message": \#(Sample.messageJSON)}"#)
    }

    @Test("players and their lists are written as the contract shows it")
    func players() throws {
        let player = Sample.player
        try expect(
            NewPlayer(player: player, token: Credential(rawValue: "secret")),
            reads: #"{"player": "b0b00000-0000-4000-8000-000000000001", "token": "secret"}"#)
        try expect(
            Me(player: player, createdAt: Sample.time),
            reads: #"{"player": "b0b00000-0000-4000-8000-000000000001", "createdAt": "\#(Sample.timeText)"}"#)
        try expect(
            LinkCode(code: "K7Q2", expiresAt: Sample.time),
            reads: #"{"code": "K7Q2", "expiresAt": "\#(Sample.timeText)"}"#)
        try expect(Linked(player: player), reads: #"{"player": "b0b00000-0000-4000-8000-000000000001"}"#)
        let summary = SessionSummary(
            id: Sample.session, game: "chess", revision: 3, state: .active, yourTurn: true,
            summaryText: "Ben moved", updatedAt: Sample.time, others: ["Ben"], deadline: Sample.time,
            image: URL(string: "https://host/m/abc.png"))
        try expect(
            SessionList(sessions: [summary], next: "c2"),
            reads: """
                {"sessions": [{"id": "5e550000-0000-4000-8000-000000000001", "game": "chess", "revision": 3,
                               "state": "active", "yourTurn": true, "summaryText": "Ben moved",
                               "updatedAt": "\(Sample.timeText)", "others": ["Ben"], "deadline": "\(Sample.timeText)",
                               "outcome": null, "image": "https://host/m/abc.png"}], "next": "c2"}
                """)
    }

    @Test("an app reads words that are newer than itself")
    func newerWords() throws {
        #expect(
            try read(Tapped.self, #"{"status": "archived", "hint": "tryAgain"}"#)
                == Tapped(status: .unknown, hint: .unknown))
        #expect(try read(SessionView.Outcome.self, #"{"kind": "shared", "winners": [1]}"#).kind == .unknown)
        #expect(try read([EventKind].self, #"["castled", "timedOut"]"#) == [.unknown, .timedOut])
    }

    @Test("a credential doesn't show when printed")
    func secret() {
        #expect(!"\(Credential(rawValue: "secret"))".contains("secret"))
    }
}
