import Foundation
import GameRules
import TestSupport
import Testing

@testable import Games

@Suite("Open game")
struct OpenGameTests {
    private func play(_ moves: [(String, SeatIndex)], seats: Int = 3, order: String = "rotation") throws -> Play {
        var play = try Play("open", seats: seats, options: #"{"order": "\#(order)"}"#)
        for (move, seat) in moves { try play.move(move, by: seat) }
        return play
    }

    @Test("whatever the app keeps comes back as it was, numbers and nulls within it included")
    func state() throws {
        let play = try play([(#"{"state": {"a": [1, 2.5, null, {"b": "ü"}], "c": true}}"#, 0)])
        #expect(play.board == #"{"private":null,"rolled":null,"state":{"a":[1,2.5,null,{"b":"ü"}],"c":true}}"#)
        let restored = try play.game.position(snapshot: play.position.snapshot)
        #expect(try restored.equals(play.position) && restored.snapshot == play.position.snapshot)
    }

    @Test(
        "a merge patch does what RFC 7396, appendix A, says",
        arguments: [
            (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
            (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
            (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
            (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
            (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
            (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
            (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
            (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
            (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
            (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
            (#"{"a":"foo"}"#, "null", "null"),
            (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
            (#"{"e":null}"#, #"{"a":1}"#, #"{"a":1,"e":null}"#),
            (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
            (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
        ])
    func mergePatch(target: String, patch: String, result: String) throws {
        func value(_ json: String) -> JSONValue { GameJSON(Data(json.utf8)).value }
        #expect(value(target).merging(patch: value(patch)) == value(result))
    }

    @Test("seats take turns; where anybody may move, everybody may; where the mover names, they say who is next")
    func orders() throws {
        #expect(try play([(#"{"state": 1}"#, 0)]).toAct == [1])
        #expect(try play([(#"{"state": 1}"#, 0)], order: "anyone").toAct == [0, 1, 2])
        let named = try play([(#"{"state": 1, "next": [2, 1]}"#, 0)], order: "named")
        #expect(named.toAct == [1, 2])
        #expect(try play([(#"{"state": 1}"#, 0)], order: "named").toAct == [1])
        #expect(try named.reason(against: #"{"state": 1, "next": [7]}"#, by: 1) == "no_such_seat")
        #expect(try play([]).reason(against: #"{"state": 1, "next": [1]}"#, by: 0) == "order_is_fixed")
        var left = named
        left.leave(1)
        #expect(left.toAct == [2])
        left.leave(2)
        #expect(left.toAct == [0])
        left.leave(0)
        #expect(left.toAct == [] && left.outcome == .abandoned)
    }

    @Test("what a seat is given only that seat reads, on the board and in past moves")
    func secrets() throws {
        let move = #"{"state": {"deck": 40}, "private": {"1": ["QS"], "2": ["7H"]}}"#
        let play = try play([(move, 0)])
        #expect(play.board(for: .seat(1)).contains(#""private":["QS"]"#))
        for reader in [Reader.bystander, .seat(0)] { #expect(play.board(for: reader).contains(#""private":null"#)) }
        let stored = try #require(play.position.understood(GameJSON(Data(move.utf8))))
        func shown(_ reader: Reader) throws -> String? {
            try play.position.shown(stored, by: 0, ordinal: 0, to: reader)?.description
        }
        #expect(try shown(.seat(2)) == #"{"private":{"2":["7H"]},"state":{"deck":40}}"#)
        #expect(try shown(.bystander) == #"{"state":{"deck":40}}"#)
        let picture = try play.picture().svg
        #expect(!picture.contains("QS"))
        var taken = play
        try taken.move(#"{"private": {"1": null}}"#, by: 1)
        #expect(taken.board(for: .seat(1)).contains(#""private":null"#))
    }

    @Test("dice are rolled here, stay until somebody goes on, and leave the turn where it is")
    func dice() throws {
        let roll = #"{"roll": [6, 6, 20]}"#
        var play = try play([(roll, 0)])
        let board = play.board
        let numbers = try play.position.board(for: .bystander).decode(as: Rolled.self).rolled ?? []
        #expect(numbers.count == 3 && zip(numbers, [6, 6, 20]).allSatisfy { (1...$1).contains($0) })
        #expect(play.toAct == [0])
        #expect(try self.play([(roll, 0)]).board == board)
        #expect(play.position.reveals(GameJSON(Data(roll.utf8)), by: 0, at: play.table))
        try play.move(#"{"state": 2}"#, by: 0)
        #expect(play.board.contains(#""rolled":null"#) && play.toAct == [1])
        for bad in [#"{"roll": []}"#, #"{"roll": [1]}"#, #"{"roll": [1001]}"#] {
            #expect(try play.reason(against: bad, by: 1) == "bad_dice")
        }
        for other in [#""state": 1"#, #""next": [1]"#, #""private": {"0": 1}"#, #""outcome": {"winners": [0]}"#] {
            #expect(try play.reason(against: #"{"roll": [6], \#(other)}"#, by: 1) == "unreadable")
        }
    }

    @Test("dice lie until who rolled them goes on, whatever others do meanwhile, or is skipped")
    func diceOfOneSeat() throws {
        var play = try play([(#"{"roll": [6, 6]}"#, 0)], order: "anyone")
        let numbers = try play.position.board(for: .bystander).decode(as: Rolled.self).rolled
        try play.move(#"{"patch": {"a": 1}}"#, by: 1)
        #expect(try play.position.board(for: .bystander).decode(as: Rolled.self).rolled == numbers)
        let restored = try play.game.position(snapshot: play.position.snapshot)
        #expect(restored.equals(play.position))
        try play.move(#"{"patch": {"b": 1}}"#, by: 0)
        #expect(play.board.contains(#""rolled":null"#))
        var skipped = try self.play([(#"{"roll": [6, 6]}"#, 0)])
        try skipped.happen(.skip(0))
        #expect(skipped.board.contains(#""rolled":null"#) && skipped.toAct == [1])
        for order in ["rotation", "anyone", "named"] {
            var left = try self.play([(#"{"roll": [6, 6]}"#, 0)], order: order)
            try left.happen(.leave(1))
            #expect(!left.board.contains(#""rolled":null"#))
            try left.happen(.leave(0))
            #expect(left.board.contains(#""rolled":null"#) && left.toAct == [2])
        }
    }

    @Test("of several who were named the others stay to act, until each has moved, was skipped, or somebody is named")
    func severalNamed() throws {
        let named = try play([(#"{"state": 0, "next": [1, 3]}"#, 0)], seats: 4, order: "named")
        var moved = named
        try moved.move(#"{"patch": {"b": 1}}"#, by: 1)
        #expect(moved.toAct == [3])
        try moved.move(#"{"patch": {"d": 1}}"#, by: 3)
        #expect(moved.toAct == [0])
        var skipped = named
        try skipped.happen(.skip(3))
        #expect(skipped.toAct == [1])
        var renamed = named
        try renamed.move(#"{"patch": {"d": 1}, "next": [2]}"#, by: 3)
        #expect(renamed.toAct == [2])
    }

    private struct Rolled: Decodable { let rolled: [Int]? }

    @Test("of two patches at once both count if they touch different members, of two states one")
    func concurrency() throws {
        let play = try play(
            [(#"{"state": {"a": 1, "b": {"c": 2, "d": 3}}}"#, 0), (#"{"patch": {"b": {"c": 5}}}"#, 1)], order: "anyone")
        func isConcurrent(_ move: String, missing: Int = 1) -> Bool {
            play.position.isConcurrent(GameJSON(Data(move.utf8)), missing: missing)
        }
        #expect(isConcurrent(#"{"patch": {"a": 2}}"#))
        #expect(isConcurrent(#"{"patch": {"b": {"d": 2}}}"#))
        #expect(!isConcurrent(#"{"private": {"2": 2}, "patch": {"a": 2}}"#))
        #expect(!isConcurrent(#"{"patch": {"b": {"c": 1}}}"#))
        #expect(!isConcurrent(#"{"patch": {"b": 1}}"#))
        #expect(!isConcurrent(#"{"patch": {"a": 2}}"#, missing: 2))
        #expect(!isConcurrent(#"{"state": {"a": 2}}"#))
        #expect(!isConcurrent(#"{"patch": {"a": 2}, "outcome": {"winners": [0]}}"#))
        let given = try self.play([(#"{"patch": {"b": 1}, "private": {"2": 2}}"#, 1)], order: "anyone")
        #expect(given.position.isConcurrent(GameJSON(Data(#"{"patch": {"a": 2}}"#.utf8)), missing: 1))
        let turns = try self.play([(#"{"state": {"a": 1}}"#, 0)])
        #expect(!turns.position.isConcurrent(GameJSON(Data(#"{"patch": {"a": 2}}"#.utf8)), missing: 1))
    }

    @Test("it ends as the app says, with winners and points")
    func outcomes() throws {
        #expect(
            try play([(#"{"outcome": {"winners": [1, 0], "scores": [3, 3, 1]}}"#, 0)]).outcome
                == Outcome(kind: .won, winners: [0, 1], scores: [3, 3, 1]))
        #expect(try play([(#"{"outcome": {"winners": []}}"#, 0)]).outcome == .drawn)
        #expect(try play([(#"{"outcome": {"winners": [], "kind": "completed"}}"#, 0)]).outcome == .completed)
        let play = try play([])
        for bad in [#"{"winners": [3]}"#, #"{"winners": [0, 0]}"#, #"{"winners": [0], "scores": [1]}"#] {
            #expect(try play.reason(against: #"{"outcome": \#(bad)}"#, by: 0) == "bad_outcome")
        }
        var others = play
        others.table = GameTable(seats: [.taken, .open, .gone])
        #expect(try others.reason(against: #"{"outcome": {"winners": [1]}}"#, by: 0) == "bad_outcome")
        #expect(try others.reason(against: #"{"outcome": {"winners": [2]}}"#, by: 0) == nil)
        #expect(try play.reason(against: #"{"outcome": {"winners": [0], "kind": "drawn"}}"#, by: 0) == "unreadable")
    }

    @Test("an app's texts fill the whole layout, name seats, and speak the reader's language")
    func texts() throws {
        let move = #"""
            {"state": 1, "mediaURL": "https://cdn.example/roar.m4a", "texts": {
              "caption": {"en": "{mover} asks {seat 1}", "de": "{mover} fragt {seat 1}"}, "subcaption": "b",
              "trailingCaption": "c", "trailingSubcaption": "d", "imageTitle": "e", "imageSubtitle": "f",
              "summaryText": "g", "accessibilityLabel": "h"}}
            """#
        let texts = try play([]).message(for: move, by: 0)
        #expect(texts.all.count == 8 && texts.mediaURL == "https://cdn.example/roar.m4a")
        guard case .template(let template) = texts.caption.arguments["words"] else {
            Issue.record("the caption is no template")
            return
        }
        #expect(template.sentence(in: "de").words == "{mover} fragt {seat 1}")
        #expect(template.sentence(in: "pl").words == "{mover} asks {seat 1}")
    }

    @Test("a message may have no caption, with other texts beside it too; what has no words has standard ones")
    func captions() throws {
        let play = try play([])
        let bare = try play.message(for: #"{"state": 1, "texts": {"caption": null, "summaryText": "A move"}}"#, by: 0)
        #expect(bare.hidesCaption)
        let other = try play.message(for: #"{"state": 1, "texts": {"caption": null, "subcaption": "x"}}"#, by: 0)
        #expect(other.hidesCaption && other.subcaption?.english == "x")
        let stored = try #require(
            play.position.understood(GameJSON(Data(#"{"texts": {"caption": null, "subcaption": "x"}}"#.utf8))))
        #expect(stored.description == #"{"texts":{"caption":null,"subcaption":"x"}}"#)
        #expect(try play.message(for: #"{"state": 1}"#, by: 0).caption.english == "<mover> made a move")
        #expect(try play.message(for: #"{"roll": [2]}"#, by: 0).caption.english.hasPrefix("<mover> rolled "))
    }

    @Test(
        "what no app should send is refused with the reason",
        arguments: [
            (#"{"state": 1, "patch": {}}"#, "state_and_patch"), (#"{"texts": {"caption": " "}}"#, "text_empty"),
            (#"{"mediaURL": "https://x.example/a b"}"#, "bad_media"),
            (#"{"mediaURL": "https://x.example:99999/a"}"#, "bad_media"), (#"{"private": {"3": 1}}"#, "no_such_seat"),
            (#"{"texts": {"caption": "{nobody}"}}"#, "unknown_place"),
            (#"{"texts": {"caption": "{seat 3}"}}"#, "no_such_seat"),
            (#"{"texts": {"caption": {"en-\#(String(repeating: "x", count: 33))": "a"}}}"#, "bad_language"),
            (#"{"state": 1, "mediaURL": "http://a.example/x"}"#, "bad_media"),
            (#"{"state": 1, "mediaURL": "https://u:p@a.example/x"}"#, "bad_media"),
            ("{}", "unreadable"), (#""a1""#, "unreadable"), (#"{"private": {"x": 1}}"#, "unreadable"),
            (#"{"next": "0", "state": 1}"#, "unreadable"), (#"{"texts": {"caption": 7}}"#, "unreadable"),
        ])
    func refusals(move: String, reason: String) throws {
        #expect(try play([]).reason(against: move, by: 0) == reason)
    }

    @Test("numbers keep their digits")
    func numbers() throws {
        let play = try play([])
        for number in ["9223372036854775807", "-9223372036854775808", "9007199254740993", "0.1", "2.5e-07", "1e+300"] {
            var play = play
            try play.move("{\"state\": \(number)}", by: 0)
            #expect(play.board == "{\"private\":null,\"rolled\":null,\"state\":\(number)}")
        }
    }

    @Test("a state has at most 64 KiB, by patches too")
    func size() throws {
        let long = String(repeating: "x", count: 40_000)
        let half = try play([(#"{"state": {"a": "\#(long)"}}"#, 0)])
        #expect(try half.reason(against: #"{"patch": {"b": "\#(long)"}}"#, by: 1) == "state_too_large")
        #expect(try half.reason(against: #"{"patch": {"a": "\#(long)"}}"#, by: 1) == nil)
        let longer = String(repeating: "x", count: 66_000)
        #expect(try half.reason(against: #"{"private": {"0": "\#(longer)"}}"#, by: 1) == "private_too_large")
    }

    @Test("whose petals are whose shows by signs, whatever the colours; beyond the signs by rings")
    func signs() throws {
        func picture(by mover: SeatIndex) throws -> Picture {
            var play = try Play("open", seats: 32, options: ##"{"order": "anyone", "colours": ["#123456"]}"##)
            try play.move(#"{"state": 1}"#, by: mover)
            return try play.picture()
        }
        #expect(Set(try (0..<32).map { try picture(by: SeatIndex($0)) }).count == 32)
    }

    @Test("colours are those of the app, and nothing else gets into the picture")
    func colours() throws {
        let play = try Play("open", seats: 2, options: ##"{"colours": ["#123456", "#ABCDEF"]}"##)
        #expect(try play.picture().svg.contains("#123456"))
        #expect(throws: OptionsRejection.self) {
            try Play("open", options: ##"{"colours": ["\"/><script>"]}"##)
        }
        #expect(throws: OptionsRejection.self) { try Play("open", options: ##"{"order": "chaos"}"##) }
    }
}
