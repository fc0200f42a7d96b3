package import GameRules

/// The names of all who have, or had, a seat, where no contact name can be shown: nicknames, each distinguished by a
/// number from every other one.
///
/// A nickname that no other one looks like stays as it is; of several that look alike, whoever had theirs first keeps
/// it, and who sits here now comes before who has gone. Somebody who is erased has none, not even from before they
/// reclaimed the seat.
package struct DisplayNames: Sendable {
    private struct Name: Hashable {
        let seat: SeatIndex
        let person: PlayerID
    }

    private let seating: Seating
    private var names: [Name: String] = [:]

    /// The names at a table, found in time that grows with the number of nicknames.
    package init(of seating: Seating) {
        self.seating = seating
        guard seating.seats.contains(where: { $0.nickname != nil || $0.formerHolders != nil }) else { return }
        let wanted = wanted()
        guard wanted.count > 1 else {
            for (name, words) in wanted { names[name] = words }
            return
        }
        let looks = wanted.map { Likeness($0.words) }
        var (taken, kept) = (LikenessSet(), LikenessSet())
        for look in looks { _ = taken.insert(look) }
        var numbers: [String: Int] = [:]
        for ((name, words), look) in zip(wanted, looks) where names[name] == nil {
            names[name] =
                kept.insert(look)
                ? words : Self.numbered(words, look, after: &numbers[look.folded, default: 1], &taken)
        }
    }

    /// The name of a seat's holder; nil without a nickname.
    package func name(of seat: SeatIndex) -> String? { seating[seat].player.flatMap { name(of: $0, at: seat) } }

    /// The name of a player who has, or had, a seat; nil without a nickname, and for somebody who is forgotten.
    package func name(of player: PlayerID, at seat: SeatIndex) -> String? {
        names.isEmpty ? nil : names[Name(seat: seat, person: seating.person(player))]
    }

    /// Everybody's nickname, whoever has it first before the others.
    private func wanted() -> [(name: Name, words: String)] {
        var sitting: [(since: Int, index: Int, player: PlayerID, words: String)] = []
        for (index, seat) in seating.seats.enumerated() {
            guard let player = seat.player, let words = seat.nickname?.words else { continue }
            sitting.append((seat.namedSince, index, player, words))
        }
        sitting.sort { ($0.since, $0.index) < ($1.since, $1.index) }
        var wanted = sitting.map { seat in
            (Name(seat: SeatIndex(seat.index), person: seating.person(seat.player)), seat.words)
        }
        for (index, seat) in seating.seats.enumerated() {
            for holder in (seat.formerHolders ?? []).reversed() {
                let person = seating.person(holder.player)
                guard let words = holder.nickname?.words, !person.isErased else { continue }
                wanted.append((Name(seat: SeatIndex(index), person: person), words))
            }
        }
        return wanted
    }

    /// The words with the next number that makes them another name.
    private static func numbered(
        _ words: String, _ look: Likeness, after last: inout Int, _ taken: inout LikenessSet
    ) -> String {
        repeat { last += 1 } while !taken.insert(look.numbered(last))
        return "\(words) \(last)"
    }
}
