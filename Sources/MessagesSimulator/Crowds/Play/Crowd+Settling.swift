import RoundtableModel

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
        do {
            for session in sessions where wrong.contains(session) { try await settle(session, by: present) }
        } catch let finding as OracleFinding {
            throw violation(by: finding)
        }
        isSettled = true
    }

    private func settle(_ session: SessionID, by present: [Member]) async throws {
        effects = StepEffects()
        effects.people = Set(present.map(\.person))
        var sighted: Set<Person> = []
        for member in present where try await speak(member, in: session, to: present) {
            sighted.insert(member.person)
        }
        let devices = Set(present.flatMap(\.devices))
        try await check(on: devices)
        // Texts composed before everybody was sighted may name people wrongly, so they are not checked.
        effects.compositions = []
        oracle.sighted = sighted
        try await check(on: devices)
        oracle.sighted = []
    }

    /// Sends a message from each device with which somebody sits in a game.
    ///
    /// - Returns: whether everybody whom the game takes them for has sent one from the address that is in the
    ///   conversation. Nobody can as whom they were on a lost phone. What comes from another address contradicts nobody
    ///   in the conversation who is taken for them.
    private func speak(_ member: Member, in session: SessionID, to others: [Member]) async throws -> Bool {
        var unsighted = oracle.ledger.keys(of: member.person, in: session)
        guard !unsighted.isEmpty else { return false }
        for device in member.devices {
            await world.deliver(to: device, in: group)
            guard let bubble = await bubble(of: session, on: device) else { continue }
            try await tap(bubble, on: device)
            guard await app(on: device).view?.you != nil, let credential = await world.credential(on: device),
                unsighted.contains(oracle.ledger.player(of: credential))
            else { continue }
            let message = try await app(on: device).nudge()
            await compose(message, on: device, repeated: message.revision)
            if await world.staged(on: device, in: group)?.handle == nil {
                unsighted.remove(oracle.ledger.player(of: credential))
            }
            // Before this one makes a summary line of it.
            try await send(from: device)
            for other in others.flatMap(\.devices) {
                await world.deliver(to: other, in: group)
                guard let newest = await self.bubble(of: session, on: other) else { continue }
                try await tap(newest, on: other)
            }
        }
        return unsighted.isEmpty
    }

    func bubble(of session: SessionID, on device: SimulatedDevice.ID) async -> Bubble? {
        await world.transcript(on: device, in: group).bubbles.last { $0.session == tally.bubblesOf[session] }
    }
}
