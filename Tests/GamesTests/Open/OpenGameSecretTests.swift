import GameRules
import TestSupport
import Testing

@testable import Games

@Suite("Secrets of the open game")
struct OpenGameSecretTests {
    private static let attempts = [
        #"{"state": 1}"#, #"{"patch": {"a": 1}}"#, #"{"patch": {"a": 1}, "private": {"1": 2}}"#,
        #"{"roll": [6]}"#, #"{"private": {"0": 1, "1": null}}"#,
        #"{"private": {"0": "\#(String(repeating: "x", count: 20_000))"}}"#, #"{"private": {"9": 1}}"#,
        #"{"state": 1, "next": [1]}"#, #"{"outcome": {"winners": [0]}}"#, "{}",
    ]

    @Test(
        "what other seats were given looks the same to everybody else, whatever it is, and as if it were nothing",
        arguments: ["rotation", "anyone", "named"], [1, 2] as [UInt64])
    func secrets(order: String, seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let play = try Play("open", seats: 3, options: #"{"order": "\#(order)"}"#)
        let course = try Self.course(play, using: &generator)
        for reader in [.bystander] + play.table.all.map({ Reader.seat($0) }) {
            let one = Self.events(course, reader, secret: "1")
            for secret in [#"["\#(String(repeating: "x", count: 9_000))"]"#, nil] {
                let other = Self.events(course, reader, secret: secret)
                #expect(one != other)
                let check = SecretsCheck(reader: reader, attempts: Self.attempts)
                #expect(try check.leaks(in: play, between: one, and: other) == [])
            }
        }
    }

    @Test("the check catches what a leaking game tells", arguments: Leak.allCases)
    func leaks(leak: Leak) throws {
        let play = try Play(of: LeakingGame(OpenGame()) { leak.add(to: &$0) }, seats: 3)
        let check = SecretsCheck(reader: .seat(0), attempts: Self.attempts)
        let before = PlayEvent.move(#"{"state": 1}"#, by: 0)
        let found = try check.leaks(
            in: play, between: [before, .move(#"{"private": {"2": 7}}"#, by: 1)],
            and: [before, .move(#"{"private": {"2": 8}}"#, by: 1)])
        #expect(found.contains { $0.contains(leak.rawValue) }, "\(found)")
    }

    /// What a careless game might tell; its raw value is part of the finding's name.
    enum Leak: String, CaseIterable {
        case board, picture, label, message, shown, refusal

        fileprivate func add(to leaks: inout LeakingGame<OpenGame>.Leaks) {
            switch self {
            case .board: leaks.board = { state, _, _ in OpenBoard(state, for: .seat(2)) }
            case .picture:
                leaks.board = { state, reader, board in
                    // What was given is not drawn; how many moves there were is.
                    guard reader == .bystander, state.secrets[2] == .integer(7) else { return board }
                    var state = state
                    state.movers.append(2)
                    return OpenBoard(state, for: reader)
                }
            case .label: leaks.label = { state, _ in GameText("leak", ["words": .words("\(state.secrets)")]) }
            case .message: leaks.message = { turn, _ in MessageTexts(caption: GameText("leak.\(turn.move)")) }
            case .shown: leaks.shown = { move, _, _ in move }
            case .refusal: leaks.refusal = { state, _ in .illegal(reason: "leak", detail: "\(state.secrets)") }
            }
        }
    }

    /// A place for what seats are given.
    private static let secret = "SECRET"

    /// Some moves, rolls, skipped turns and departures. What seats other than those that read it are given is left
    /// open.
    private static func course(_ play: Play, using generator: inout SeededRandom) throws -> [PlayEvent] {
        var play = play
        var events: [PlayEvent] = []
        while events.count < 25, let seat = play.toAct.randomElement(using: &generator) {
            let other = Int.random(in: 0..<3, using: &generator)
            let event: PlayEvent =
                switch Int.random(in: 0..<20, using: &generator) {
                case 0 where play.table.inPlay.count > 2: .leave(seat)
                case 1: .skip(seat)
                case 2...4: .move(#"{"roll": [6, 6]}"#, by: seat)
                case 5...9: .move(#"{"patch": {"moves": \#(events.count)}}"#, by: seat)
                case 10: .move(#"{"private": {"\#(other)": null}}"#, by: seat)
                default: .move(#"{"patch": {"given": \#(other)}, "private": {"\#(other)": \#(secret)}}"#, by: seat)
                }
            try play.happen(Self.filling(event, with: "0"))
            events.append(event)
        }
        return events
    }

    /// The events with something for each seat, or nothing: the same for a reader's own.
    private static func events(_ course: [PlayEvent], _ reader: Reader, secret: String?) -> [PlayEvent] {
        course.map { event in
            guard case .move(let move, _) = event else { return event }
            let isOwn = reader.seats.contains { move.contains(#"{"\#($0)": \#(Self.secret)"#) }
            return filling(event, with: isOwn ? #""own""# : secret)
        }
    }

    private static func filling(_ event: PlayEvent, with value: String?) -> PlayEvent {
        guard case .move(let move, let seat) = event else { return event }
        guard let value else { return .move(move.replacing(/, "private": {"\d": SECRET}/, with: ""), by: seat) }
        return .move(move.replacing(secret, with: value), by: seat)
    }
}
