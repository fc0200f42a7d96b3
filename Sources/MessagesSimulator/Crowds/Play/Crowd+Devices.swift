import RoundtableModel
import RoundtableClient

extension Crowd {
    /// Brings somebody into the conversation, or takes them out of it; two always stay.
    func comeOrGo(_ person: Person) async throws {
        guard let index = members.firstIndex(where: { $0.person == person }) else { return }
        if !members[index].isPresent {
            journal.note("\(person.name) comes into the conversation")
            await world.add(person, to: group)
        } else if members.count(where: \.isPresent) > 3 {
            // NB: Messages lets nobody leave a group of three; a conversation of two never changes.
            journal.note("\(person.name) goes from the conversation")
            await world.remove(person, from: group)
        } else {
            return
        }
        members[index].isPresent.toggle()
        touchGame()
    }

    func reinstall(on device: SimulatedDevice.ID) async throws {
        journal.note("\(device) is installed again")
        await world.reinstall(device)
        apps[device] = nil
        touchGame()
    }

    /// Begins anew without Keychain; the old credential still exists, but nobody has it.
    func getNewPhone(on device: SimulatedDevice.ID) async throws {
        journal.note("\(device) is a new one")
        await world.reinstall(device)
        try await beginAnew(on: device)
        touchGame()
    }

    private func beginAnew(on device: SimulatedDevice.ID) async throws {
        await world.keep(nil, on: device)
        apps[device] = nil
        try await open(on: device)
    }

    func link(_ device: SimulatedDevice.ID) async throws {
        guard let other = owner(of: device).devices.first(where: { $0 != device }),
            let player = await player(on: device), let shown = await self.player(on: other), player != shown
        else { return }
        let code = try await app(on: other).showLinkCode()
        try await app(on: device).enter(linkCode: code)
        journal.note("\(device) is linked to \(other)")
        oracle.ledger.link(player, to: shown)
        // Everybody may be shown one player where there were two.
        lookAnew()
    }

    /// Erases the player of a device; all devices with that credential begin anew.
    func erase(on device: SimulatedDevice.ID) async throws {
        guard let player = await player(on: device) else { return }
        for survey in surveys.values {
            guard let look = survey.looks[device], oracle.ledger.player(of: look.notebook.player) == player else {
                continue
            }
            for seat in look.view.seats where seat.you { oracle.ledger.erase(seat.seat, in: survey.session) }
        }
        try await app(on: device).client.eraseMe()
        journal.note("\(device) erases its player")
        oracle.ledger.erase(player)
        // Nothing is as it was in any game of theirs.
        lookAnew()
        for other in owner(of: device).devices where await self.player(on: other) == player {
            try await beginAnew(on: other)
        }
    }

    /// Looks at all games again, and compares nothing with what devices showed before, nor with what they show until a
    /// player is replaced everywhere.
    private func lookAnew() {
        effects.sessions.formUnion(sessions)
        surveys = [:]
        replacesUntil = .now + .seconds(10)
    }
}
