import GameRules
import RoundtableModel
import RoundtableClient

extension Crowd {
    /// Begins a game; if there is a choice mostly one in which everybody can take part.
    func begin(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        let growing = games.filter(\.isGrowing)
        let popular = (0..<(habits.contains(.linger) ? 8 : 5)).flatMap { _ in growing }
        guard let game = (games + popular).randomElement(using: &random) else { return }
        let (isRoomy, seats) = (Bool.random(using: &random), Int.random(in: 1...12, using: &random))
        let nickname = owner(of: device).nickname
        let answer = try await app(on: device).create(game.name) { session in
            if game.isGrowing, isRoomy { session.options = game.options(seats: seats) }
            session.nickname = nickname
        }
        journal.note("\(device) begins \(game.name) with \(answer.session.seats.count) seats")
        try await open(game, with: answer, on: device)
        if habits.contains(.linger), Bool.random(using: &random) { try await gather(using: &random) }
    }

    /// Sends the first message of a game: nobody else can play before it is sent.
    private func open(_ game: PlayedGame, with answer: TurnAnswer, on device: SimulatedDevice.ID) async throws {
        oracle.ledger.games[answer.session.id] = game
        await compose(answer.message, on: device, seat: answer.session.you)
        sessions.append(answer.session.id)
        try await send(from: device)
    }

    /// Lets everybody take a seat, one after the other; most of the others look on.
    private func gather(using random: inout SeededRandom) async throws {
        guard let game = sessions.last else { return }
        for member in members.filter(\.isPresent).shuffled(using: &random) {
            guard let device = member.devices.randomElement(using: &random),
                let bubble = await newestBubble(of: game, on: device)
            else { continue }
            try await tap(bubble, on: device, using: &random)
            guard let seats = await app(on: device).view?.seats, !seats.contains(where: \.you) else { continue }
            guard seats.contains(where: { $0.state == .open }) else { return }
            effects.people.insert(member.person)
            try await join(on: device)
            try await send(from: device)
            for other in members where other.isPresent && other.person != member.person {
                guard Int.random(in: 1...3, using: &random) > 1, let phone = other.devices.first,
                    let newest = await newestBubble(of: game, on: phone)
                else { continue }
                effects.people.insert(other.person)
                try await tap(newest, on: phone, using: &random)
            }
        }
    }

    /// Moves, mostly after a look at a bubble.
    func move(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        let app = await app(on: device)
        let looks = Int.random(in: 1...6, using: &random) > 1
        if looks { try await tap(on: device, using: &random) }
        let nickname = Bool.random(using: &random) ? owner(of: device).nickname : nil
        guard let view = await app.view else { return }
        if view.state == .waiting { return try await help(view, on: device, using: &random) }
        guard let move = oracle.ledger.games[view.id]?.move(in: view, using: &random) else { return }
        if habits.contains(.linger), mayEnd(move, view), Int.random(in: 1...8, using: &random) > 1 { return }
        let answer = try await app.play(move) { $0.nickname = nickname }
        await take(answer, to: "plays \(move)", on: device)
        try oracle.judge(answer, to: move, at: view)
        try await finish(on: device, using: &random)
    }

    /// Helps a game to begin that waits for its players: by sitting down, or, who opened it, by starting it with those
    /// who have come.
    private func help(
        _ view: SessionView, on device: SimulatedDevice.ID, using random: inout SeededRandom
    ) async throws {
        if view.joinable {
            try await join(on: device)
        } else if view.you == 0, view.seats.count(where: { $0.state == .taken }) > 1 {
            await take(try await app(on: device).act(.start), to: "starts the game", on: device)
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

    func join(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        try await tap(on: device, using: &random)
        try await join(on: device)
        try await finish(on: device, using: &random)
    }

    /// Takes an open seat, and stages the message.
    func join(on device: SimulatedDevice.ID) async throws {
        let nickname = owner(of: device).nickname
        await take(try await app(on: device).join { $0.nickname = nickname }, to: "joins", on: device)
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
        let message = await take(try await app.act(action), to: "says \(action.rawValue)", on: device)
        oracle.ledger.noteFarewell(message.token)
    }

    func refresh(on device: SimulatedDevice.ID) async throws {
        let view = try await app(on: device).refresh()
        journal.note("\(device) looks at revision \(view.revision)")
        await touch(view.id, on: device)
        try await veto(on: device, view)
    }

    /// Offers something, answers an offer, goes on after a pause, or asks for a rematch, having looked at a bubble.
    func agree(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        try await tap(on: device, using: &random)
        guard let view = await app(on: device).view, let own = view.you else { return }
        if view.state == .finished { return try await rematch(view, on: device) }
        guard view.state == .active else { return }
        let isWilling = Int.random(in: 1...4, using: &random) > 1
        if let offer = view.offer {
            if offer.seat == own, isWilling { return }
            try await say(offer.seat == own || !isWilling ? .decline : .accept, on: device)
        } else if view.clock?.paused == true {
            try await say(.resume, on: device)
        } else {
            let kind = [OfferKind.draw, .undo, .undo, .pause].randomElement(using: &random)
            // NB: a game that is drawn too often is never played to its end.
            guard kind != .draw || !isWilling else { return }
            try await say(.offer, kind, on: device)
        }
        try await finish(on: device, using: &random)
    }

    private func say(_ action: Action, _ kind: OfferKind? = nil, on device: SimulatedDevice.ID) async throws {
        let answer = try await app(on: device).act(action) { $0.kind = kind }
        await take(answer, to: "says \(action.rawValue) \(kind?.rawValue ?? "")", on: device)
    }

    /// Begins the same game anew, in a session of bubbles of its own.
    private func rematch(_ view: SessionView, on device: SimulatedDevice.ID) async throws {
        guard let game = oracle.ledger.games[view.id], view.rematch == nil else { return }
        let answer = try await app(on: device).playAgain()
        oracle.ledger.note(answer.session.id, isRematchOf: view)
        journal.note("\(device) asks for a rematch of \(game.name)")
        try await open(game, with: answer, on: device)
    }
}
