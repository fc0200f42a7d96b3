import RoundtableModel
import RoundtableClient

extension Crowd {
    /// Looks at the sessions of this step, and at the current one, on every device, and lets the oracle judge.
    ///
    /// - Parameter devices: on which to look; nil for all.
    /// - Throws: a finding.
    func check(on devices: Set<SimulatedDevice.ID>? = nil) async throws {
        let touched = devices == nil ? effects.sessions.union([sessions.last].compactMap(\.self)) : effects.sessions
        for session in sessions where touched.contains(session) {
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
        guard let credential = await world.credential(on: device) else { return nil }
        let identifiers = await world.identifiers(on: device, of: members.map(\.person))
        let local = identifiers.conversation.local
        let notebook = Notebook.ID(local: local, player: oracle.ledger.player(of: credential), session: session)
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
            let player = KnownPlayer(credential: credential, person: person)
            for seat in view.seats where seat.you { try oracle.ledger.seat(player, on: seat.seat, in: survey.session) }
        }
    }

    /// Learns who made the newest events.
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
