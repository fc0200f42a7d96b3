import GameRules

/// Looks for differences between two positions that a reader can't tell apart by the rules.
///
/// Everything that the reader may be shown is compared: boards, pictures, texts, legal moves, and what becomes of the
/// moves that are tried. Public texts and pictures are compared with the bystander's eyes as well, for everybody sees
/// them.
struct SecretsCheck {
    /// Who looks.
    let reader: Reader
    /// The seats, the same in both positions.
    let table: Table
    /// Moves to try, legal or not.
    let moves: [GameJSON]
    /// The randomness of the moves tried.
    let random: GameRandom
    /// Whether everybody but the mover sees the same whatever a revealing move reveals, as of a drawn card.
    let isHiddenFromOthers: (GameJSON) -> Bool

    /// What differs between two positions, described; empty if nothing does.
    func leaks(between one: any Position, and other: any Position) -> [String] {
        shownLeaks(one, other, "position", alsoTo: reader)
            + table.all.flatMap { seat in
                own(seat) && one.legalMoves(for: seat, at: table) != other.legalMoves(for: seat, at: table)
                    ? ["legal moves of \(seat)"] : []
            } + one.toAct(at: table).flatMap { seat in moves.flatMap { triedLeaks(one, other, move: $0, by: seat) } }
    }

    private func own(_ seat: SeatIndex) -> Bool { reader.seats.contains(seat) }

    /// What differs of what is shown, to everybody and to a reader.
    private func shownLeaks(
        _ one: any Position, _ other: any Position, _ place: String, alsoTo reader: Reader
    ) -> [String] {
        let texts = MessageTexts(caption: Text("common.next", ["next": .seat(0)]))
        let differences: [(String, Bool)] = [
            ("board", one.board(for: reader) != other.board(for: reader)),
            ("public board", one.board(for: .bystander) != other.board(for: .bystander)),
            ("picture", one.picture() != other.picture()),
            ("label", one.accessibilityLabel(after: texts) != other.accessibilityLabel(after: texts)),
            ("opening message", one.openingMessage() != other.openingMessage()),
            ("turn", one.toAct(at: table) != other.toAct(at: table)),
            ("outcome", one.outcome(at: table) != other.outcome(at: table)),
        ]
        return differences.filter(\.1).map { "\($0.0) of \(place)" }
    }

    /// What differs when a seat tries a move: its refusal for its own player, and what the move leads to. The end of a
    /// game is left out, for it lays the cards on the table.
    private func triedLeaks(
        _ one: any Position, _ other: any Position, move: GameJSON, by seat: SeatIndex
    ) -> [String] {
        if [one, other].map({ $0.shown(move, by: seat, ordinal: 0, to: reader) }).unequal {
            return ["\(move) as shown"]
        }
        let (first, second) = (attempt(move, by: seat, at: one), attempt(move, by: seat, at: other))
        guard let firstAfter = first.after, let secondAfter = second.after else {
            return own(seat) && first.rejection != second.rejection ? ["refusal of \(move)"] : []
        }
        if own(seat), one.reveals(move, by: seat, at: table) != other.reveals(move, by: seat, at: table) {
            return ["whether \(move) reveals"]
        }
        let reveals = one.reveals(move, by: seat, at: table)
        if reveals, !isHiddenFromOthers(move) { return [] }
        if !reveals, [firstAfter, secondAfter].map({ $0.outcome(at: table) }).unequal { return ["outcome of \(move)"] }
        if firstAfter.outcome(at: table) != nil || secondAfter.outcome(at: table) != nil { return [] }
        let messages = [(one, firstAfter), (other, secondAfter)].map { before, after in
            after.message(for: move, by: seat, from: before, at: table).labelled(at: after)
        }
        return (messages.unequal ? ["message of \(move)"] : [])
            + shownLeaks(firstAfter, secondAfter, "\(move)", alsoTo: own(seat) && reveals ? .bystander : reader)
    }

    private func attempt(
        _ move: GameJSON, by seat: SeatIndex, at position: any Position
    ) -> (after: (any Position)?, rejection: MoveRejection?) {
        var after = position
        do throws(MoveRejection) {
            try after.apply(move, by: seat, at: table, random: random)
            return (after, nil)
        } catch {
            return (nil, error)
        }
    }
}

extension [GameJSON?] {
    fileprivate var unequal: Bool { Set(self).count > 1 }
}

extension [Outcome?] {
    fileprivate var unequal: Bool { Set(self).count > 1 }
}

extension [MessageTexts] {
    fileprivate var unequal: Bool { Set(self).count > 1 }
}
