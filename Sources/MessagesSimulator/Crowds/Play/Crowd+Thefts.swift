import GameRules
import RoundtableModel
import RoundtableClient

extension Crowd {
    /// Takes two seats for people whom nobody has ever seen, and lets them vouch for a thief.
    func steal(by member: Member, on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        guard let prize = try await prize(for: member, on: device, using: &random) else { return }
        var accomplices: [Newcomer] = []
        for _ in 0..<2 {
            let accomplice = try await newcomer(of: member, using: &random)
            try await join(prize.view.id, as: accomplice, shown: prize.proof)
            accomplices.append(accomplice)
        }
        try await take(prize, by: member, vouchedForBy: accomplices, using: &random)
    }

    /// Takes a second seat with another credential on the same device, sends that one's message, lets the holder of
    /// somebody else's seat see both players' messages, and vouches as both for a thief.
    func doubleUp(by member: Member, on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        guard let prize = try await prize(for: member, on: device, using: &random) else { return }
        let app = await app(on: device)
        if prize.view.you == nil {
            let answer = try await app.join()
            await compose(answer.message, on: device, seat: answer.session.you)
            try await send(from: device)
        }
        try await showNewest(to: prize, using: &random)
        let second = try await newcomer(of: member, in: await app.conversation(), using: &random)
        let message = try await join(prize.view.id, as: second, shown: prize.proof)
        await app.insert(message)
        try await send(from: device, reporting: false)
        try await showNewest(to: prize, using: &random)
        guard let own = await world.credential(on: device) else { return }
        let accomplices = [KnownPlayer(credential: own, person: member.person), second.player].map { player in
            newcomer(player, in: Self.inventedConversation(using: &random))
        }
        try await take(prize, by: member, vouchedForBy: accomplices, using: &random)
    }

    /// Claims a seat for a thief, whose message only accomplices are shown, and mostly waits until it would be the
    /// thief's.
    ///
    /// - Throws: a finding, if it is.
    private func take(
        _ prize: Prize, by member: Member, vouchedForBy accomplices: [Newcomer], using random: inout SeededRandom
    ) async throws {
        let session = prize.view.id
        let thief = try await newcomer(of: member, using: &random)
        let claim = try await claim(prize.seat, in: session, as: thief, shown: prize.proof)
        journal.note("a newcomer of \(member.person.name)’s claims seat \(prize.seat)")
        for accomplice in accomplices {
            try await vouch(
                for: claim, knowing: prize.proof, as: accomplice,
                blaming: accomplice.conversation.remotes.first ?? accomplice.conversation.local, in: session)
        }
        guard Int.random(in: 1...4, using: &random) > 1 else { return }
        try await passTime()
        try await lookForSeats(of: thief, in: session)
    }

    /// A seat of somebody else's in the game that a device shows, of whose holder it has a message.
    private func prize(
        for member: Member, on device: SimulatedDevice.ID, using random: inout SeededRandom
    ) async throws -> Prize? {
        let view = try await app(on: device).refresh()
        guard surveys[view.id]?.isOver == false, view.seats.count > 2 else { return nil }
        let bubbles = await world.transcript(on: device, in: group).bubbles
        let tokens = bubbles.compactMap { MessageToken(in: $0.url) }
        let prizes = view.seats.compactMap { seat -> Prize? in
            guard seat.state == .taken, oracle.ledger.holder(of: seat.seat, in: view.id) != member.person,
                let key = oracle.ledger.key(to: seat.seat, in: view.id),
                let proof = tokens.last(where: { oracle.ledger.author(of: $0)?.credential == key })
            else { return nil }
            return Prize(seat: seat.seat, view: view, proof: proof)
        }
        return prizes.randomElement(using: &random)
    }

    /// Lets the holder of a seat open the newest message of the game, on one of their devices.
    private func showNewest(to prize: Prize, using random: inout SeededRandom) async throws {
        guard let person = oracle.ledger.holder(of: prize.seat, in: prize.view.id),
            let holder = members.first(where: { $0.person == person && $0.isPresent }),
            let device = holder.devices.randomElement(using: &random)
        else { return }
        await world.deliver(to: device, in: group)
        guard let bubble = await bubble(of: prize.view.id, on: device) else { return }
        effects.people.insert(person)
        try await tap(bubble, by: holder, on: device, using: &random)
    }
}
