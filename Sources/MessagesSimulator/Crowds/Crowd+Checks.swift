import RoundtableModel
import RoundtableClient

extension Crowd {
    /// Looks at the sessions of this step, and at the current one, on every device, and lets the oracle judge.
    ///
    /// - Parameter devices: on which to look; nil for all.
    /// - Throws: a finding.
    func check(on devices: Set<SimulatedDevice.ID>? = nil) async throws {
        let current = devices == nil ? sessions.last : nil
        for session in sessions where session == current || effects.sessions.contains(session) {
            let survey = try await survey(session, on: devices ?? Set(members.flatMap(\.devices)))
            try oracle.learnSeats(from: survey, changedBy: effects.people)
            try await findHolders(in: survey)
            try await learnEvents(from: survey)
            try oracle.judge(survey)
            if let before = surveys[session], before.begunAt > replacesUntil {
                try oracle.compare(before, survey, changedBy: effects.people)
            }
            surveys[session] = survey
            tally.note(survey)
        }
        for composition in effects.compositions { try oracle.judge(composition) }
    }

    /// The views of a session on all devices now, also those of people who have gone.
    private func survey(_ session: SessionID, on devices: Set<SimulatedDevice.ID>) async throws -> Survey {
        let begunAt = ContinuousClock.now
        return try await withThrowingTaskGroup(of: (SimulatedDevice.ID, Survey.Look?).self) { group in
            for device in devices {
                group.addTask { (device, try await self.look(at: session, on: device)) }
            }
            var looks: [SimulatedDevice.ID: Survey.Look] = [:]
            for try await (device, look) in group { looks[device] = look }
            return Survey(session: session, begunAt: begunAt, looks: looks)
        }
    }

    private func look(at session: SessionID, on device: SimulatedDevice.ID) async throws -> Survey.Look? {
        guard let player = await player(on: device) else { return nil }
        let identifiers = await world.identifiers(on: device, of: members.map(\.person))
        let local = identifiers.conversation.local
        let notebook = Notebook.ID(local: local, player: player, session: session)
        let client = await app(on: device).client
        do throws(RoundtableError) {
            let view = try await client.session(session, as: local)
            return Survey.Look(view: view, identifiers: identifiers, notebook: notebook)
        } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
    }

    /// Finds out about seats whose holders have lost their credential, with the credential.
    private func findHolders(in survey: Survey) async throws(OracleFinding) {
        let seats = survey.looks.values.first?.view.seats ?? []
        let ledger = oracle.ledger
        guard seats.contains(where: { $0.state == .taken && ledger.holder(of: $0.seat, in: survey.session) == nil })
        else { return }
        for (credential, person) in ledger.people {
            guard let view = try? await world.makeClient({ credential }).session(survey.session) else { continue }
            try oracle.ledger.seat(KnownPlayer(credential: credential, person: person), in: view)
        }
    }

    private func learnEvents(from survey: Survey) async throws(OracleFinding) {
        let known = oracle.ledger.revision(of: survey.session)
        guard survey.revision > known, let device = survey.looks.keys.min(by: { "\($0)" < "\($1)" }) else { return }
        do {
            let list = try await app(on: device).client.events(of: survey.session, after: known)
            for event in list.events { oracle.ledger.note(event, in: survey.session) }
        } catch {
            throw OracleFinding("\(device) can't read the events: \(error)")
        }
    }
}

// MARK: Settling

extension Crowd {
    /// Lets everybody who sits there send a message of their own in each game in which a device was ever wrong, and
    /// everybody open all of these. After that nobody has an excuse for calling one of them by another's name.
    ///
    /// - Throws: a ``Violation``, or whatever keeps the service from answering.
    package func settle() async throws {
        let wrong = Set(oracle.excused.map(\.notebook.session))
        try await step {
            for session in sessions where wrong.contains(session) { try await settle(session) }
        }
        isSettled = true
    }

    private func settle(_ session: SessionID) async throws {
        let present = members.filter(\.isPresent)
        let devices = present.flatMap(\.devices)
        effects = StepEffects()
        effects.people = Set(present.map(\.person))
        var sighted: Set<Person> = []
        for member in present where try await speak(member, in: session, to: devices) {
            sighted.insert(member.person)
        }
        try await check(on: Set(devices))
        // Texts composed before everybody was sighted may name people wrongly, so they are not checked.
        effects.compositions = []
        oracle.sighted = sighted
        try await check(on: Set(devices))
        oracle.sighted = []
    }

    /// Sends a message from each device with which somebody sits in a game.
    ///
    /// - Returns: whether everybody whom the game takes them for has sent one from the address that is in the
    ///   conversation. Nobody can as whom they were on a lost phone. What comes from another address contradicts nobody
    ///   in the conversation who is taken for them.
    private func speak(_ member: Member, in session: SessionID, to devices: [SimulatedDevice.ID]) async throws -> Bool {
        var unsighted = oracle.ledger.keys(of: member.person, in: session)
        guard !unsighted.isEmpty else { return false }
        for device in member.devices {
            guard let bubble = await newestBubble(of: session, on: device) else { continue }
            try await tap(bubble, on: device)
            guard await app(on: device).view?.you != nil, let player = await player(on: device),
                unsighted.contains(player)
            else { continue }
            let message = try await app(on: device).nudge()
            await compose(message, on: device, repeated: message.revision)
            if await world[device, group].staged?.handle == nil { unsighted.remove(player) }
            // Before this one makes a summary line of it.
            try await send(from: device)
            for other in devices {
                guard let newest = await newestBubble(of: session, on: other) else { continue }
                try await tap(newest, on: other)
            }
        }
        return unsighted.isEmpty
    }
}
