import GameRules
import RoundtableModel
import RoundtableClient

extension Crowd {
    /// Lets somebody open the newest message of each of the others who are here and have a seat, and these theirs, as
    /// in a game that has lasted for a while.
    func getToKnow(
        _ member: Member, on device: SimulatedDevice.ID, in session: SessionID, using random: inout SeededRandom
    ) async throws {
        let holders = oracle.ledger.holders(in: session)
        for other in members where other.isPresent && other.person != member.person && holders.contains(other.person) {
            guard let phone = other.devices.first else { continue }
            effects.people.insert(other.person)
            try await openNewest(of: other.person, in: session, by: member, on: device, using: &random)
            try await openNewest(of: member.person, in: session, by: other, on: phone, using: &random)
        }
    }

    /// Opens the newest message of their own that somebody has sent in a game, if it has come.
    private func openNewest(
        of person: Person, in session: SessionID, by reader: Member, on device: SimulatedDevice.ID,
        using random: inout SeededRandom
    ) async throws {
        await world.deliver(to: device, in: group)
        let (ledger, bubbles) = (oracle.ledger, tally.bubblesOf[session])
        let newest = await world.transcript(on: device, in: group).bubbles.last {
            $0.session == bubbles && $0.sender == person && ledger.author(of: $0)?.person == person
        }
        if let newest { try await tap(newest, by: reader, on: device, using: &random) }
    }

    /// The number of those here with a seat who have seen a bubble of a player's, who has seen theirs on one
    /// device.
    func friends(of player: Credential, in session: SessionID) async -> Int {
        let seated = oracle.ledger.keys(in: session).subtracting([player])
        var knowing: Set<Credential> = []
        for device in members.filter(\.isPresent).flatMap(\.devices) {
            guard let notebook = await notebook(of: session, on: device), seated.contains(notebook.player) else {
                continue
            }
            if oracle.ledger.notebooks[notebook]?.hasSeen(player) == true { knowing.insert(notebook.player) }
        }
        let known = oracle.ledger.acquaintances(of: player, in: session)
        return known.map { knowing.intersection($0.joined()).count }.max() ?? 0
    }
}
