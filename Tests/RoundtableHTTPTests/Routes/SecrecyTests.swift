import Foundation
import GameRules
import RoundtableJSON
import Postgres
import Roundtable
import RoundtableModel
import Synchronization
import TestSupport
import Testing

@testable import Games
@testable import RoundtableStore

/// Games played twice, in two worlds that differ in nothing but what the reader must not know.
@Suite("A secret over HTTP")
struct SecrecyTests {
    /// A course of a game of some people, the last of whom has no seat.
    struct Course: Sendable {
        let game: String
        let people: Int
        var options: JSONValue = [:]
        /// The moves, each with its seat; the first that is told apart is the secret.
        var moves: [(seat: Int, move: JSONValue)]
        /// Moves that a reader tries and that don't count.
        let attempts: [JSONValue]
        /// The position to go on from instead of the one that chance has made.
        var position: JSONValue?
        /// A game that is played instead of ours of that name.
        var variant: (any Game)?

        /// The course as far as its first moves.
        func first(_ count: Int) -> Course {
            var course = self
            course.moves = Array(moves.prefix(count))
            return course
        }
    }

    private static let fleets: [JSONValue] = [
        "place A1h5,A3h4,A5h3,A7h3,A9h2", "place A1h5,A3h4,A5h3,A7h3,I9h2", "place F10h5,A3h4,A5h3,A7h3,A9h2",
    ]

    private static func seaBattle(_ fleet: JSONValue) -> Course {
        Course(
            game: "sea-battle", people: 3,
            moves: [
                (0, fleet), (1, "place J1v5,H1v4,F1v3,D1v3,B1v2"), (0, "A10"), (1, "A2"), (0, "B10"), (1, "J8"),
            ], attempts: ["K11", "place A1h5"])
    }

    /// What a careless sea battle might tell of the fleets, and where it would show first.
    enum Leak: String, CaseIterable {
        case board = "picture", shown = "events", message = "page", label = "view", refusal = "refusal 0"

        var game: any Game {
            LeakingGame(SeaBattle()) { leaks in
                let number = { @Sendable (state: SeaBattle.State) in
                    "\(state)".utf8.reduce(0) { ($0 * 31 + Int($1)) % 1009 }
                }
                let text = { @Sendable state in GameText("common.move-number", ["number": .number(number(state))]) }
                switch self {
                case .board: leaks.board = { state, _, _ in SeaBattle().board(of: state, for: .seat(0)) }
                case .shown: leaks.shown = { move, _, _ in move }
                case .message: leaks.message = { turn, _ in MessageTexts(caption: text(turn.after)) }
                case .label: leaks.label = { state, _ in text(state) }
                case .refusal: leaks.refusal = { state, _ in .illegal(reason: "leak_\(number(state))") }
                }
            }
        }
    }

    private static func rockPaperScissors(_ choice: JSONValue) -> Course {
        Course(
            game: "rock-paper-scissors", people: 4, options: ["rounds": 3],
            moves: [(0, choice)], attempts: ["well"])
    }

    private static func open(_ secret: String) -> Course {
        Course(
            game: "open", people: 3,
            moves: [
                (0, ["state": ["deck": 40], "private": ["0": .string(secret)]]), (1, ["patch": ["deck": 39]]),
            ],
            attempts: [
                "nonsense", ["state": .string("\(secret.count)"), "next": [9]], ["patch": [:], "private": ["9": 1]],
            ])
    }

    /// Seat 0 holds one half or the other of six cards that the stock has the rest of, and draws one of two.
    private static func crazyEights(_ world: Int) -> Course {
        let (own, others, drawn) = (["7H", "2C", "9D"], ["KD", "3C", "9H"], ["AH", "TD"])
        let (held, lying) = world == 0 ? (own, others) : (others, own)
        let dealt = ["QS", "2H", "TC", "5S", "JD", "4S", "6H"] + own + others + drawn
        let rest = "CDHS".flatMap { suit in "A23456789TJQK".map { "\($0)\(suit)" } }.filter { !dealt.contains($0) }
        let stock = rest + lying + [drawn[1 - world], "6H", drawn[world]]
        return Course(
            game: "crazy-eights", people: 3, options: ["seats": 2],
            moves: [(0, "draw"), (0, "QS"), (1, "draw"), (1, "5S")], attempts: ["KC", "pass", "nonsense"],
            position: [
                "hands": [.string("QS" + held.joined()), "2HTC5SJD"], "stock": .string(stock.joined()), "pile": "4S",
                "suit": "S", "next": 0, "isReversed": false, "hasTurningCards": false,
            ])
    }

    /// Plays a course in a database of its own; says what the readers were told after each move.
    private func told(of course: Course, to readers: [Int]) async throws -> Witness {
        try await TestDatabase.lent {
            guard let variant = course.variant else {
                return try await told(of: course, to: readers, Server.Settings())
            }
            let games = GameLibrary([variant])
            let witness = Mutex(Witness())
            try await TestDatabase.current.withStore(of: games) { store in
                let seen = try await told(of: course, to: readers, Server.Settings(games: games, store: store))
                witness.withLock { $0 = seen }
            }
            return witness.withLock { $0 }
        }
    }

    private func told(of course: Course, to readers: [Int], _ settings: Server.Settings) async throws -> Witness {
        let witness = Mutex(Witness())
        try await Server.run(settings) { server in
            let guests = try await server.guests(course.people)
            let seats = course.people - 1
            let opened = try await server.open(
                course.game, by: guests[0], ["seats": .integer(seats), "options": course.options], key: "opening")
            let session = try opened.session
            for (number, guest) in guests.enumerated().dropFirst() {
                let isSeated = number < seats
                if isSeated { expect(try await server.join(session, by: guest, key: "join \(number)"), is: 201) }
                if !isSeated { try await server.show(session, to: guest) }
            }
            if let position = course.position { try await server.put(position, in: session) }
            for (number, step) in course.moves.enumerated() {
                let moved = expect(
                    try await server.move(
                        step.move, in: session, at: seats + number, by: guests[step.seat], key: "move \(number)"),
                    is: 201)
                var seen = witness.withLock { $0 }
                for reader in readers {
                    try await seen.look(
                        at: session, seats + number + 1, try moved.token, on: server, as: guests[reader],
                        trying: course.attempts, "reader \(reader) after \(number)")
                }
                witness.withLock { [seen] in $0 = seen }
            }
        }
        return witness.withLock { $0 }
    }

    private func differences(_ one: Course, _ other: Course, readers: [Int]) async throws -> [String] {
        try await told(of: one, to: readers).differences(from: told(of: other, to: readers))
    }

    @Test("fleets that were shot at alike are alike, to the other seat and to a bystander")
    func fleets() async throws {
        let first = try await told(of: Self.seaBattle(Self.fleets[0]), to: [1, 2])
        for fleet in Self.fleets.dropFirst() {
            #expect(first.differences(from: try await told(of: Self.seaBattle(fleet), to: [1, 2])).isEmpty)
        }
    }

    @Test("choices of a round that goes on are alike, to who has not chosen and to a bystander")
    func choices() async throws {
        let others = try await differences(
            Self.rockPaperScissors("rock"), Self.rockPaperScissors("paper"), readers: [1, 3])
        #expect(others.isEmpty)
    }

    @Test("private states of the open game are alike, to another seat and to a bystander")
    func privateStates() async throws {
        #expect(try await differences(Self.open("QS"), Self.open("7H"), readers: [1, 2]).isEmpty)
    }

    @Test("hands and the stock of crazy eights differ only to who holds them, not to the other seat or to a bystander")
    func hands() async throws {
        let told = try await differences(Self.crazyEights(0), Self.crazyEights(1), readers: [0, 1, 2])
        let own = (0..<4).flatMap { move in
            ["board", "opened", "view"].map { "reader 0 after \(move) \($0)" }
        }
        #expect(told == own)
    }

    @Test("the comparison finds what a careless game tells", arguments: Leak.allCases)
    func careless(leak: Leak) async throws {
        var (one, other) = (Self.seaBattle(Self.fleets[0]).first(1), Self.seaBattle(Self.fleets[1]).first(1))
        (one.variant, other.variant) = (leak.game, leak.game)
        #expect(try await differences(one, other, readers: [1]).contains { $0.hasSuffix(leak.rawValue) })
    }

    @Test("its own author is told, and what is public shows everywhere: the comparison finds what differs")
    func leaks() async throws {
        let first = Self.seaBattle(Self.fleets[0])
        let own = try await differences(first.first(1), Self.seaBattle(Self.fleets[1]).first(1), readers: [0])
        #expect(own.contains("reader 0 after 0 view") && own.contains("reader 0 after 0 events"))
        var shots = first.first(3)
        shots.moves[2] = (0, "B10")
        let shown = try await differences(first.first(3), shots, readers: [2])
        let everywhere = ["board", "events", "opened", "page", "picture", "view"]
        #expect(shown == everywhere.map { "reader 2 after 2 \($0)" })
    }
}

extension Server {
    /// Puts a position in which seat 0 is to act in the place of a session's own, behind the service's back.
    fileprivate func put(_ position: JSONValue, in session: String) async throws {
        let id = try #require(SessionID(rawValue: session))
        let store = try #require(store as? PostgresStore)
        _ = try await store.pool.query(
            """
            UPDATE sessions SET position = \(String(decoding: position.json, as: UTF8.self))::jsonb, to_act = '{0}'
            WHERE session_id = \(id.uuid)
            """)
        store.cache.forget(id)
    }
}
