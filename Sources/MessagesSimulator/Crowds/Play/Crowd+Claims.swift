import RoundtableAPI
import RoundtableClient

extension Crowd {
    /// Asks the others to vouch for a seat.
    func reclaim(by member: Member, on device: Device.ID, using random: inout SeededRandom) async throws {
        let view = try await app(on: device).refresh()
        let seats = view.seats.filter { seat in
            let isOwn = oracle.ledger.holder(of: seat.seat, in: view.id) == member.person
            return seat.state == .taken && !seat.you && isOwn == (member.temper != .attacker)
        }
        guard let seat = seats.randomElement(using: &random)?.seat else { return }
        let answer = try await app(on: device).act(.reclaim) { $0.seat = seat }
        journal.note("\(device) claims seat \(seat)")
        await compose(answer.message, on: device, seat: answer.session.you, claimed: seat)
        guard let claimant = oracle.ledger.author(of: answer.message.token) else { return }
        oracle.ledger.claim(seat, in: view.id, by: claimant, with: answer.message.token)
        try await finish(on: device, using: &random)
    }

    /// Lets the time pass in which a holder can object; what is due then happens at once.
    func wait() async throws {
        guard let letTimePass else { return }
        journal.note("time passes")
        try await letTimePass()
        doings.sessions.formUnion(sessions)
    }

    /// Objects to claims to the user's own seats.
    func veto(on device: Device.ID, _ view: View) async throws {
        let own = Set(view.seats.filter(\.you).map(\.seat))
        guard let seat = view.claims?.map(\.seat).first(where: own.contains) else { return }
        let answer = try await app(on: device).act(.veto) { $0.seat = seat }
        journal.note("\(device) vetoes the claim to seat \(seat)")
        await compose(answer.message, on: device, retold: answer.message.revision)
        try await send(from: device)
    }

    /// Says that the claimant once sent a bubble of the holder's, then opens the claim.
    func vouch(on device: Device.ID, using random: inout SeededRandom) async throws {
        let bubbles = await world.transcript(on: device, in: group).bubbles
        let asking = bubbles.filter { claim(of: $0).map { $0.claimant.person != $0.holder.person } ?? false }
        guard let bubble = asking.randomElement(using: &random), let claim = claim(of: bubble) else {
            throw SimulationError.notInTranscript
        }
        let proofs = bubbles.filter { $0.sender == claim.holder.person && self.claim(of: $0) == nil }
        let claimant = await world.identifiers(on: device, in: group)[claim.claimant.person]
        for told in [proofs.randomElement(using: &random), bubble].compactMap(\.self) {
            try await app(on: device).tap(told, blaming: claimant)
            await witness(told, on: device, truly: false, in: claim.session)
        }
        journal.note(
            "\(device) vouches for \(claim.claimant.person.name) on seat \(claim.seat) of \(claim.holder.person.name)")
    }

    private func claim(of bubble: Bubble) -> Claimed? {
        MessageToken(in: bubble.url).flatMap { oracle.ledger.claim(of: $0) }
    }

    /// Erases the player of a device; all devices with that credential begin anew.
    func erase(_ member: Member, on device: Device.ID) async throws {
        guard let credential = await world.credential(on: device) else { return }
        let player = oracle.ledger.player(of: credential)
        for survey in surveys.values {
            guard let look = survey.looks[device], oracle.ledger.player(of: look.notebook.player) == player else {
                continue
            }
            for seat in look.view.seats where seat.you { oracle.ledger.erase(seat.seat, in: survey.session) }
        }
        try await app(on: device).client.eraseMe()
        journal.note("\(device) erases its player")
        // Nothing is as it was in any game of theirs.
        surveys = [:]
        for other in member.devices {
            guard let same = await world.credential(on: other), oracle.ledger.player(of: same) == player else {
                continue
            }
            await world.keep(nil, on: other)
            apps[other] = nil
            try await open(on: other)
        }
        touchGame()
    }
}
