import GameRules
import RoundtableModel
import RoundtableClient

extension Crowd {
    /// Puts somebody else's bubble back into the conversation.
    func resend(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        let others = await world.transcript(on: device, in: group).bubbles.filter { $0.sender != device.owner }
        let (isNewest, any) = (Bool.random(using: &random), others.randomElement(using: &random))
        let reports = Bool.random(using: &random)
        guard let bubble = isNewest ? others.last : any else { throw SimulationError.notInTranscript }
        await world.stageAgain(bubble, on: device, in: group)
        try await send(from: device, reporting: reports)
    }

    /// Asks about a token that is cut short, changed or invented.
    ///
    /// - Throws: a finding, if the service takes it for one of its own.
    func forge(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        let bubble = await world.transcript(on: device, in: group).bubbles.randomElement(using: &random)
        guard let bubble, let token = MessageToken(in: bubble.url) else { throw SimulationError.notInTranscript }
        let forged = Self.forge(token, using: &random)
        let conversation = await world.identifiers(on: device, in: group).conversation
        journal.note("\(device) asks about a forged token")
        let request = OpenRequest(conversation: conversation, sender: conversation.remotes.first)
        let client = await app(on: device).client
        do throws(RoundtableError) {
            _ = try await client.open(forged, request)
        } catch {
            guard error.code == .notFound || error.code == .badRequest else { throw error }
            return touchGame()
        }
        throw OracleFinding("a forged token is taken for a real one")
    }

    /// Lets more newcomers claim seats than a session shows claims, where somebody honest waits for witnesses.
    ///
    /// - Throws: a finding, if that ends the honest claim.
    func pushOut(by member: Member, on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        let view = try await app(on: device).refresh()
        let waiting = oracle.ledger.claims.filter { $1.session == view.id && $1.isHonest && isOpen($1) }
        guard let (honest, claim) = waiting.min(by: { $0.value.madeAt < $1.value.madeAt }) else { return }
        let watcher = try await newcomer(of: member, using: &random)
        guard try await watcher.open(honest).tapped.status != .cancelled else { return }
        journal.note("forty newcomers of \(member.person.name)’s claim a seat")
        let taken = view.seats.map(\.seat).filter { seat in
            oracle.ledger.holder(of: seat, in: view.id).map { $0 != member.person } ?? false
        }
        for _ in 0..<40 {
            guard let seat = taken.randomElement(using: &random) else { return }
            let newcomer = try await newcomer(of: member, using: &random)
            try await self.claim(seat, in: view.id, as: newcomer, shown: honest)
        }
        guard try await watcher.open(honest).tapped.status == .cancelled else { return }
        if let claimsLast, claim.since.duration(to: .now) >= claimsLast { return }
        let claimant = claim.claimant.person.name
        throw OracleFinding("newcomers’ claims have pushed out \(claimant)’s to seat \(claim.seat)")
    }

    private static func forge(_ token: MessageToken, using random: inout SeededRandom) -> MessageToken {
        var text = Array(token.rawValue)
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        switch Int.random(in: 1...3, using: &random) {
        case 1: text = Array(text.prefix(Int.random(in: 1..<text.count, using: &random)))
        case 2:
            let place = Int.random(in: text.indices, using: &random)
            text[place] = letters.filter { $0 != text[place] }.randomElement(using: &random) ?? "A"
        default: text = text.map { _ in letters.randomElement(using: &random) ?? "A" }
        }
        return MessageToken(rawValue: String(text))
    }
}
