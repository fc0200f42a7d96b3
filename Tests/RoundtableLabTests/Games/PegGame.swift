import GameRules

/// A game that only its tests know: two take one of three pegs in turn; whoever takes the last one wins.
struct PegGame: OpenInformationGame {
    struct State: Codable, Hashable, Sendable {
        var pegs = "|||"
        var moves = 0
    }

    struct Board: Encodable, Sendable {
        let rows: [String]
    }

    let name: GameName = "pegs"
    let seats = 2...4
    let texts = TextCatalog(embedded: [
        "en": [UInt8](
            #"{"pegs.title": "Pegs", "pegs.opening": "{mover} sets pegs", "pegs.move": "{mover} took one"}"#.utf8)
    ])
    var description: GameDescription { GameDescription(of: name, examples: ["2"], mayGrow: true) }

    func examplePlay(seats: Int) -> [ExampleMove] {
        seats == 2 ? [ExampleMove("1", by: 0), ExampleMove("3", by: 1), ExampleMove("2", by: 0)] : []
    }

    func setUp(_ options: NoOptions, seats: Int) -> State { State() }

    func toAct(in state: State, at table: GameTable) -> [SeatIndex] {
        outcome(of: state, at: table) == nil ? [SeatIndex(state.moves % 2)] : []
    }

    func apply(
        _ move: String, by seat: SeatIndex, to state: inout State, at table: GameTable, random: inout GameRandom
    ) throws(MoveRejection) {
        guard let place = index(of: move, in: state.pegs) else {
            throw .illegal(reason: "no_peg", detail: "There is no peg.")
        }
        state.pegs.replaceSubrange(place...place, with: ".")
        state.moves += 1
    }

    func legalMoves(for seat: SeatIndex, in state: State, at table: GameTable) -> [String]? {
        guard toAct(in: state, at: table).contains(seat) else { return [] }
        return ["1", "2", "3"].filter { index(of: $0, in: state.pegs) != nil }
    }

    func outcome(of state: State, at table: GameTable) -> Outcome? {
        state.pegs.contains("|") ? table.contestOutcome : .won(by: SeatIndex((state.moves - 1) % 2))
    }

    func board(of state: State) -> Board { Board(rows: [state.pegs]) }

    func picture(of board: Board) -> Picture {
        Picture(background: "#FFFFFF", elements: [SVG.circle(SVG.Point(450, 450), radius: 9, .fill("#000000"))])
    }

    func places(on board: Board) -> [MovePlace] {
        zip(1..., board.rows[0]).filter { $0.1 == "|" }.map { number, _ in
            MovePlace("\(number)", at: SVG.Point(Double(number - 1) * 300, 0), size: (300, 900))
        }
    }

    func message(for turn: TurnStory<PegGame>) -> MessageTexts {
        MessageTexts(caption: GameText("pegs.move", ["mover": .mover]))
    }

    func openingMessage(in state: State) -> MessageTexts {
        MessageTexts(caption: GameText("pegs.opening", ["mover": .mover]))
    }

    private func index(of move: String, in pegs: String) -> String.Index? {
        guard let number = Int(move), (1...3).contains(number) else { return nil }
        let index = pegs.index(pegs.startIndex, offsetBy: number - 1)
        return pegs[index] == "|" ? index : nil
    }
}
