import GameRules

/// One device's identifier of one person, and how the service knows it.
package struct Alias: Sendable, Equatable {
    package enum Source: Sendable, Equatable {
        /// The device's own identifier.
        case own
        /// The device reported that this participant sent a message of the player's.
        case sighting(AliasBook.Evidence)
        /// There is one other player, and one other person in the conversation.
        case oneRemote
        /// Everybody else is known.
        case elimination
    }

    package let participant: ParticipantID
    package let player: PlayerID
    package let source: Source
}

extension Alias {
    /// Whether it follows from what else is known, rather than from a report.
    var isInferred: Bool { source == .oneRemote || source == .elimination }

    /// All aliases of a device for people who are in its conversation, its own first, then those seen last.
    package static func all(of device: Device, in seating: Seating) -> [Alias] {
        var device = device
        if seating.hasFormerHolders { device.aliases = device.aliases.merging(seating.person) }
        var known = [Alias(participant: device.conversation.local, player: device.player, source: .own)]
        known.reserveCapacity(device.conversation.remotes.count + 1)
        addSighted(by: device, in: seating, to: &known)
        var inferred = Self.inferred(by: device, in: seating, besides: known)
        if inferred == nil, seating.seats.contains(where: { $0.state == .gone }) {
            inferred = Self.inferred(by: device, in: seating, withThoseGone: true, besides: known)
        }
        if let inferred { known.append(inferred) }
        return known
    }

    private static func addSighted(by device: Device, in seating: Seating, to known: inout [Alias]) {
        let (players, aliases) = (device.playersByPerson(in: seating), device.aliases)
        var remotes = device.conversation.remotes
        if remotes.count > 1 { remotes.sort { aliases.newestSighting(of: $0) > aliases.newestSighting(of: $1) } }
        for remote in remotes {
            guard let (player, evidence) = device.onlyAlias(of: remote, in: seating, known: players),
                player != device.player
            else { continue }
            known.append(Alias(participant: remote, player: player, source: .sighting(evidence)))
        }
    }

    /// The one pair that must belong together: two players and one remote, or everybody seated and one pair left.
    ///
    /// People come and go, and who left is still seated: then the one that is left over is somebody else. So the player
    /// must have acted between two times at which the device reported exactly these people, or the conversation be one
    /// of two, which never change.
    ///
    /// Who gave up is the same person as before, so that what holds of the seats that are taken holds of those and the
    /// ones that are gone.
    private static func inferred(
        by device: Device, in seating: Seating, withThoseGone: Bool = false, besides known: [Alias]
    ) -> Alias? {
        let remotes = device.conversation.remotes
        func isUnknown(_ remote: ParticipantID) -> Bool { !device.aliases.hasReported(remote) }
        guard let place = remotes.firstIndex(where: isUnknown), place == remotes.lastIndex(where: isUnknown) else {
            return nil
        }
        let remote = remotes[place]
        let seats = seating.seats.filter { $0.state == .taken || withThoseGone && $0.state == .gone }
        guard seats.contains(where: { $0.player == device.player }) else { return nil }
        // Who was ever reported is somebody else than a participant of whom nothing was: perhaps another device of the
        // reader's, or somebody who sends from another address than the one that is here.
        var unmatched: PlayerID?
        var players = 0
        for (index, seat) in seats.enumerated() {
            guard let player = seat.player, !player.isErased else { continue }
            guard !seats[..<index].contains(where: { $0.player == player }) else { continue }
            players += 1
            if known.contains(where: { $0.player == player }) { continue }
            guard unmatched == nil else { return nil }
            unmatched = player
        }
        guard let player = unmatched, !device.aliases.hasReport(of: player) else { return nil }

        let acted = seats.lazy.filter { $0.player == player }.compactMap(\.lastActed).max()
        let isHere = acted.flatMap { acted in device.since.map { $0 < acted && acted <= device.reportedAt } } ?? false
        if players == 2, seats.count == 2, remotes.count == 1, isHere || device.isPair(in: seating) {
            return Alias(participant: remote, player: player, source: .oneRemote)
        }
        guard isHere, seats.count == seating.seats.count, seats.count == remotes.count + 1 else { return nil }
        return Alias(participant: remote, player: player, source: .elimination)
    }
}
