import GameRules

/// The rules of one game that a move may break, each with its stable reason.
protocol MoveRefusal: CaseIterable, RawRepresentable<String> {
    /// A sentence that a player may read.
    var detail: String { get }
}

extension MoveRefusal {
    /// What the game answers to the move.
    var rejection: MoveRejection { .illegal(reason: rawValue, detail: detail) }

    /// All reasons.
    static var reasons: [String] { allCases.map(\.rawValue) }
}
