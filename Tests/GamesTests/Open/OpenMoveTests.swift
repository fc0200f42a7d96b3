import Foundation
import GameRules
import TestSupport
import Testing

@testable import Games

@Suite("Moves of an open game that are no moves")
struct OpenMoveTests {
    private func rejection(of move: String) -> MoveRejection? {
        #expect(throws: MoveRejection.self) {
            var play = try Play("open", seats: 3, options: #"{"order": "named"}"#)
            try play.move(move, by: 0)
        }
    }

    @Test(
        "a member that nobody would read is refused by its name",
        arguments: [
            (#"{"stat": 1}"#, "A move", "stat"), (#"{"state": 1, "winner": null}"#, "A move", "winner"),
            (#"{"roll": [6], "text": {}}"#, "A move", "text"),
            (#"{"outcome": {"winner": 0}}"#, "`outcome`", "winner"),
            (#"{"outcome": {"winners": [0], "score": [1]}}"#, "`outcome`", "score"),
            (#"{"state": 1, "texts": {"Caption": "x"}}"#, "`texts`", "Caption"),
            (#"{"texts": {"title": "x", "body": "y"}}"#, "`texts`", "body"),
        ])
    func unknownMembers(move: String, owner: String, member: String) throws {
        guard case .malformed(let reason, let detail) = rejection(of: move) else {
            Issue.record("not refused as malformed")
            return
        }
        #expect(reason == "unknown_member")
        #expect(detail.hasPrefix("\(owner) has no member `\(member)`; it may have `"))
    }

    @Test("of a long name the beginning is repeated")
    func longName() {
        let name = String(repeating: "e\u{301}", count: 1000)
        guard case .malformed(_, let detail) = rejection(of: "{\"\(name)\": 1}") else {
            Issue.record("not refused as malformed")
            return
        }
        #expect(detail.unicodeScalars.count < 200)
    }

    @Test(
        "the app's author reads which member is wrong, and how it is written",
        arguments: [
            (#"5"#, "it is an object"), ("{}", "it has at least one member, such as `state`"),
            (#"{"state": 1, "next": 1}"#, "`next` is a list of seat numbers"),
            (#"{"state": 1, "next": ["1"]}"#, "`next` is a list of seat numbers"),
            (#"{"private": {"word": "x"}}"#, #"`private` is an object whose names are seat numbers, such as {"0": …}"#),
            (#"{"private": {"01": "x"}}"#, #"`private` is an object whose names are seat numbers, such as {"0": …}"#),
            (#"{"private": []}"#, #"`private` is an object whose names are seat numbers, such as {"0": …}"#),
            (#"{"roll": 6}"#, "`roll` is a list of how many sides each die has"),
            (#"{"roll": [6], "state": 1}"#, "beside `roll` there are only `texts` and `mediaURL`"),
            (#"{"outcome": 1}"#, "`outcome` is an object"),
            (#"{"outcome": {"winners": 0}}"#, "`winners` is a list of seat numbers"),
            (#"{"outcome": {"scores": [0.5]}}"#, "`scores` is a list of whole numbers"),
            (#"{"outcome": {"kind": "lost"}}"#, "`kind` is `won`, `drawn` or `completed`"),
            (#"{"outcome": {"kind": 1}}"#, "`kind` is `won`, `drawn` or `completed`"),
            (#"{"outcome": {"kind": "won"}}"#, "`kind` is `won` if there are winners, and only then"),
            (#"{"texts": "x"}"#, "`texts` is an object"), (#"{"mediaURL": 1}"#, "`mediaURL` is a text"),
            (
                #"{"texts": {"imageTitle": ["x"]}}"#,
                "`imageTitle` is a text, or an object with a text for each language"
            ),
            (#"{"texts": {"caption": {}}}"#, "`caption` is a text, or an object with a text for each language"),
        ])
    func unreadable(move: String, form: String) {
        #expect(rejection(of: move) == .unreadable(expected: "a move of an open game: \(form)"))
    }

    @Test("null stands for no member, but for `state` and `patch`, which it is the value of")
    func nulls() throws {
        var play = try Play("open", seats: 3)
        try play.move(
            #"{"state": null, "private": null, "next": null, "outcome": null, "texts": null, "mediaURL": null}"#, by: 0)
        #expect(play.board == #"{"private":null,"rolled":null,"state":null}"#)
        try play.move(#"{"outcome": {"winners": null, "scores": null, "kind": null}}"#, by: 1)
        #expect(play.outcome == .drawn)
    }
}
