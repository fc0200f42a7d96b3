package import GameRules

/// The names of all who have, or had, a seat, where no contact name can be shown: nicknames, each distinguished by a
/// number from every other one.
///
/// A nickname that only one player has is theirs; of several with the same one, whoever had it first keeps it, and who
/// sits here now comes before who has gone. Somebody who is erased has none, not even from before they reclaimed the
/// seat.
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
        var taken = Set(wanted.map(\.key))
        var kept: Set<String> = []
        var numbers: [String: Int] = [:]
        for (name, words, key) in wanted where names[name] == nil {
            names[name] =
                kept.insert(key).inserted ? words : Self.numbered(words, key, after: &numbers[key, default: 1], &taken)
        }
    }

    /// The name of a seat's holder; nil without a nickname.
    package func name(of seat: SeatIndex) -> String? { seating[seat].player.flatMap { name(of: $0, at: seat) } }

    /// The name of a player who has, or had, a seat; nil without a nickname, and for somebody who is forgotten.
    package func name(of player: PlayerID, at seat: SeatIndex) -> String? {
        names.isEmpty ? nil : names[Name(seat: seat, person: seating.person(player))]
    }

    /// Everybody's nickname, with what it is compared by, whoever has it first before the others.
    private func wanted() -> [(name: Name, words: String, key: String)] {
        var sitting: [(since: Int, index: Int, player: PlayerID, words: String)] = []
        for (index, seat) in seating.seats.enumerated() {
            guard let player = seat.player, let words = seat.nickname?.words else { continue }
            sitting.append((seat.namedSince, index, player, words))
        }
        sitting.sort { ($0.since, $0.index) < ($1.since, $1.index) }
        var wanted = sitting.map { seat in
            (
                Name(seat: SeatIndex(seat.index), person: seating.person(seat.player)), seat.words,
                seat.words.lowercased()
            )
        }
        for (index, seat) in seating.seats.enumerated() {
            for holder in (seat.formerHolders ?? []).reversed() {
                let person = seating.person(holder.player)
                guard let words = holder.nickname?.words, !person.isErased else { continue }
                wanted.append((Name(seat: SeatIndex(index), person: person), words, words.lowercased()))
            }
        }
        return wanted
    }

    /// The words with the next number that makes them another name.
    private static func numbered(
        _ words: String, _ key: String, after last: inout Int, _ taken: inout Set<String>
    ) -> String {
        repeat { last += 1 } while !taken.insert("\(key) \(last)").inserted
        return "\(words) \(last)"
    }
}
