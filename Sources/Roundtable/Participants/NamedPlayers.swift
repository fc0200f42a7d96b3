package import RoundtableJSON
@_spi(Roundtable) import RoundtableModel

/// The players whom a device can name, each with the device's identifier. There are few, so each is looked at in turn.
package struct NamedPlayers: Sendable, ExpressibleByDictionaryLiteral {
    /// The players in the order in which they became known, each once.
    package private(set) var all: [(player: PlayerID, participant: ParticipantID)] = []

    package init() {}

    package init(dictionaryLiteral elements: (PlayerID, ParticipantID)...) {
        for (player, participant) in elements { add(player, as: participant) }
    }

    /// Of several identifiers of one player the first counts.
    init(_ aliases: [Alias]) {
        all.reserveCapacity(aliases.count)
        for alias in aliases { add(alias.player, as: alias.participant) }
    }

    /// The identifier of a player; nil if the device can't name them.
    package subscript(player: PlayerID) -> ParticipantID? {
        for known in all where known.player == player { return known.participant }
        return nil
    }

    /// Adds a player, unless they are here already.
    package mutating func add(_ player: PlayerID, as participant: ParticipantID) {
        if self[player] == nil { all.append((player, participant)) }
    }
}

extension NamedPlayers: Equatable {
    /// Whether both name the same players in the same way.
    package static func == (players: NamedPlayers, others: NamedPlayers) -> Bool {
        players.all.count == others.all.count && players.all.allSatisfy { others[$0.player] == $0.participant }
    }
}

/// `{"player": "participant", …}`.
extension NamedPlayers: JSONConvertible {
    package func write(to json: inout JSONWriter) {
        json.object { json in
            for (player, participant) in all.sorted(by: { $0.player.description < $1.player.description }) {
                json.name(player.uuid, uppercase: PlayerID.hasCapitals)
                participant.write(to: &json)
            }
        }
    }

    package init(_ json: JSONElement) throws(JSONError) {
        for (name, participant) in try json.members() {
            guard let player = PlayerID(rawValue: name.text) else { throw json.error(expected: "the IDs of players") }
            add(player, as: try ParticipantID(participant))
        }
    }
}
