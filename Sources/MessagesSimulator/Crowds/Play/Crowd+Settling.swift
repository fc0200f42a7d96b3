import RoundtableAPI
import RoundtableClient

extension Crowd {
    /// Lets everybody who is there send a message of their own in each game in which a device was ever wrong, and everybody
    /// open all of these. After that no device of theirs has an excuse.
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
            for member in present { try await speak(member, in: session, to: present) }
            let devices = Set(present.flatMap(\.devices))
            try await check(on: devices)
            // What they said before they had heard everybody may have been wrong still.
            doings.compositions = []
            oracle.excusesNobody = true
            try await check(on: devices)
            oracle.excusesNobody = false
        }
        isSettled = true
    }

    /// Sends a message from the first device of somebody's that has one of the game to open.
    private func speak(_ member: Member, in session: SessionID, to others: [Member]) async throws {
        for device in member.devices {
            await world.deliver(to: device, in: group)
            guard let bubble = await bubble(of: session, on: device) else { continue }
            try await tap(bubble, on: device)
            let message = try await app(on: device).nudge()
            await compose(message, on: device, retold: message.revision)
            // Before this one makes a summary line of it.
            try await send(from: device)
            for other in others.flatMap(\.devices) {
                await world.deliver(to: other, in: group)
                guard let newest = await self.bubble(of: session, on: other) else { continue }
                try await tap(newest, on: other)
            }
            return
        }
    }

    private func bubble(of session: SessionID, on device: Device.ID) async -> Bubble? {
        await world.transcript(on: device, in: group).bubbles.last { $0.session == tally.bubbles(of: session) }
    }
}
