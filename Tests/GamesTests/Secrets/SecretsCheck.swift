import GameRules
import TestSupport

/// Looks for differences between what a reader is told of two games that the rules show them no difference between.
///
/// Compared is all that they may be shown: boards, legal moves, messages, labels, pictures, past moves, and what
/// becomes of moves that are tried. Whatever everybody sees is compared too. A finding names what differs, such as `3
/// picture` after the third event.
struct SecretsCheck {
    /// Who looks.
    let reader: Reader
    /// Moves to try, legal or not.
    var attempts: [String] = []
    /// Whether everybody but the mover sees the same whatever a move reveals, as of a drawn card.
    var isHiddenFromOthers: (_ move: String) -> Bool = { _ in false }

    /// What differs between two courses of a game: at the beginning, after each event, and in the end.
    func leaks(in play: Play, between one: [PlayEvent], and other: [PlayEvent]) throws -> [String] {
        var (first, second) = (play, play)
        var leaks = try Self.differences(first.told(to: reader), second.told(to: reader)).map { "0 \($0)" }
        for (number, events) in zip(1..., zip(one, other)) {
            let messages = try (first.message(of: events.0), second.message(of: events.1))
            if messages.0 != messages.1 { leaks.append("\(number) message") }
            try first.happen(events.0)
            try second.happen(events.1)
            leaks += try Self.differences(first.told(to: reader), second.told(to: reader)).map { "\(number) \($0)" }
        }
        return try leaks + self.leaks(between: first, and: second)
    }

    /// What differs between two games as they stand.
    func leaks(between one: Play, and other: Play) throws -> [String] {
        var leaks = try Self.differences(one.told(to: reader), other.told(to: reader))
        for index in one.history.indices
        where try one.shownJSON(index, to: reader) != other.shownJSON(index, to: reader) {
            leaks.append("shown \(index)")
        }
        for seat in Set(one.toAct).union(reader.seats).sorted() {
            for move in attempts {
                leaks += try self.leaks(between: one, and: other, attempting: move, by: seat).map {
                    "\($0) of \(move) by \(seat)"
                }
            }
        }
        return leaks
    }

    private func leaks(
        between one: Play, and other: Play, attempting move: String, by seat: SeatIndex
    ) throws -> [String] {
        let (first, second) = try (attempt(move, by: seat, in: one), attempt(move, by: seat, in: other))
        if first.shown != second.shown { return ["shown"] }
        guard reader.seats.contains(seat) else {
            // A move of somebody else's may count in one game only: nobody but its author is told of a refusal.
            return first.isAccepted && second.isAccepted ? Self.differences(first.told, second.told) : []
        }
        return Self.differences(first.told, second.told)
    }

    /// A move that was tried.
    private struct Attempt {
        /// How it would be shown later.
        let shown: GameJSON?
        var isAccepted = false
        /// What the reader is told by it.
        var told: [String: AnyHashable] = [:]
    }

    /// What becomes of a move. The end of a game is left out where it comes with what the move reveals, and what is on
    /// the table then, for it lays the cards open.
    private func attempt(_ move: String, by seat: SeatIndex, in play: Play) throws -> Attempt {
        let json = Play.json(of: move)
        let isOwn = reader.seats.contains(seat)
        let reveals = play.position.reveals(json, by: seat, at: play.table)
        var attempt = Attempt(
            shown: try play.position.shown(json, by: seat, ordinal: play.moveCount(of: seat), to: reader))
        var after = play
        do throws(MoveRejection) {
            try after.position.apply(
                json, by: seat, at: play.table, random: GameRandom(SeededRandom(seed: 1)))
        } catch {
            attempt.told["refusal"] = AnyHashable(error)
            return attempt
        }
        attempt.isAccepted = true
        if isOwn { attempt.told["consequences"] = [reveals, play.position.isConcurrent(json, missing: 1)] }
        if reveals, !isHiddenFromOthers(move) { return attempt }
        if !reveals { attempt.told["outcome"] = AnyHashable(after.outcome) }
        guard after.outcome == nil, play.toAct.contains(seat) else { return attempt }
        attempt.told["message"] = try after.labelled(
            after.position.message(for: json, by: seat, from: play.position, at: play.table))
        return Attempt(
            shown: attempt.shown, isAccepted: true,
            told: attempt.told.merging(try after.told(to: isOwn && reveals ? .bystander : reader)) { mine, _ in mine })
    }

    private static func differences(_ one: [String: AnyHashable], _ other: [String: AnyHashable]) -> [String] {
        Set(one.keys).union(other.keys).filter { one[$0] != other[$0] }.sorted()
    }
}

extension Play {
    /// What a reader, and everybody, is told of the game as it stands, by what it is.
    fileprivate func told(to reader: Reader) throws -> [String: AnyHashable] {
        // Somebody without a seat may take an open one, whose moves they are told.
        let seats = reader.seats.isEmpty ? table.open : reader.seats.sorted()
        return try [
            "board": position.board(for: reader), "public board": position.board(for: .bystander),
            "turn": toAct, "outcome": AnyHashable(outcome), "picture": picture(),
            "own picture": position.picture(for: reader, outcome: outcome), "places": position.places(for: reader),
            "label": label(after: GameText("caption")),
            "opening message": position.openingMessage(),
            "legalMoves": AnyHashable(seats.map { try position.legalMoves(for: $0, at: table) }),
        ]
    }

    /// The message of an event; nil for one that is no move.
    fileprivate func message(of event: PlayEvent) throws -> MessageTexts? {
        guard case .move(let move, let seat) = event else { return nil }
        return try message(for: move, by: seat)
    }
}
