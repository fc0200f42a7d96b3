import GameRules
import TestSupport
import Testing

@testable import Games

@Suite("Secrets of sea battle")
struct SeaBattleSecretTests {
    @Test(
        "a fleet that fits all that was announced looks the same to everybody but its own seat",
        arguments: [1, 4, 8, 12])
    func secrets(seed: Int) throws {
        var generator = SeededRandom(seed: UInt64(seed))
        let course = try Self.course(shots: seed * 10, using: &generator)
        let other = try #require(Self.redealt(course, seat: 1, using: &generator))
        #expect(course != other)
        let attempts = SeaCell.all.map(\.rawValue) + ["place A1h5,A2h4,A3h3,A4h3,A5h2", "K1"]
        for reader in [.seat(0), .bystander] as [Reader] {
            let check = SecretsCheck(reader: reader, attempts: attempts)
            #expect(try check.leaks(in: Play("sea-battle"), between: course, and: other) == [])
        }
    }

    @Test("the check catches what a leaking game tells", arguments: Leak.allCases)
    func leaks(leak: Leak) throws {
        var generator = SeededRandom(seed: 5)
        let course = try Self.course(shots: 20, using: &generator)
        let other = try #require(Self.redealt(course, seat: 1, using: &generator))
        let play = try Play(of: LeakingGame(SeaBattle()) { leak.add(to: &$0) })
        let found = try SecretsCheck(reader: .seat(0), attempts: SeaCell.all.map(\.rawValue)).leaks(
            in: play, between: course, and: other)
        #expect(found.contains { $0.contains(leak.rawValue) }, "\(found)")
    }

    /// What a careless game might tell; its raw value is part of the finding's name.
    enum Leak: String, CaseIterable {
        case board, picture, label, message, shown, refusal, legalMoves

        fileprivate func add(to leaks: inout LeakingGame<SeaBattle>.Leaks) {
            switch self {
            case .board, .picture:
                let leakedTo: Reader = self == .board ? .seat(0) : .bystander
                leaks.board = { state, reader, board in
                    reader == leakedTo ? SeaBattle().board(of: state, for: .seat(1)) : board
                }
            case .label:
                leaks.label = { state, text in
                    GameText("leak", ["fleet": .words("\(state.fleets)"), "text": .text(text)])
                }
            case .message:
                leaks.message = { turn, texts in
                    let move = TextArgument.words(turn.move.rawValue)
                    return MessageTexts(caption: GameText("leak", ["move": move, "text": .text(texts.caption)]))
                }
            case .shown: leaks.shown = { move, _, _ in move }
            case .refusal:
                leaks.refusal = { state, _ in .illegal(reason: "leak", detail: "\(state.fleets)") }
            case .legalMoves:
                leaks.legalMoves = { state, moves in
                    moves.filter { move in
                        if case .shoot(let cell) = move { state.fleets[1]?.number(at: cell) != nil } else { true }
                    }
                }
            }
        }
    }

    /// A game of so many shots, unless it is over sooner.
    private static func course(shots: Int, using generator: inout SeededRandom) throws -> [PlayEvent] {
        var play = try Play("sea-battle")
        var events: [PlayEvent] = []
        while events.count < shots + 2, let seat = play.toAct.randomElement(using: &generator) {
            let event = PlayEvent.move(try play.someMove(for: seat, using: &generator), by: seat)
            // NB: not the last ship, after which there are no secrets.
            var next = play
            try next.happen(event)
            if next.outcome != nil { break }
            play = next
            events.append(event)
        }
        return events
    }

    /// The same with another fleet of one seat's that every shot meets as it met the first; nil if there is none.
    private static func redealt(
        _ events: [PlayEvent], seat: SeatIndex, using generator: inout SeededRandom
    ) -> [PlayEvent]? {
        guard
            let index = events.firstIndex(where: {
                if case .move(let move, seat) = $0 { move.hasPrefix("p") } else { false }
            }),
            case .move(let placing, _) = events[index], case .place(let fleet)? = SeaBattleMove(rawValue: placing)
        else { return nil }
        let shots = events.compactMap { event -> SeaCell? in
            guard case .move(let move, let by) = event, by != seat else { return nil }
            return SeaCell(rawValue: move)
        }
        for _ in 0..<20 {
            guard let other = Sea(fleet: fleet, shots: shots).fitting(using: &generator) else { return nil }
            guard other != fleet else { continue }
            var events = events
            events[index] = .move("place \(other.rawValue)", by: seat)
            return events
        }
        return nil
    }
}

extension Sea {
    /// Some fleet that every shot meets as it met this one: ships that sank lie where they do, others are moved.
    fileprivate func fitting(using generator: inout some RandomNumberGenerator) -> Fleet? {
        guard let fleet else { return nil }
        let sunk = Set(results.sunk)
        let fixed = sunk.flatMap { fleet.ships[$0].cells }
        let hits = Set(results.filter { $0.ship != nil }.map(\.cell)).subtracting(fixed)
        let closed = Set(results.filter { $0.ship == nil }.map(\.cell)).union(fixed)
        var ships = fleet.ships
        var steps = 0
        /// Covers the hits one after the other, then puts the ships that were not hit anywhere.
        func search(_ rest: [Int], taken: Set<SeaCell>, hits: Set<SeaCell>) -> Bool {
            steps += 1
            guard steps < 5000, let number = rest.first else { return rest.isEmpty && hits.isEmpty }
            let numbers = hits.isEmpty ? [number] : rest.shuffled(using: &generator)
            for number in numbers {
                for ship in Ship.everywhere(length: ships[number].length).shuffled(using: &generator) {
                    if let hit = hits.first, !ship.covers(hit) { continue }
                    let cells = Set(ship.cells)
                    guard cells.isDisjoint(with: taken), !cells.isSubset(of: hits) else { continue }
                    ships[number] = ship
                    let left = rest.filter { $0 != number }
                    if search(left, taken: taken.union(cells), hits: hits.subtracting(cells)) { return true }
                }
            }
            return false
        }
        let movable = ships.indices.filter { !sunk.contains($0) }.shuffled(using: &generator)
        return search(movable, taken: closed, hits: hits) ? Fleet(ships: ships) : nil
    }
}
