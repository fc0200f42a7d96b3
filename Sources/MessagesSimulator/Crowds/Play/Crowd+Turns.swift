import GameRules
import RoundtableModel
import RoundtableClient

extension Crowd {
    /// Begins a game; if there is a choice mostly one in which everybody can take part.
    func begin(by member: Member, on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        let growing = games.filter(\.isGrowing)
        let popular = (0..<(habits.contains(.linger) ? 8 : 5)).flatMap { _ in growing }
        guard let game = (games + popular).randomElement(using: &random) else { return }
        let (isRoomy, seats) = (Bool.random(using: &random), Int.random(in: 1...12, using: &random))
        let answer = try await app(on: device).create(game.name) { session in
            if game.isGrowing, isRoomy { session.options = game.options(seats: seats) }
            session.nickname = member.nickname
        }
        oracle.ledger.games[answer.session.id] = game
        journal.note("\(device) begins \(game.name) with \(answer.session.seats.count) seats")
        await compose(answer.message, on: device, seat: 0)
        sessions.append(answer.session.id)
        // Nobody else can play before it is sent.
        try await send(from: device)
        if habits.contains(.linger), Bool.random(using: &random) { try await gather(using: &random) }
    }

    /// Lets everybody take a seat, one after the other; most of the others look on.
    private func gather(using random: inout SeededRandom) async throws {
        for member in members.filter(\.isPresent).shuffled(using: &random) {
            guard let device = member.devices.randomElement(using: &random) else { continue }
            await world.deliver(to: device, in: group)
            guard let game = sessions.last, let bubble = await bubble(of: game, on: device) else { continue }
            try await tap(bubble, by: member, on: device, using: &random)
            guard let seats = await app(on: device).view?.seats, !seats.contains(where: \.you) else { continue }
            guard seats.contains(where: { $0.state == .open }) else { return }
            effects.people.insert(member.person)
            try await join(by: member, on: device)
            try await send(from: device)
            for other in members where other.isPresent && other.person != member.person {
                guard Int.random(in: 1...3, using: &random) > 1, let phone = other.devices.first else { continue }
                await world.deliver(to: phone, in: group)
                guard let newest = await self.bubble(of: game, on: phone) else { continue }
                effects.people.insert(other.person)
                try await tap(newest, by: other, on: phone, using: &random)
            }
        }
    }

    /// Moves, mostly after a look at a bubble.
    func move(by member: Member, on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        let app = await app(on: device)
        let looks = Int.random(in: 1...6, using: &random) > 1
        if looks { try await tap(by: member, on: device, using: &random) }
        let nickname = Bool.random(using: &random) ? member.nickname : nil
        guard let view = await app.view else { return }
        if view.state == .waiting { return try await help(view, by: member, on: device, using: &random) }
        guard let move = oracle.ledger.games[view.id]?.move(in: view, using: &random) else { return }
        if habits.contains(.linger), mayEnd(move, view), Int.random(in: 1...8, using: &random) > 1 { return }
        let answer = try await app.play(move) { $0.nickname = nickname }
        journal.note("\(device) plays \(move) at \(answer.session.revision)")
        await compose(answer.message, on: device, seat: answer.session.you)
        try oracle.judge(answer, to: move, at: view)
        try await finish(on: device, using: &random)
    }

    /// Helps a game to begin that waits for its players: by sitting down, or, who opened it, by starting it with those
    /// who have come.
    private func help(
        _ view: SessionView, by member: Member, on device: SimulatedDevice.ID, using random: inout SeededRandom
    ) async throws {
        if view.joinable {
            try await join(by: member, on: device)
        } else if view.you == 0, view.seats.count(where: { $0.state == .taken }) > 1 {
            let answer = try await app(on: device).act(.start)
            journal.note("\(device) starts the game at \(answer.session.revision)")
            await compose(answer.message, on: device, seat: answer.session.you)
        } else {
            return
        }
        try await finish(on: device, using: &random)
    }

    /// Whether a move may be the last one of an ice cream for several: somebody's topping, or to say that it is
    /// finished.
    private func mayEnd(_ move: GameJSON, _ view: SessionView) -> Bool {
        guard let text = move.value.string, view.seats.count > 2 else { return false }
        return text == "finish" || text.hasPrefix("Topping=")
    }

    func join(by member: Member, on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        try await tap(by: member, on: device, using: &random)
        try await join(by: member, on: device)
        try await finish(on: device, using: &random)
    }

    /// Takes an open seat, and stages the message.
    func join(by member: Member, on device: SimulatedDevice.ID) async throws {
        let answer = try await app(on: device).join { $0.nickname = member.nickname }
        journal.note("\(device) joins at \(answer.session.revision)")
        await compose(answer.message, on: device, seat: answer.session.you)
    }

    func nudge(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        let message = try await app(on: device).nudge()
        journal.note("\(device) shows revision \(message.revision) again")
        await compose(message, on: device, repeated: message.revision)
        try await finish(on: device, using: &random)
    }

    /// Leaves one's seat or gives up, having looked at the newest state.
    func leave(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        try await leave(by: Bool.random(using: &random) ? .leave : .resign, on: device)
        try await finish(on: device, using: &random)
    }

    /// Stages the message by which a seat is given up.
    func leave(by action: Action, on device: SimulatedDevice.ID) async throws {
        let app = await app(on: device)
        try await app.refresh()
        let answer = try await app.act(action)
        journal.note("\(device) says \(action.rawValue) at \(answer.session.revision)")
        await compose(answer.message, on: device, seat: answer.session.you)
        oracle.ledger.noteFarewell(answer.message.token)
    }

    func refresh(on device: SimulatedDevice.ID) async throws {
        let view = try await app(on: device).refresh()
        journal.note("\(device) looks at revision \(view.revision)")
        await touch(view.id, on: device)
        try await veto(on: device, view)
    }
}
