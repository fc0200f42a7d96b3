import GameRules
import RoundtableModel
import RoundtableClient

extension Crowd {
    func resend(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        let others = await bubbles(on: device).filter { $0.sender != device.owner }
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
        guard let bubble = await bubbles(on: device).randomElement(using: &random) else {
            throw SimulationError.notInTranscript
        }
        let forged = Self.forge(try bubble.token, using: &random)
        let app = await app(on: device)
        let conversation = await app.conversation()
        journal.note("\(device) asks about a forged token")
        do throws(RoundtableError) {
            _ = try await app.client.open(
                forged, OpenRequest(conversation: conversation, sender: conversation.remotes.first))
        } catch {
            guard error.code == .notFound || error.code == .badRequest else { throw error }
            return touchGame()
        }
        throw OracleFinding("a forged token is taken for a real one")
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

    /// Lets more newcomers claim seats than a session shows claims, where somebody honest waits for witnesses.
    ///
    /// - Throws: a finding, if that ends the honest claim.
    func pushOut(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        let view = try await app(on: device).refresh()
        let waiting = oracle.ledger.claims.filter { $1.session == view.id && $1.isHonest && isOpen($1) }
        guard let (honest, claim) = waiting.min(by: { $0.value.madeAt < $1.value.madeAt }) else { return }
        let watcher = try await newcomer(of: device.owner, using: &random)
        guard try await watcher.open(honest).tapped.status != .cancelled else { return }
        journal.note("forty newcomers of \(device.owner.name)’s claim a seat")
        let taken = view.seats.map(\.seat).filter { seat in
            oracle.ledger.holder(of: seat, in: view.id).map { $0 != device.owner } ?? false
        }
        for _ in 0..<40 {
            guard let seat = taken.randomElement(using: &random) else { return }
            let newcomer = try await newcomer(of: device.owner, using: &random)
            try await self.claim(seat, in: view.id, as: newcomer, shown: honest)
        }
        guard try await watcher.open(honest).tapped.status == .cancelled else { return }
        if let claimsLast, claim.since.duration(to: .now) >= claimsLast { return }
        let claimant = claim.claimant.person.name
        throw OracleFinding("newcomers’ claims have pushed out \(claimant)’s to seat \(claim.seat)")
    }
}

// MARK: Thefts

/// A taken seat that an attacker wants, and a message of its holder's.
private struct Prize {
    let seat: Int
    let view: SessionView
    let proof: MessageToken
}

extension Crowd {
    /// Takes two seats for people whom nobody has ever seen, and lets them vouch for a thief.
    func steal(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        guard let prize = try await prize(on: device, using: &random) else { return }
        var accomplices: [Newcomer] = []
        for _ in 0..<2 {
            let accomplice = try await newcomer(of: device.owner, using: &random)
            try await join(prize.view.id, as: accomplice, shown: prize.proof)
            accomplices.append(accomplice)
        }
        try await take(prize, on: device, vouchedForBy: accomplices, using: &random)
    }

    /// Takes a second seat with another credential on the same device, sends that one's message, lets the holder of
    /// somebody else's seat see both players' messages, and vouches as both for a thief.
    func doubleUp(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        guard let prize = try await prize(on: device, using: &random), let own = await world[device].keychain else {
            return
        }
        let app = await app(on: device)
        if prize.view.you == nil {
            let answer = try await app.join()
            await compose(answer.message, on: device, seat: answer.session.you)
            try await send(from: device)
            // NB: whoever has a seat when the claim is made may be its witness.
            try oracle.ledger.seat(KnownPlayer(credential: own, person: device.owner), in: try await app.refresh())
        }
        try await showNewest(to: prize, using: &random)
        let second = try await newcomer(of: device.owner, in: await app.conversation(), using: &random)
        let message = try await join(prize.view.id, as: second, shown: prize.proof)
        await app.insert(message)
        try await send(from: device, reporting: false)
        try await showNewest(to: prize, using: &random)
        let accomplices = [KnownPlayer(credential: own, person: device.owner), second.player].map { player in
            newcomer(player, in: Self.inventedConversation(using: &random))
        }
        try await take(prize, on: device, vouchedForBy: accomplices, using: &random)
    }

    /// Claims a seat for a thief, whose message only accomplices are shown, and mostly waits until it would be the
    /// thief's.
    ///
    /// - Throws: a finding, if it is.
    private func take(
        _ prize: Prize, on device: SimulatedDevice.ID, vouchedForBy accomplices: [Newcomer],
        using random: inout SeededRandom
    ) async throws {
        let session = prize.view.id
        let thief = try await newcomer(of: device.owner, using: &random)
        let claim = try await claim(prize.seat, in: session, as: thief, shown: prize.proof)
        journal.note("a newcomer of \(device.owner.name)’s claims seat \(prize.seat)")
        for accomplice in accomplices {
            try await vouch(for: claim, knowing: prize.proof, as: accomplice, in: session)
        }
        guard Int.random(in: 1...4, using: &random) > 1 else { return }
        try await passTime()
        let view = try await thief.client.session(session)
        try oracle.ledger.seat(thief.player, in: view)
    }

    /// A seat of somebody else's in the game that a device shows, of whose holder it has a message.
    private func prize(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws -> Prize? {
        let view = try await app(on: device).refresh()
        guard surveys[view.id]?.isOver == false, view.seats.count > 2 else { return nil }
        let tokens = await bubbles(on: device).compactMap { try? $0.token }
        let prizes = view.seats.compactMap { seat -> Prize? in
            guard seat.state == .taken, oracle.ledger.holder(of: seat.seat, in: view.id) != device.owner,
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
            let device = holder.devices.randomElement(using: &random),
            let bubble = await newestBubble(of: prize.view.id, on: device)
        else { return }
        effects.people.insert(person)
        try await tap(bubble, on: device, using: &random)
    }
}

// MARK: Newcomers

/// A credential that somebody uses without a device: it tells the service whatever they like.
struct Newcomer: Sendable {
    let player: KnownPlayer
    /// The people it tells of: invented, or those of a device of its owner's.
    let conversation: Conversation
    let client: RoundtableClient

    @discardableResult
    func open(_ token: MessageToken, from sender: ParticipantID? = nil) async throws(RoundtableError) -> Opened {
        try await client.open(token, OpenRequest(conversation: conversation, sender: sender))
    }
}

extension Crowd {
    /// - Parameter conversation: the people whom it tells of; nil for some that are invented.
    private func newcomer(
        of person: Person, in conversation: Conversation? = nil, using random: inout SeededRandom
    ) async throws -> Newcomer {
        let credential = try await world.makeClient { nil }.makePlayer().token
        oracle.ledger.register(credential, of: person)
        let people = conversation ?? Self.inventedConversation(using: &random)
        return newcomer(KnownPlayer(credential: credential, person: person), in: people)
    }

    private func newcomer(_ player: KnownPlayer, in conversation: Conversation) -> Newcomer {
        Newcomer(player: player, conversation: conversation, client: world.makeClient { player.credential })
    }

    /// People whom nobody's device knows.
    private static func inventedConversation(using random: inout SeededRandom) -> Conversation {
        Conversation(local: random.uuid(), remotes: (0..<3).map { _ in random.uuid() })
    }

    /// Takes a seat for somebody by a message that they were shown.
    @discardableResult
    private func join(
        _ session: SessionID, as newcomer: Newcomer, shown token: MessageToken
    ) async throws -> GameMessage {
        try await newcomer.open(token)
        let request = SeatRequest(conversation: newcomer.conversation, send: .now)
        let answer = try await newcomer.client.join(session, request)
        oracle.ledger.attribute(answer.message.token, to: newcomer.player.credential)
        for seat in answer.session.seats where seat.you {
            journal.note("a newcomer of \(newcomer.player.person.name)’s takes seat \(seat.seat)")
        }
        try oracle.ledger.seat(newcomer.player, in: answer.session)
        effects.sessions.insert(session)
        return answer.message
    }

    /// Claims a seat for somebody by a message that they were shown; the token of the claim.
    @discardableResult
    private func claim(
        _ seat: Int, in session: SessionID, as newcomer: Newcomer, shown token: MessageToken
    ) async throws -> MessageToken {
        let revision = try await newcomer.open(token).session.revision
        let request = ActionRequest(
            action: .reclaim, revision: revision, conversation: newcomer.conversation, seat: seat)
        let answer = try await newcomer.client.act(request, in: session)
        oracle.ledger.attribute(answer.message.token, to: newcomer.player.credential)
        effects.sessions.insert(session)
        try note(answer, claiming: seat)
        return answer.message.token
    }

    /// Says that somebody has sent a message of the holder's, then that the same one has sent a claim.
    private func vouch(
        for claim: MessageToken, knowing proof: MessageToken, as accomplice: Newcomer, in session: SessionID
    ) async throws {
        let (player, people) = (accomplice.player, accomplice.conversation)
        let notebook = Notebook.ID(
            local: people.local, player: oracle.ledger.player(of: player.credential), session: session)
        for token in [proof, claim] {
            try await accomplice.open(token, from: people.remotes.first ?? people.local)
            oracle.ledger.witness(token, from: Address(player.person), in: notebook, truly: false)
        }
    }

    func note(_ answer: TurnAnswer, claiming seat: Int) throws {
        guard let claimant = oracle.ledger.author(of: answer.message.token) else { return }
        let taken = answer.session.seats.filter { $0.state == .taken }.map(\.seat)
        try oracle.ledger.claim(seat, of: taken, in: answer.session.id, by: claimant, with: answer.message.token)
    }
}
