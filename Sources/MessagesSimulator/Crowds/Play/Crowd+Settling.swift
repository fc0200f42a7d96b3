import RoundtableModel
import RoundtableClient

extension Crowd {
    /// Lets everybody who sits there send a message of their own in each game in which a device was ever wrong, and
    /// everybody open all of these. After that nobody has an excuse for calling one of them by another's name.
    ///
    /// - Throws: a ``Violation``, or whatever keeps the service from answering.
    package func settle() async throws {
        let present = members.filter(\.isPresent)
        let wrong = Set(oracle.excused.map(\.notebook.session))
        tally.steps += 1
        journal.begin(step: tally.steps)
        for session in sessions where wrong.contains(session) {
            doings = Doings()
            doings.people = Set(present.map(\.person))
            var heard: Set<Person> = []
            for member in present where try await speak(member, in: session, to: present) {
                heard.insert(member.person)
            }
            let devices = Set(present.flatMap(\.devices))
            try await check(on: devices)
            // What they said before they had heard everybody may have been wrong still.
            doings.compositions = []
            oracle.heard = heard
            try await check(on: devices)
            oracle.heard = []
        }
        isSettled = true
    }

    /// Sends a message from each device with which somebody sits in a game.
    ///
    /// - Returns: whether everybody whom the game takes them for has sent one: nobody can as whom they were on a lost
    ///   phone.
    private func speak(_ member: Member, in session: SessionID, to others: [Member]) async throws -> Bool {
        var unheard = oracle.ledger.keys(of: member.person, in: session)
        guard !unheard.isEmpty else { return false }
        for device in member.devices {
            await world.deliver(to: device, in: group)
            guard let bubble = await bubble(of: session, on: device) else { continue }
            try await tap(bubble, on: device)
            guard await app(on: device).view?.you != nil, let credential = await world.credential(on: device),
                unheard.remove(oracle.ledger.player(of: credential)) != nil
            else { continue }
            let message = try await app(on: device).nudge()
            await compose(message, on: device, retold: message.revision)
            // Before this one makes a summary line of it.
            try await send(from: device)
            for other in others.flatMap(\.devices) {
                await world.deliver(to: other, in: group)
                guard let newest = await self.bubble(of: session, on: other) else { continue }
                try await tap(newest, on: other)
            }
        }
        return unheard.isEmpty
    }

    /// The newest bubble of a game.
    func bubble(of session: SessionID, on device: Device.ID) async -> Bubble? {
        await world.transcript(on: device, in: group).bubbles.last { $0.session == tally.bubbles(of: session) }
    }
}
