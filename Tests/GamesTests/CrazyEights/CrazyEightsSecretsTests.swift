import GameRules
import TestSupport
import Testing

@testable import Games

@Suite("Crazy eights: secrets")
struct CrazyEightsSecretsTests {
    @Test(
        "nobody can tell two deals apart that differ in what they don't see", arguments: [2, 3, 7],
        1...4 as ClosedRange<UInt64>)
    func nothingLeaks(seats: Int, seed: UInt64) throws {
        #expect(try leaks(of: CrazyEights(), seats: seats, seed: seed) == [])
    }

    @Test("a game that tells a secret is found out", arguments: LeakyEights.Leak.allCases)
    func leaksAreFound(leak: LeakyEights.Leak) throws {
        #expect(try leaks(of: LeakyEights(leak: leak), seats: 3, seed: 1) != [])
    }

    @Test("the message of a draw is the same whatever was drawn, and its author is told at once")
    func draws() throws {
        let play = try Play("crazy-eights", seats: 2)
        #expect(play.position.reveals("draw", by: 0, at: play.table))
        let drawn = try play.moves("draw")
        let before = try play.position.board(for: .seat(0)).decode(as: Hand.self).hand
        let after = try drawn.position.board(for: .seat(0)).decode(as: Hand.self).hand
        #expect(after.count == 8 && Array(after.prefix(7)) == before)
        #expect(drawn.position.board(for: .seat(1)).description.contains(#""counts":[8,7]"#))
        #expect(drawn.position.shown("draw", by: 0, ordinal: 0, to: .bystander) == "draw")
    }

    @Test("the last card is no draft, for it shows what the others hold")
    func lastCard() throws {
        var play = try Play("crazy-eights", seats: 2)
        var state = CrazyEightsState(seats: 2, hasTurningCards: false)
        state.hands = [Cards([Card(.queen, of: .spades)]), Cards([Card(.two, of: .hearts), Card(.ten, of: .clubs)])]
        (state.pile, state.suit) = (Cards([Card(.four, of: .spades)]), .spades)
        play.position = try play.game.position(snapshot: GameJSON(encoding: state))
        #expect(play.position.reveals("QS", by: 0, at: play.table))
        play.position = try play.moves("draw").position
        #expect(!play.position.reveals("QS", by: 0, at: play.table))
    }

    private struct Hand: Decodable { let hand: [String] }

    /// What readers can tell of the differences between positions of a game played at random and the same with what
    /// they don't see dealt anew.
    private func leaks(of game: some Game, seats: Int, seed: UInt64) throws -> [String] {
        var generator = SeededGenerator(seed: seed)
        let table = Table(seats: Array(repeating: .taken, count: seats))
        var position = try game.position(options: .emptyObject, seats: seats)
        position.start(at: table, random: GameRandom(SeededGenerator(seed: seed)))
        var leaks: [String] = []
        for round in 0..<40 {
            guard let seat = position.toAct(at: table).first,
                let move = position.legalMoves(for: seat, at: table)?.randomElement(using: &generator)
            else { break }
            if round.isMultiple(of: 2) {
                leaks += try [.bystander, .seat(seat), .seat(SeatIndex((seat.rawValue + 1) % seats))].flatMap {
                    try self.leaks(of: game, at: position, to: $0, table: table, using: &generator)
                }
            }
            try position.apply(move, by: seat, at: table, random: GameRandom(SeededGenerator(seed: generator.next())))
        }
        return leaks
    }

    private func leaks(
        of game: some Game, at position: any Position, to reader: Reader, table: Table,
        using generator: inout SeededGenerator
    ) throws -> [String] {
        let state: CrazyEightsState = try position.snapshot.decode()
        let redealt = redealt(state, besidesHandsOf: reader, using: &generator)
        let cards = Card.pack.map(\.rawValue) + ["8C:H", "8D:S", "8H:C", "8S:S", "QS:H"]
        let check = SecretsCheck(
            reader: reader, table: table, moves: (cards + ["draw", "pass"]).map { GameJSON(text: $0) },
            random: GameRandom(SeededGenerator(seed: generator.next())), isHiddenFromOthers: { $0 == "draw" })
        return check.leaks(between: position, and: try game.position(snapshot: GameJSON(encoding: redealt)))
    }

    /// The same position with all cards that a reader doesn't see shuffled: the others' hands and the stock.
    private func redealt(
        _ state: CrazyEightsState, besidesHandsOf reader: Reader, using generator: inout SeededGenerator
    ) -> CrazyEightsState {
        var state = state
        let others = state.hands.indices.filter { !reader.seats.contains(SeatIndex($0)) }
        var unseen = others.flatMap { state.hands[$0].list } + state.stock.list
        unseen.shuffle(using: &generator)
        for seat in others {
            let count = state.hands[seat].count
            state.hands[seat] = Cards(Array(unseen.prefix(count)))
            unseen.removeFirst(count)
        }
        state.stock = Cards(unseen)
        return state
    }
}
