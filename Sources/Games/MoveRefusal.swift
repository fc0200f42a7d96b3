import GameRules

/// The rules of one game that a move may break, each with its stable reason; the texts have the sentences.
protocol MoveRefusal: CaseIterable, RawRepresentable<String> {}

extension MoveRefusal {
    var rejection: MoveRejection { .illegal(reason: rawValue) }
}
