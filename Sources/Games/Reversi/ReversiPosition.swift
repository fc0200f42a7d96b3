import GameRules

enum ReversiMove: RawRepresentable, Hashable, Codable, Sendable {
    case put(Cell)
    /// No disc, because none may be put anywhere.
    case pass

    init?(rawValue: String) {
        guard let move = rawValue == "pass" ? .pass : Cell(rawValue: rawValue).map(Self.put) else { return nil }
        self = move
    }

    var rawValue: String {
        switch self {
        case .put(let cell): cell.rawValue
        case .pass: "pass"
        }
    }
}

/// The discs on the board and whose turn it is, which does not follow from them, for a turn may pass.
struct ReversiPosition: Hashable, Codable, OrderedState, Sendable {
    var discs = ReversiDiscs.start
    var next: SeatIndex = 0
    /// The latest disc that was put, and those that it flipped: for the picture.
    var last: Cell?
    var flipped: [Cell] = []

    private enum CodingKeys: String, CodingKey {
        case flipped, last, next
        case discs = "rows"
    }

    var order: TurnOrder { .rotation(next: next) }

    /// The number of discs that were put since the start.
    var moveCount: Int { discs.count - ReversiDiscs.start.count }

    /// Whether neither seat can put a disc anywhere.
    var isOver: Bool { discs.moves(of: 0).isEmpty && discs.moves(of: 1).isEmpty }

    var emptyCount: Int { ReversiSquares.side * ReversiSquares.side - discs.count }

    /// The discs of each seat. Once it is over empty squares count for the winner, or half for each in a draw.
    var scores: [Int] {
        let (black, white) = (discs.black.count, discs.white.count)
        guard isOver else { return [black, white] }
        if black == white { return [black + emptyCount / 2, white + emptyCount / 2] }
        return black > white ? [black + emptyCount, white] : [black, white + emptyCount]
    }
}

extension ReversiPosition: GameJSONWritable, JSONObjectWritable {
    func writeMembers(to json: inout JSONWriter) {
        json.member("flipped", flipped)
        json.member("last", ifPresent: last)
        json.member("next", next)
        json.member("rows", discs)
    }
}

/// The position as everybody sees it.
struct ReversiBoard: GameJSONWritable, JSONObjectWritable, Sendable {
    let position: ReversiPosition

    func writeMembers(to json: inout JSONWriter) { json.member("rows", position.discs) }
}
