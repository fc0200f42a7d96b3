import GameRules
import RoundtableModel
import RoundtableClient

extension Crowd {
    /// Opens a bubble that asks to vouch and that they have not opened yet. Whoever finds their own seat claimed may
    /// object; a liar is an accomplice.
    func witness(by member: Member, on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        if member.temper == .liar, habits.contains(.vouch) { return try await vouch(on: device, using: &random) }
        let asking = try await asking(on: device) { !$0.readers.contains(member.person) }
        guard let bubble = asking.randomElement(using: &random) else { return }
        try await tap(bubble, by: member, on: device, using: &random)
        guard Bool.random(using: &random), let view = await app(on: device).view else { return }
        try await veto(on: device, view)
    }

    /// The bubbles of claims that may be open, on a device that gets what is under way to it first.
    private func asking(on device: SimulatedDevice.ID, _ isMeant: (Claimed) -> Bool) async throws -> [Bubble] {
        guard oracle.ledger.claims.values.contains(where: { isOpen($0) && isMeant($0) }) else { return [] }
        await world.deliver(to: device, in: group)
        let bubbles = await world.transcript(on: device, in: group).bubbles
        return bubbles.filter { claim(of: $0).map { isOpen($0) && isMeant($0) } ?? false }
    }

    /// Whether nothing is known to have ended a claim.
    func isOpen(_ claim: Claimed) -> Bool { claim.end == nil && surveys[claim.session]?.isOver == false }

    /// Objects to others' claims to the user's own seats.
    func veto(on device: SimulatedDevice.ID, _ view: SessionView) async throws {
        let own = Set(view.seats.filter(\.you).map(\.seat))
        let claimed = view.claims.map(\.seat).filter(own.contains)
        guard
            let seat = claimed.first(where: { seat in
                oracle.ledger.openClaims(to: seat, in: view.id).contains { !$0.isHonest }
            })
        else { return }
        let answer = try await app(on: device).act(.veto) { $0.seat = seat }
        journal.note("\(device) vetoes the claim to seat \(seat)")
        oracle.ledger.veto(seat, in: view.id)
        await compose(answer.message, on: device, repeated: answer.message.revision)
        try await send(from: device)
    }

    /// Says that the claimant once sent a bubble of the holder's, then opens the claim; perhaps on a fresh install,
    /// which knows nobody yet.
    func vouch(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        let bubble = try await asking(on: device) { !$0.isHonest }.randomElement(using: &random)
        guard let bubble, let claim = claim(of: bubble) else { return }
        if Bool.random(using: &random) { try await reinstall(on: device) }
        let bubbles = await world.transcript(on: device, in: group).bubbles
        let holder = oracle.ledger.player(of: claim.holder.credential)
        let proofs = bubbles.filter {
            $0.session == bubble.session && oracle.ledger.author(of: $0)?.credential == holder
        }
        let claimant = await world.identifiers(on: device, in: group)[claim.claimant.person]
        for opened in [proofs.randomElement(using: &random), bubble].compactMap(\.self) {
            try await app(on: device).tap(opened, blaming: claimant)
            await witness(opened, on: device, in: claim.session)
        }
        journal.note(
            "\(device) vouches for \(claim.claimant.person.name) on seat \(claim.seat) of \(claim.holder.person.name)")
    }

    private func claim(of bubble: Bubble) -> Claimed? {
        (try? bubble.token).flatMap { oracle.ledger.claims[$0] }
    }
}
