import GameRules
package import RoundtableJSON

/// Whose vouches for a claim count, as the devices of the seat's holder knew people before the claim was made.
///
/// Whoever is not in the conversation never gets a message in front of the holder, so no number of newcomers becomes a
/// witness. Somebody who is in it can put others' messages back, but each of the holder's devices calls them by one
/// identifier, which then names nobody. They can show one device one message and another device another one: so each
/// device counts by itself, and those who vouch must be enough on one of them.
package struct Witnesses: Hashable, Sendable {
    /// The number of those who must vouch.
    private static let usuallyNeeded = 2
    /// The number of those who must vouch where ``many`` could.
    private static let neededOfMany = 3
    private static let many = 5

    /// The players whom each device knew; none that knew only whom another one knew, too.
    private let known: [Set<PlayerID>]

    /// Witnesses as each device of a seat's holder knew them.
    package init(_ known: [Set<PlayerID>]) {
        var kept: [Set<PlayerID>] = []
        for players in known.sorted(by: { $0.count > $1.count }) {
            if !kept.contains(where: { players.isSubset(of: $0) }) { kept.append(players) }
        }
        self.known = kept.filter { !$0.isEmpty }
    }

    /// The number of those who must vouch: more where one device knows many who could.
    ///
    /// NB: not where several devices know many between them: no one of them might know enough then.
    package var needed: Int {
        known.contains { $0.count >= Self.many } ? Self.neededOfMany : Self.usuallyNeeded
    }

    /// The number of persons among some players who count, on the device that knows most of them.
    func count(among persons: Set<PlayerID>, by person: (PlayerID) -> PlayerID) -> Int {
        known.map { persons.intersection($0.map(person)).count }.max() ?? 0
    }
}

/// A list of players for each device.
extension Witnesses: JSONConvertible {
    package func write(to json: inout JSONWriter) {
        json.array(known) { json, players in
            json.array(players.sorted { $0.uuid < $1.uuid }) { $1.write(to: &$0) }
        }
    }

    package init(_ json: JSONElement) throws(JSONError) {
        known = try json.elements { players throws(JSONError) in Set(try [PlayerID](players)) }
    }
}

extension Witnesses {
    /// The players who have a seat, as the devices of another seat's holder know them; neither the claimant nor the
    /// holder.
    init(knownBy devices: [Device], of holder: PlayerID, for claimant: PlayerID, in session: Session) {
        let seating = session.seating
        let involved = Set([holder, claimant].map(seating.person))
        self.init(
            devices.map { device in
                device.acquaintances(in: seating).subtracting(involved).filter { seating.hasSeat(of: $0) }
            })
    }
}

extension Device {
    /// The players of whom this device has seen messages that came from somebody in its conversation who, to all that
    /// it has ever seen, is nobody else.
    ///
    /// NB: only in the conversation. Somebody in it may send from other addresses, too, and be several people by them.
    fileprivate func acquaintances(in seating: Seating) -> Set<PlayerID> {
        var device = self
        device.aliases = aliases.merging(seating.person)
        let known = device.playersByPerson(in: seating)
        let players = conversation.remotes.filter(device.aliases.isReportedOnce).compactMap { remote in
            device.onlyAlias(of: remote, in: seating, known: known)?.player
        }
        return Set(players.map(seating.person))
    }
}
