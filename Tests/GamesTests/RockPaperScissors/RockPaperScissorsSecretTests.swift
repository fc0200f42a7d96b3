import GameRules
import TestSupport
import Testing

@testable import Games

@Suite("Secrets of rock, paper, scissors")
struct RockPaperScissorsSecretTests {
    private static let options = #"{"rounds":3}"#
    private static let attempts = ["rock", "paper", "scissors", "lizard"]

    @Test(
        "other choices of the round that is on look the same to everybody who did not make them",
        arguments: [2, 3, 5, 16], [1, 2] as [UInt64])
    func secrets(seats: Int, seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let play = try Play("rock-paper-scissors", seats: seats, options: Self.options)
        let course = try Self.course(play, using: &generator)
        for reader in [.bystander] + play.table.all.prefix(4).map({ Reader.seat($0) }) {
            let other = Self.redealt(course, for: reader, using: &generator)
            let check = SecretsCheck(reader: reader, attempts: Self.attempts)
            #expect(try check.leaks(in: play, between: course.events, and: other) == [])
        }
    }

    @Test("the check catches what a leaking game tells", arguments: Leak.allCases)
    func leaks(leak: Leak) throws {
        let play = try Play(
            of: LeakingGame(RockPaperScissors()) { leak.add(to: &$0) }, seats: 3, options: Self.options)
        // Seat 1 has chosen rock before, so that a move alone does not tell which one it was.
        let before = [("paper", 0), ("rock", 1), ("scissors", 2), ("rock", 0)].map {
            PlayEvent.move($0, by: SeatIndex($1))
        }
        let found = try ["rock", "scissors"].map { secret in
            try SecretsCheck(reader: .seat(0), attempts: Self.attempts).leaks(
                in: play, between: before + [.move(secret, by: 1)], and: before + [.move("paper", by: 1)])
        }
        #expect(found.allSatisfy { $0.contains { $0.contains(leak.rawValue) } }, "\(found)")
    }

    /// What a careless game might tell; its raw value is part of the finding's name.
    enum Leak: String, CaseIterable {
        case board, label, message, shown, refusal

        fileprivate func add(to leaks: inout LeakingGame<RockPaperScissors>.Leaks) {
            switch self {
            case .board: leaks.board = { state, _, _ in RockPaperScissors().board(of: state, for: .seat(1)) }
            case .label: leaks.label = { state, _ in GameText("leak", ["choice": .words(state.current.rawValue)]) }
            case .message: leaks.message = { turn, _ in MessageTexts(caption: GameText("leak.\(turn.move.rawValue)")) }
            // Every choice is shown that was made in a round before: a secret one if it equals such a one.
            case .shown:
                leaks.shown = { move, state, shown in
                    state.rounds.contains { $0.choices.contains(move) } ? move : shown
                }
            case .refusal: leaks.refusal = { state, _ in .illegal(reason: "leak", detail: state.current.rawValue) }
            }
        }
    }

    private struct Course {
        var events: [PlayEvent] = []
        /// Which of them are choices of the round that is on, or were taken back.
        var secrets: [Int] = []
    }

    /// Some choices, seats that are skipped, and some that go, until the game is over or has gone on for long enough.
    private static func course(_ play: Play, using generator: inout SeededRandom) throws -> Course {
        var play = play
        var course = Course()
        let length = Int.random(in: 1...(play.table.seats.count * 3), using: &generator)
        while course.events.count < length, let seat = play.toAct.randomElement(using: &generator) {
            let event: PlayEvent =
                switch Int.random(in: 0..<20, using: &generator) {
                case 0: .leave(play.table.taken.randomElement(using: &generator) ?? seat)
                case 1: .skip(seat)
                default: .move(try play.someMove(for: seat, using: &generator), by: seat)
                }
            try play.happen(event)
            course.events.append(event)
        }
        let moves = course.events.indices.filter { if case .move = course.events[$0] { true } else { false } }
        course.secrets = try zip(moves.indices, moves).compactMap { index, event in
            try play.shown(index, to: .bystander) == nil ? event : nil
        }
        return course
    }

    /// The same with other choices where the reader sees none.
    private static func redealt(
        _ course: Course, for reader: Reader, using generator: inout SeededRandom
    ) -> [PlayEvent] {
        var events = course.events
        for index in course.secrets {
            guard case .move(let move, let seat) = events[index], !reader.seats.contains(seat) else { continue }
            let others = attempts.dropLast().filter { $0 != move }
            events[index] = .move(others.randomElement(using: &generator) ?? move, by: seat)
        }
        return events
    }
}
