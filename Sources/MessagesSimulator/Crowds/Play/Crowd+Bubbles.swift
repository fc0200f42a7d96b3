import GameRules
import RoundtableModel
import RoundtableClient

extension Crowd {
    /// Opens a bubble: as often as not the newest.
    func tap(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        let bubbles = await bubbles(on: device)
        let (isNewest, any) = (Bool.random(using: &random), bubbles.randomElement(using: &random))
        guard let bubble = isNewest ? bubbles.last : any else { throw SimulationError.notInTranscript }
        try await tap(bubble, on: device, using: &random)
    }

    /// Opens a bubble, and reports its sender as somebody like the device's owner does.
    func tap(_ bubble: Bubble, on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        guard !owner(of: device).temper.reportsTruly else { return try await tap(bubble, on: device) }
        let app = await app(on: device)
        let people = await app.conversation()
        let sender = ([people.local] + people.remotes).randomElement(using: &random) ?? people.local
        let opened = try await app.tap(bubble, blaming: sender)
        journal.note(
            "\(device) opens \(name(of: bubble)) and lies: \(opened.tapped.status) at \(opened.session.revision)")
        await witness(bubble, on: device, in: opened.session.id)
    }

    /// Opens a bubble, reports its sender, and notes what the device can have learned from it.
    func tap(_ bubble: Bubble, on device: SimulatedDevice.ID) async throws {
        let token = try bubble.token
        let opened = try await app(on: device).tap(bubble)
        journal.note("\(device) opens \(name(of: bubble)): \(opened.tapped.status) at \(opened.session.revision)")
        await witness(bubble, on: device, in: opened.session.id)
        guard let notebook = await touch(opened.session.id, on: device), let author = oracle.ledger.author(of: token),
            author.credential != notebook.player
        else { return }
        let sender = Address(of: bubble, on: device)
        let sighting = BubbleSighting(
            author: author, sender: sender, revision: opened.tapped.revision,
            newest: opened.tapped.revision ?? opened.session.revision,
            isSure: !oracle.ledger.mayVouch(by: token, from: sender, in: notebook))
        oracle.ledger.note(sighting, in: notebook)
    }

    /// Notes that a device opened a bubble, which may be the message of a claim.
    func witness(_ bubble: Bubble, on device: SimulatedDevice.ID, in session: SessionID) async {
        guard let notebook = await touch(session, on: device), let token = try? bubble.token else { return }
        prove(token)
        oracle.ledger.witness(
            token, from: Address(of: bubble, on: device), in: notebook, truly: owner(of: device).temper.reportsTruly)
    }

    /// Notes that a bubble was seen, which may be what makes its author leave.
    private func prove(_ token: MessageToken) {
        if let leaver = oracle.ledger.leaver(by: token) { effects.people.insert(leaver) }
    }

    /// Sends what was just staged, or thinks better of it.
    func finish(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        let mood = habits.contains(.hesitate) ? Int.random(in: 1...10, using: &random) : 0
        switch mood {
        case 1: journal.note("  \(device) leaves it in the input field")
        case 2...4: try await decide(on: device, using: &random)
        default: try await send(from: device)
        }
    }

    /// Sends, takes back or loses what is in the input field.
    func decide(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        let choice = Int.random(in: 1...4, using: &random)
        let app = await app(on: device)
        let staged = try await staged(on: device)
        switch choice {
        case 1:
            journal.note("\(device) takes back \(name(of: staged))")
            try await app.cancel()
            // NB: the device says who is in the conversation; the message may be one of an earlier game.
            if let shown = await app.view?.id { await touch(shown, on: device) }
            oracle.ledger.withdraw(try staged.token)
        case 2:
            journal.note("\(device) loses \(name(of: staged))")
            try await app.vanish()
        case 3: try await send(from: device, reporting: false)
        default: try await send(from: device)
        }
    }

    private func staged(on device: SimulatedDevice.ID) async throws -> Bubble {
        guard let staged = await world[device, group].staged else { throw SimulationError.nothingStaged }
        return staged
    }

    /// Sends what is in the input field.
    ///
    /// It arrives at once where nothing is ever under way for long, else on about every second device.
    func send(from device: SimulatedDevice.ID, reporting: Bool = true) async throws {
        let app = await app(on: device)
        let staged = try await staged(on: device)
        journal.note("\(device) sends \(name(of: staged))\(reporting ? "" : " while the app is gone")")
        tally.note(staged, of: await app.view?.id)
        let bubble = try await app.send(reporting: reporting)
        if let shown = await app.view?.id { await touch(shown, on: device) }
        prove(try staged.token)
        var random = SeededRandom(seed: seed, for: "arrival \(bubble.id.number)")
        for other in members.filter(\.isPresent).flatMap(\.devices)
        where !habits.contains(.receive) || Bool.random(using: &random) {
            await world.deliver(to: other, in: group)
        }
    }

    func receive(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        let arrival = Arrival.allCases.randomElement(using: &random) ?? .inOrder
        let count = await world[device, group].arriving.count
        if count > 0 { journal.note("\(device) gets \(count) bubbles \(arrival)") }
        await world.deliver(to: device, in: group, arrival)
    }

    private func name(of bubble: Bubble) -> String {
        let author = oracle.ledger.author(of: bubble)?.person
        let made = author.map { $0 == bubble.sender ? "" : ", made by \($0.name)" } ?? ""
        return "bubble \(bubble.id.number) of \(bubble.sender.name)\(made)"
    }
}
