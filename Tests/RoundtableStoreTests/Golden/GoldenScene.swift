import Foundation
import GameRules
import RoundtableModel

/// A game to be played and kept: with its options, and with what happens in it besides moves.
struct GoldenScene: Sendable {
    /// Something besides a move.
    enum Happening: Sendable {
        /// An operator passes the turn.
        case skip
        /// Whoever is to act is too late.
        case timeOut
        /// Whoever is to act leaves, or gives up.
        case leave, resign
        /// Somebody comes who had no seat.
        case join
        /// Whoever is to act takes some of the bank.
        case ponder
        /// The seat that moved last offers something to the others, who have not answered yet.
        case offer(Agreement)
        /// The others accept the offer, or one of them declines it.
        case accept, decline
        /// A pause is over.
        case resume
    }

    let seats: Int
    /// How many of the seats are taken when the creator starts the game; nil for all.
    var taken: Int?
    var options = "{}"
    /// What happens to a seat whose time is over, in a game whose players have a bank; nil for the game's own, and no
    /// bank.
    var atEnd: ClockEnd?
    /// What happens in the rematch, likewise; nil if there is none.
    var rematch: [Int: Happening]?
    /// The moves that it begins with; random ones follow.
    var moves: [String] = []
    /// By how many moves and other things happened before.
    var happenings: [Int: Happening] = [:]

    /// Plain games: moves only.
    static func plain(_ game: any Game) -> [GoldenScene] {
        Set([max(2, game.seats.lowerBound), min(4, game.seats.upperBound)]).sorted().map { GoldenScene(seats: $0) }
    }

    /// Games with options, in which people are skipped, late, and gone.
    static func eventful(_ game: GameName) -> [GoldenScene] {
        switch game {
        case "chess":
            [
                GoldenScene(
                    seats: 2,
                    options: #"{"fen": "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1", "chess960": true}"#,
                    moves: ["e1h1", "e8a8"], happenings: [12: .resign]),
                GoldenScene(seats: 2, happenings: [7: .timeOut]),
            ]
        case "dots-and-boxes":
            [
                GoldenScene(
                    seats: 4, options: #"{"rows": 2, "columns": 4}"#,
                    happenings: [3: .skip, 6: .leave, 9: .timeOut]),
                GoldenScene(seats: 3, options: #"{"rows": 1, "columns": 2}"#, happenings: [2: .leave, 4: .resign]),
            ]
        case "crazy-eights":
            [
                GoldenScene(
                    seats: 6, taken: 4, options: #"{"reverse": true}"#, happenings: [3: .leave, 6: .skip, 11: .timeOut]),
                GoldenScene(seats: 3, happenings: [4: .leave, 7: .resign]),
                GoldenScene(
                    seats: 7, options: #"{"reverse": true}"#,
                    happenings: [2: .leave, 5: .leave, 9: .leave, 10: .leave, 13: .leave, 15: .leave]),
            ]
        case "rock-paper-scissors":
            [
                GoldenScene(
                    seats: 4, options: #"{"rounds": 4}"#, happenings: [1: .skip, 5: .leave, 8: .skip, 9: .timeOut]),
                GoldenScene(seats: 3, options: #"{"rounds": 25}"#, happenings: [4: .leave, 9: .resign]),
            ]
        case "yacht":
            [
                GoldenScene(seats: 4, happenings: [4: .skip, 9: .leave, 14: .timeOut]),
                GoldenScene(seats: 3, taken: 2, happenings: [11: .resign]),
            ]
        case "sea-battle":
            [
                GoldenScene(seats: 2, happenings: [6: .skip, 15: .resign]),
                GoldenScene(seats: 2, happenings: [1: .leave]),
                GoldenScene(seats: 2, happenings: [9: .timeOut]),
            ]
        case "open": open
        case "ice-cream":
            [
                GoldenScene(
                    seats: 3, moves: ["Base=base02", "Scoops=scoops03"], happenings: [2: .join, 3: .leave]),
                GoldenScene(seats: 4, happenings: [1: .leave, 2: .resign]),
            ]
        case "reversi":
            [
                GoldenScene(seats: 2, happenings: [2: .skip, 9: .resign]),
                GoldenScene(seats: 2, happenings: [4: .timeOut]),
            ]
        default:
            [
                GoldenScene(seats: 2, happenings: [4: .resign]),
                GoldenScene(seats: 2, happenings: [3: .leave]), GoldenScene(seats: 2, happenings: [4: .timeOut]),
            ]
        }
    }

    /// Games over days, of two and of six players, with offers, clocks and rematches: of each end that a clock may
    /// have.
    static func days(_ game: GameName) -> [GoldenScene] {
        guard let seats = ["reversi": 2, "crazy-eights": 6][game] else { return [] }
        return [
            GoldenScene(
                seats: seats, atEnd: .skip,
                happenings: [
                    2: .offer(.draw), 3: .decline, 5: .offer(.undo), 6: .accept, 8: .ponder, 10: .offer(.pause),
                    11: .accept, 12: .resume, 14: .timeOut, 16: .offer(.draw), 18: .offer(.draw), 19: .accept,
                ]),
            GoldenScene(
                seats: seats, atEnd: .play, rematch: [3: .timeOut, 9: .offer(.draw), 10: .accept],
                happenings: [3: .timeOut, 5: .ponder, 7: .offer(.draw), 9: .offer(.pause), 10: .accept]),
            GoldenScene(
                seats: seats, atEnd: .forfeit, happenings: [4: .timeOut, 6: .offer(.pause), 7: .resign]),
        ]
    }

    /// Each order, dice whose roller goes, and somebody who comes in.
    private static let open = [
        GoldenScene(
            seats: 4, options: ##"{"order": "named", "colours": ["#102030", "#A0B0C0"]}"##,
            moves: [
                #"{"state": {"a": 12345678901}, "next": [2, 1], "private": {"1": "QS"}}"#, #"{"patch": {"b": [1.5]}}"#,
                #"{"patch": {"a": null}, "texts": {"caption": null, "subcaption": {"en": "{seat 2} is next"}}}"#,
                #"{"roll": [6, 20]}"#,
            ], happenings: [2: .skip, 5: .leave, 7: .timeOut]),
        GoldenScene(
            seats: 2, options: #"{"order": "anyone"}"#,
            moves: [
                #"{"patch": {"a": 1}, "mediaURL": "https://media.example/roar.m4a"}"#, #"{"roll": [6, 6]}"#,
                #"{"patch": {"b": {"c": 2}}}"#,
            ], happenings: [2: .join, 3: .leave]),
        GoldenScene(seats: 3, happenings: [3: .timeOut, 5: .resign]),
    ]
}
