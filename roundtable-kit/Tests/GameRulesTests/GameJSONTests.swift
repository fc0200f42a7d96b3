import Foundation
import GameRules
import RoundtableTestTools
import Testing

@Suite("JSON of games")
struct GameJSONTests {
    /// The same members twice: written by the value itself, and as the compiler encodes them.
    private struct Written: GameJSONWritable, Decodable, Equatable {
        var heaps = [3, -4, 0]
        var isOver = false
        var last: String?
        var note = "say \"hi\"\n\u{1F3B2}"

        func write(to json: inout JSONWriter) {
            json.object { json in
                json.name("heaps")
                json.array(heaps) { json, heap in json.integer(heap) }
                json.name("isOver")
                json.bool(isOver)
                json.name("last")
                if let last { json.string(last) } else { json.null() }
                json.name("note")
                json.string(note)
            }
        }
    }

    private let text = #"{"heaps":[3,-4,0],"isOver":false,"last":null,"note":"say \"hi\"\n🎲"}"#

    @Test("a value that writes itself is what it writes, alone and inside of others, whoever encodes it")
    func writing() throws {
        let value = Written()
        #expect(try GameJSON(encoding: value).description == text)
        #expect(try GameJSON(encoding: value).decode(as: Written.self) == value)
        #expect(try GameJSON(encoding: ["a": [value]]).description == #"{"a":[\#(text)]}"#)
        #expect(try JSONDecoder().decode([Written].self, from: JSONEncoder().encode([value])) == [value])
    }

    @Test("arrays and objects nest, empty ones too")
    func nesting() throws {
        struct Nested: GameJSONWritable {
            func write(to json: inout JSONWriter) {
                json.array([[], [1], [2, 3]]) { json, numbers in
                    json.object { json in
                        json.name("all")
                        json.array(numbers) { json, number in
                            json.object {
                                $0.name("n"); $0.integer(number)
                            }
                        }
                        json.name("none")
                        json.object { _ in }
                    }
                }
            }
        }
        #expect(
            try GameJSON(encoding: Nested()).description
                == #"[{"all":[],"none":{}},{"all":[{"n":1}],"none":{}},{"all":[{"n":2},{"n":3}],"none":{}}]"#)
    }

    @Test(
        "a text has the same JSON as its encoding, short or long, whatever is in it",
        arguments: [
            "", "a1", "\"", "\\", "\u{1}", "tab\t", "äöü", "🎲🎲🎲", "twelve bytes", "thirteen byte", "Topping=topping12",
        ])
    func texts(text: String) throws {
        #expect(GameJSON(text: text) == (try GameJSON(encoding: text)))
    }

    @Test("moves are listed and shown in the game's own notation, not as they are encoded")
    func notation() throws {
        let table = GameTable(seats: [.taken])
        let position = try Countdown().position(options: .emptyObject, seats: 1)
        #expect(try position.legalMoves(for: 0, at: table) == ["minus 1", "minus 2"])
        let move = try GameJSON(encoding: "minus 2")
        #expect(position.understood(move) == move)
        #expect(try position.shown(move, by: 0, ordinal: 0, to: .bystander) == move)
    }

    @Test("what is no move is refused with the game's own reason, or else in general")
    func noMove() throws {
        var position = try Countdown().position(options: .emptyObject, seats: 1)
        for (move, expected) in [("minus x", "minus and a number"), (5, "a move in the notation of countdown")]
            as [(GameJSON, String)]
        {
            #expect(throws: MoveRejection.unreadable(expected: expected)) {
                try position.apply(
                    move, by: 0, at: GameTable(seats: [.taken]), random: GameRandom(SeededRandom(seed: 1)))
            }
        }
    }
}

/// A game whose moves are encoded as numbers and written in words.
struct Countdown: OpenInformationGame {
    let name: GameName = "countdown"
    let seats = 1...1
    let texts = TextCatalog.empty

    func setUp(_ options: NoOptions, seats: Int) -> Int { 10 }

    func toAct(in state: Int, at table: GameTable) -> [SeatIndex] { state > 0 ? table.inPlay : [] }

    func move(from notation: GameJSON) throws -> Int {
        let words = try notation.decode(as: String.self).split(separator: " ")
        guard let number = words.last.flatMap({ Int($0) }) else {
            throw MoveRejection.unreadable(expected: "minus and a number")
        }
        return number
    }

    func notation(of move: Int) throws -> GameJSON { try GameJSON(encoding: "minus \(move)") }

    func apply(
        _ move: Int, by seat: SeatIndex, to state: inout Int, at table: GameTable, random: inout GameRandom
    ) throws(MoveRejection) {
        state -= move
    }

    func legalMoves(for seat: SeatIndex, in state: Int, at table: GameTable) -> [Int]? { [1, 2] }

    func outcome(of state: Int, at table: GameTable) -> Outcome? { state > 0 ? nil : .completed }

    func board(of state: Int) -> Int { state }

    func picture(of board: Int) -> Picture { Picture(background: "#FFFFFF", elements: []) }

    func message(for turn: TurnStory<Countdown>) -> MessageTexts { MessageTexts(caption: GameText("countdown.move")) }

    func openingMessage(in state: Int) -> MessageTexts { MessageTexts(caption: GameText("countdown.opening")) }
}
