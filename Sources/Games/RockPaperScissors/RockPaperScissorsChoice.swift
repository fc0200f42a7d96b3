import GameRules

/// A sign that a seat may show.
enum RockPaperScissorsChoice: String, Hashable, Codable, CaseIterable, JSONWritable, Sendable {
    case rock, paper, scissors

    /// Whether it wins against another choice: rock blunts scissors, scissors cut paper, paper covers rock.
    func beats(_ other: RockPaperScissorsChoice) -> Bool {
        switch (self, other) {
        case (.rock, .scissors), (.scissors, .paper), (.paper, .rock): true
        default: false
        }
    }
}

/// The choices of one round by seat, stored as a letter each: `RP-S`, where `-` stands for none.
struct RockPaperScissorsRound: RawRepresentable, Hashable, Codable, JSONWritable, Sendable {
    typealias Choice = RockPaperScissorsChoice

    private(set) var choices: [Choice?]

    /// A round in which nobody has chosen yet.
    init(seats: Int) { choices = Array(repeating: nil, count: seats) }

    init?(rawValue: String) {
        choices = []
        for letter in rawValue {
            switch letter {
            case "R": choices.append(.rock)
            case "P": choices.append(.paper)
            case "S": choices.append(.scissors)
            case "-": choices.append(nil)
            default: return nil
            }
        }
    }

    var rawValue: String {
        String(
            choices.map { choice -> Character in
                switch choice {
                case .rock: "R"
                case .paper: "P"
                case .scissors: "S"
                case nil: "-"
                }
            })
    }

    subscript(seat: SeatIndex) -> Choice? {
        get { choices[seat.rawValue] }
        set { choices[seat.rawValue] = newValue }
    }

    /// The seats that have chosen, in order.
    var chosen: [SeatIndex] { choices.indices.filter { choices[$0] != nil }.map { SeatIndex($0) } }

    func count(of choice: Choice) -> Int { choices.count { $0 == choice } }

    /// The points of each seat: one for each other that its choice beats.
    var points: [Int] {
        choices.map { choice in
            guard let choice else { return 0 }
            return Choice.allCases.reduce(0) { choice.beats($1) ? $0 + count(of: $1) : $0 }
        }
    }
}
