import GameRules
import TestSupport
import Testing

@testable import Games

@Suite("Crazy eights: secrets")
struct CrazyEightsSecretsTests {
    @Test(
        "nobody can tell two deals apart that differ in what they don't see", arguments: [2, 3, 7],
        [1, 2] as [UInt64])
    func nothingLeaks(seats: Int, seed: UInt64) throws {
        #expect(try leaks(of: CrazyEights(), seats: seats, seed: seed) == [])
    }

    @Test("the check catches what a leaking game tells", arguments: Leak.allCases)
    func leaksAreFound(leak: Leak) throws {
        let found = try leaks(of: LeakingGame(CrazyEights()) { leak.add(to: &$0) }, seats: 3, seed: 1)
        #expect(found.contains { $0.contains(leak.rawValue) }, "\(found)")
    }

    /// What a careless game might tell; its raw value is part of the finding's name.
    enum Leak: String, CaseIterable {
        case board, picture, message, label, legalMoves, refusal, shown

        fileprivate func add(to leaks: inout LeakingGame<CrazyEights>.Leaks) {
            switch self {
            case .board:
                leaks.board = { state, reader, board in
                    reader == .bystander ? CrazyEights().board(of: state, for: .seat(0)) : board
                }
            case .picture:
                // What the picture tells besides is no part of the JSON.
                leaks.board = { state, reader, board in
                    guard reader == .bystander else { return board }
                    let isPlayable = state.hands[0].list.contains(where: state.follows)
                    return CrazyEightsBoard(
                        top: board.top, suit: board.suit, hand: board.hand, counts: board.counts, stock: board.stock,
                        isReversed: board.isReversed, reader: nil, next: board.next, drawer: isPlayable ? 0 : nil)
                }
            case .message:
                leaks.message = { turn, texts in
                    let drawn = turn.after.hand(of: turn.seat).top?.rawValue ?? "-"
                    return MessageTexts(
                        caption: GameText("leak", ["card": .words(drawn), "text": .text(texts.caption)]))
                }
            case .label: leaks.label = { state, _ in GameText("leak", ["hand": .words(state.hands[0].rawValue)]) }
            case .legalMoves:
                leaks.legalMoves = { state, moves in
                    moves.filter { $0 != .draw || state.stock.top.map(state.follows) != true }
                }
            case .refusal:
                leaks.refusal = { state, _ in .illegal(reason: "leak", detail: "\(state.stock.rawValue)") }
            case .shown:
                leaks.shown = { move, state, shown in
                    move == .draw ? state.stock.top.map { .play($0, naming: nil) } : shown
                }
            }
        }
    }

    @Test("the message of a draw is the same whatever was drawn, and its author is told at once")
    func draws() throws {
        let play = try Play("crazy-eights", seats: 2)
        #expect(play.position.reveals("draw", by: 0, at: play.table))
        let drawn = try play.moves("draw")
        let before = try play.position.board(for: .seat(0)).decode(as: Hand.self).hand
        let after = try drawn.position.board(for: .seat(0)).decode(as: Hand.self).hand
        #expect(after.count == 8 && Array(after.prefix(7)) == before)
        #expect(try drawn.position.board(for: .seat(1)).description.contains(#""counts":[8,7]"#))
        #expect(try drawn.position.shown("draw", by: 0, ordinal: 0, to: .bystander) == "draw")
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

    /// What tells positions of a game played at random from the same with what readers don't see dealt anew.
    private func leaks(of game: some Game, seats: Int, seed: UInt64) throws -> [String] {
        var generator = SeededRandom(seed: seed)
        var play = try Play(of: game, seats: seats, seed: seed)
        var leaks: [String] = []
        for round in 0..<40 {
            guard let seat = play.toAct.first,
                let move = try play.legalMoves(for: seat).randomElement(using: &generator)
            else { break }
            if round.isMultiple(of: 2) {
                for reader in [.bystander, .seat(seat), .seat(SeatIndex((seat.rawValue + 1) % seats))] as [Reader] {
                    leaks += try self.leaks(in: play, to: reader, using: &generator)
                }
            }
            try play.move(move, by: seat)
        }
        return leaks
    }

    private func leaks(
        in play: Play, to reader: Reader, using generator: inout SeededRandom
    ) throws -> [String] {
        let state: CrazyEightsState = try play.position.snapshot.decode()
        var other = play
        other.position = try play.game.position(
            snapshot: GameJSON(encoding: redealt(state, besidesHandsOf: reader, using: &generator)))
        let cards = Card.pack.map(\.rawValue) + ["8C:H", "8D:S", "8H:C", "8S:S", "QS:H"]
        return try SecretsCheck(
            reader: reader, attempts: cards + ["draw", "pass"], isHiddenFromOthers: { $0 == "draw" }
        ).leaks(between: play, and: other)
    }

    /// The same position with all cards that a reader doesn't see shuffled: the others' hands and the stock.
    private func redealt(
        _ state: CrazyEightsState, besidesHandsOf reader: Reader, using generator: inout SeededRandom
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
