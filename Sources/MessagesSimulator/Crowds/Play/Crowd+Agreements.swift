import GameRules
import RoundtableModel

extension Crowd {
    /// Offers something, answers an offer, goes on after a pause, or asks for a rematch, having looked at a bubble.
    func agree(by member: Member, on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        try await tap(by: member, on: device, using: &random)
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
        journal.note("\(device) says \(action.rawValue) \(kind?.rawValue ?? "") at \(answer.session.revision)")
        await compose(answer.message, on: device, seat: answer.session.you)
    }

    /// Begins the same game anew, in a session of bubbles of its own: nobody else can play before its message is sent.
    private func rematch(_ view: SessionView, on device: SimulatedDevice.ID) async throws {
        guard let game = oracle.ledger.games[view.id], view.rematch == nil else { return }
        let answer = try await app(on: device).playAgain()
        oracle.ledger.games[answer.session.id] = game
        oracle.ledger.note(answer.session.id, isRematchOf: view)
        journal.note("\(device) asks for a rematch of \(game.name)")
        await compose(answer.message, on: device, seat: answer.session.you)
        sessions.append(answer.session.id)
        try await send(from: device)
    }
}
