import Foundation
import GameRules
import TestSupport
import Testing

@testable import Games

@Suite("Crazy eights")
struct CrazyEightsTests {
    @Test("two players get seven cards, more get five, and six or more play with two packs", arguments: 2...7)
    func dealing(seats: Int) throws {
        let play = try Play("crazy-eights", seats: seats)
        let state: CrazyEightsState = try play.position.snapshot.decode()
        #expect(state.hands.allSatisfy { $0.count == (seats == 2 ? 7 : 5) })
        #expect(state.pile.count == 1 && state.suit == state.pile.top?.suit)
        #expect(sorted(state) == (seats < 6 ? Card.pack : Card.pack + Card.pack).map(\.rawValue).sorted())
    }

    @Test("a session that starts with open seats deals to those who are there")
    func fewerSeats() throws {
        let play = try Play("crazy-eights", seats: 7, taken: 3)
        #expect(play.board.contains(#""counts":[5,5,5,0,0,0,0],"direction":1,"hand":null,"stock":36"#))
        #expect(play.toAct == [0])
    }

    @Test("an eight that is turned up is buried", arguments: 1...60 as ClosedRange<UInt64>)
    func burying(seed: UInt64) throws {
        let state: CrazyEightsState = try Play("crazy-eights", seed: seed).position.snapshot.decode()
        #expect(state.pile.top?.rank != .eight && state.stock.count == 37)
    }

    @Test("the board has the reader's cards, and nobody else's")
    func board() throws {
        let play = try crafted(hands: ["QS TH", "2C"], pile: "8S", suit: .hearts, stock: "3D 4D")
        let others = #"{"counts":[2,1],"direction":1,"hand":null,"stock":2,"suit":"H","top":"8S"}"#
        #expect(play.board == others)
        #expect(play.board(for: .seat(0)) == others.replacing("null", with: #"["QS","TH"]"#))
        #expect(play.board(for: .seat(1)) == others.replacing("null", with: #"["2C"]"#))
        #expect(play.board(for: Reader(seats: [0, 1])) == play.board(for: .seat(0)))
    }

    @Test("nothing is dealt before play begins")
    func undealt() throws {
        let game = CrazyEights()
        let position = try game.position(options: .emptyObject, seats: 3)
        #expect(
            try position.board(for: .seat(1)).description
                == #"{"counts":[0,0,0],"direction":1,"hand":[],"stock":52,"suit":null,"top":null}"#)
        #expect(position.outcome(at: GameTable(openSeats: 3)) == nil)
        #expect(!game.allowsOpeningMove && position.waitsForPlayers)
    }

    @Test("a card follows suit or rank, an eight always, and names the suit to follow")
    func following() throws {
        var play = try crafted(hands: ["QS QS 4H 8D 9C", "KH 8H 3C"], pile: "4S", stock: "2C")
        #expect(try play.legalMoves(for: 0) == ["QS", "4H", "8D:C", "8D:D", "8D:H", "8D:S", "draw"])
        #expect(try play.legalMoves(for: 1) == [])
        play = try play.moves("8D:H")
        #expect(try play.legalMoves(for: 1) == ["KH", "8H:C", "8H:D", "8H:H", "8H:S", "draw"])
        #expect(try play.moves("8H:C").legalMoves(for: 0) == ["9C", "draw"])
    }

    @Test("whoever draws goes on until a card is played")
    func drawing() throws {
        let play = try crafted(hands: ["2C 3C", "KH"], pile: "4S", stock: "5S 9D").moves("draw")
        #expect(play.toAct == [0])
        #expect(try play.legalMoves(for: 0) == ["draw"])
        let drawn = try play.moves("draw")
        #expect(try drawn.legalMoves(for: 0) == ["5S"])
        #expect(try drawn.moves("5S").toAct == [1])
    }

    @Test("the next draw from a stock that is used up shuffles the pile below its top")
    func renewing() throws {
        let play = try crafted(hands: ["2C", "KH"], pile: "9D 5S 6S 7S 4S", stock: "")
        let drawn: CrazyEightsState = try play.moves("draw").position.snapshot.decode()
        #expect(drawn.pile.rawValue == "4S" && drawn.stock.count == 3 && drawn.hands[0].count == 2)
        #expect(sorted(drawn) == ["2C", "4S", "5S", "6S", "7S", "9D", "KH"])
        #expect(
            try play.message(for: "draw", by: 0).subcaption?.english == "The pile is the new stock. <seat 0> to play")
    }

    @Test(
        "moves that do not count say why",
        arguments: [
            ("KH", "not_in_hand"), ("8C:S", "not_in_hand"), ("8C", "not_in_hand"), ("8D", "suit_missing"),
            ("QS:H", "names_no_suit"), ("9C", "does_not_follow"), ("pass", "must_draw"), ("8D:X", "unreadable"),
            ("8D:", "unreadable"), ("10S", "unreadable"), ("SQ", "unreadable"), ("qs", "unreadable"),
            ("8D:H:H", "unreadable"), ("Draw", "unreadable"), ("", "unreadable"),
        ])
    func refusals(move: String, reason: String) throws {
        let play = try crafted(hands: ["QS 8D 9C", "KH 8C"], pile: "4S", stock: "2C")
        #expect(try play.reason(against: move, by: 0) == reason)
    }

    @Test("only who can't play and finds nothing to draw passes")
    func passing() throws {
        let blocked = try crafted(hands: ["2C", "KH"], pile: "4S", stock: "")
        #expect(try blocked.reason(against: "draw", by: 0) == "nothing_to_draw")
        #expect(try blocked.legalMoves(for: 0) == ["pass"])
        #expect(try blocked.moves("pass").toAct == [1])
        let able = try crafted(hands: ["2S", "KH"], pile: "4S", stock: "")
        #expect(try able.reason(against: "pass", by: 0) == "must_play")
        #expect(try able.legalMoves(for: 0) == ["2S"])
    }

    @Test(
        "with all cards in hands but one somebody can play, so no game is blocked",
        arguments: 1...5 as ClosedRange<UInt64>)
    func neverBlocked(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        var play = try Play("crazy-eights", seats: 3, seed: seed)
        var emptied = 0
        // Who draws nearly always has ever more cards, so that the end is not waited for.
        for _ in 0..<150 {
            guard let seat = play.toAct.first else { break }
            let moves = try play.legalMoves(for: seat)
            let draws = moves.contains("draw") && Int.random(in: 0..<10, using: &generator) < 9
            try play.move(draws ? "draw" : try #require(moves.randomElement(using: &generator)), by: seat)
            let state: CrazyEightsState = try play.position.snapshot.decode()
            guard !state.canDraw else { continue }
            emptied += 1
            #expect(state.hands.contains { $0.list.contains(where: state.follows) })
        }
        #expect(emptied > 0)
    }

    @Test(
        "whoever has no cards left wins what the others hold: eights 50, courts and tens 10, aces 1, others their pips")
    func winning() throws {
        let play = try crafted(hands: ["QS", "8H KC TD AH 7C", "2D JD"], pile: "4S", stock: "3C").moves("QS")
        #expect(play.outcome == Outcome(kind: .won, winners: [0], scores: [90, 0, 0]))
        #expect(play.toAct.isEmpty)
        #expect(Card.pack.reduce(0) { $0 + $1.points } == 508)
        var left = play
        left.leave(1)
        #expect(left.outcome == play.outcome)
    }

    @Test("plain cards never turn play round")
    func plain() throws {
        let play = try crafted(hands: ["AS 2H", "QS 3H", "4H"], pile: "4S", stock: "").moves("AS QS")
        #expect(play.toAct == [2] && play.board.contains(#""direction":1"#))
    }

    @Test("if asked for, aces reverse and queens skip")
    func turning() throws {
        let play = try crafted(hands: ["AS 2H", "4H 9C", "AD QD 3H"], pile: "4S", stock: "", reverse: true)
        let reversed = try play.moves("AS")
        #expect(reversed.toAct == [2] && reversed.board.contains(#""direction":-1"#))
        let again = try reversed.moves("AD")
        #expect(again.toAct == [0] && again.board.contains(#""direction":1"#))
        let skipping = try crafted(hands: ["QS 2H", "4H", "3H"], pile: "4S", stock: "", reverse: true).moves("QS")
        #expect(skipping.toAct == [2])
        #expect(try Play("crazy-eights", options: #"{"reverse":true}"#).board.contains(#""direction":1"#))
        #expect(throws: OptionsRejection.self) { try CrazyEights().position(options: ["reverse": 1], seats: 2) }
    }

    @Test("who goes leaves the cards under the stock, and the turn to the next")
    func departures() throws {
        var play = try crafted(hands: ["QS 2H 5D", "4H", "3H"], pile: "4S", stock: "9C TC")
        play.leave(0)
        let state: CrazyEightsState = try play.position.snapshot.decode()
        #expect(state.stock.rawValue.hasSuffix("9CTC") && state.stock.count == 5 && state.hands[0].isEmpty)
        #expect(play.toAct == [1] && play.outcome == nil)
        #expect(play.board(for: .seat(0)).contains(#""hand":[]"#))
        play.leave(2)
        #expect(play.outcome == .won(by: 1))
    }

    @Test("a skipped turn passes without a card")
    func skipping() throws {
        var play = try crafted(hands: ["QS", "4H", "3H"], pile: "4S", stock: "9C")
        play.position.skip(1, at: play.table)
        #expect(play.toAct == [0])
        play.position.skip(0, at: play.table)
        #expect(play.toAct == [1] && play.board.contains(#""counts":[1,1,1]"#))
    }

    @Test("a message tells the card, what is left, and what VoiceOver reads of the table")
    func messages() throws {
        let play = try crafted(hands: ["QS 8D 2H", "KH", "3C 4C"], pile: "4S", stock: "9C")
        let queen = try play.message(for: "QS", by: 0)
        #expect(queen.caption.english == "<mover> played the queen of spades")
        #expect(queen.subcaption?.english == "<seat 1> to play")
        #expect(queen.trailingCaption?.english == "2 cards left" && queen.trailingSubcaption?.english == "Stock: 1")
        #expect(
            queen.accessibilityLabel?.english
                == "<mover> played the queen of spades. On top: the queen of spades. Suit to follow: spades. "
                + "Stock: 1. <seat 0>: 2 cards left; <seat 1>: 1 card left; <seat 2>: 2 cards left.")
        #expect(
            try play.message(for: "8D:H", by: 0).caption.english
                == "<mover> played the eight of diamonds and named hearts")
        let draw = try play.message(for: "draw", by: 0)
        #expect(
            draw.caption.english(reader: .mover) == "You drew a card" && draw.trailingCaption?.english == "4 cards left"
        )
        let win = try play.moves("8D:H").message(for: "KH", by: 1)
        #expect(win.caption.english == "<mover> played the king of hearts and won")
        #expect(win.subcaption?.english == "With 19 points from the other hands")
        #expect(win.summary?.english == "<mover> won at crazy eights")
    }
}

extension CrazyEightsTests {
    /// Messages in which the game says everything that it can say.
    static func everyMessage() throws -> [MessageTexts] {
        let undealt = try CrazyEights().position(options: .emptyObject, seats: 2)
        let passing = try crafted(hands: ["2C", "KH"], pile: "4S", stock: "")
        let renewing = try crafted(hands: ["2C", "KH"], pile: "9D 4S", stock: "")
        let winning = try crafted(hands: ["QS", "KH"], pile: "4S", stock: "")
        return try (1...4).flatMap {
            try Play("crazy-eights", options: #"{"reverse":true}"#, seed: $0).messages(seed: $0)
        }
            + [
                undealt.openingMessage().labelled(at: undealt, outcome: nil), passing.message(for: "pass", by: 0),
                renewing.message(for: "draw", by: 0), winning.message(for: "QS", by: 0),
            ]
    }
}

/// A game of crazy eights at a position of one's own; hands and piles are cards separated by spaces, the uppermost
/// last.
func crafted(
    hands: [String], pile: String, suit: Card.Suit? = nil, stock: String, reverse: Bool = false
) throws -> Play {
    func cards(_ list: String) throws -> Cards { try #require(Cards(rawValue: list.replacing(" ", with: ""))) }
    var play = try Play("crazy-eights", seats: hands.count)
    var state = CrazyEightsState(seats: hands.count, hasTurningCards: reverse)
    state.hands = try hands.map(cards)
    state.pile = try cards(pile)
    state.suit = suit ?? state.pile.top?.suit
    state.stock = try cards(stock)
    play.position = try play.game.position(snapshot: GameJSON(encoding: state))
    return play
}

/// All cards of a position, wherever they are.
private func sorted(_ state: CrazyEightsState) -> [String] {
    ((state.hands + [state.pile, state.stock]).flatMap(\.list)).map(\.rawValue).sorted()
}
