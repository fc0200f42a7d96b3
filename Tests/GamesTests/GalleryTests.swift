import Foundation
import GameRules
import TestSupport
import Testing

@testable import Games

/// Draws the pictures of docs/games.md: of each game one position in the middle and one at the end.
@Suite("Gallery")
struct GalleryTests {
    @Test("two pictures of each game are drawn", .pictures, arguments: scenes)
    func draw(scene: Scene) throws {
        let directory = URL(filePath: try #require(Environment.pictures), directoryHint: .isDirectory)
        let positions = try scene.positions()
        #expect(positions.end.outcome != nil && positions.middle.outcome == nil)
        let order = Self.scenes.map(\.name.rawValue).joined(separator: "\n")
        try order.write(to: directory.appending(path: "order"), atomically: true, encoding: .utf8)
        for (play, name) in [(positions.middle, "middle"), (positions.end, "end")] {
            try play.picture().svg.write(
                to: directory.appending(path: "\(scene.name)-\(name).svg"), atomically: true, encoding: .utf8)
        }
    }

    /// A game that is shown.
    struct Scene: Sendable, CustomTestStringConvertible {
        let name: GameName
        var seats = 2
        var options = "{}"
        /// The moves, in order; nil for a game played at random.
        var moves: [String]?
        /// How many of the moves lead to the middle.
        var middle = 0
        var seed: UInt64 = 1

        var testDescription: String { name.rawValue }

        fileprivate func positions() throws -> (middle: Play, end: Play) {
            var generator = SeededRandom(seed: seed)
            var play = try Play(name, seats: seats, options: options, seed: seed)
            var middle = play
            var rest = (moves ?? [])[...]
            while let first = play.toAct.first {
                let move = try rest.popFirst() ?? play.someMove(for: first, using: &generator)
                // Where several may act, whoever may make that move.
                let seat = try play.toAct.first { try play.reason(against: move, by: $0) == nil } ?? first
                try play.move(move, by: seat)
                if play.history.count == self.middle { middle = play }
            }
            return (middle, play)
        }
    }

    /// A scene of each game; of one that none is chosen for, a game played at random.
    static let scenes =
        chosen
        + GameLibrary.standard.names.filter { name in !chosen.contains { $0.name == name } }.map { Scene(name: $0) }

    private static let chosen = [
        Scene(
            name: "ice-cream", seats: 3,
            moves: "Base=base03 Scoops=scoops05 Topping=topping01 Topping=topping05 Topping=topping11 finish".words,
            middle: 3),
        Scene(name: "tic-tac-toe", moves: "b2 a1 c1 b1 a3".words, middle: 3),
        Scene(name: "four-in-a-row", moves: "4 4 5 3 3 5 4 4 2 6 5 6 2 1 5 3 3 5 2 2".words, middle: 12),
        Scene(name: "reversi", middle: 26, seed: 3),
        // The Opera Game: Morphy against Duke Karl and Count Isouard, Paris 1858.
        Scene(
            name: "chess",
            moves: """
                e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 \
                c4b5 b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8
                """.words, middle: 23),
        Scene(name: "dots-and-boxes", seats: 3, options: #"{"rows": 5, "columns": 5}"#, middle: 43, seed: 4),
        Scene(name: "sea-battle", middle: 60, seed: 5),
        Scene(name: "crazy-eights", seats: 4, middle: 9, seed: 6),
        Scene(name: "yacht", seats: 4, middle: 50, seed: 7),
        Scene(
            name: "rock-paper-scissors", seats: 4, options: #"{"rounds": 3}"#,
            moves: "rock rock scissors paper scissors paper".words, middle: 6, seed: 8),
        Scene(
            name: "open", seats: 4,
            moves: (0..<23).map { #"{"patch": {"move": \#($0)}}"# } + [
                #"{"roll": [6, 6]}"#, #"{"outcome": {"winners": [2]}}"#,
            ], middle: 24),
    ]
}
