import GameRules
import RoundtableModel
import RoundtableClient

/// A taken seat that an attacker wants, and a message of its holder's.
struct Prize: Sendable {
    let seat: Int
    let view: SessionView
    let proof: MessageToken
}

extension Crowd {
    /// - Parameter conversation: the people whom it tells of; nil for some that are invented.
    func newcomer(
        of member: Member, in conversation: Conversation? = nil, using random: inout SeededRandom
    ) async throws -> Newcomer {
        let credential = try await world.makeClient { nil }.makePlayer().token
        oracle.ledger.register(credential, of: member.person)
        let people = conversation ?? Self.inventedConversation(using: &random)
        return newcomer(KnownPlayer(credential: credential, person: member.person), in: people)
    }

    func newcomer(_ player: KnownPlayer, in conversation: Conversation) -> Newcomer {
        Newcomer(player: player, conversation: conversation, client: world.makeClient { player.credential })
    }

    /// People whom nobody's device knows.
    static func inventedConversation(using random: inout SeededRandom) -> Conversation {
        Conversation(local: random.uuid(), remotes: (0..<3).map { _ in random.uuid() })
    }

    /// Takes a seat for somebody by a message that they were shown.
    @discardableResult
    func join(_ session: SessionID, as newcomer: Newcomer, shown token: MessageToken) async throws -> GameMessage {
        try await newcomer.open(token)
        let request = SeatRequest(conversation: newcomer.conversation, send: .now)
        let answer = try await newcomer.client.join(session, request)
        oracle.ledger.attribute(answer.message.token, to: newcomer.player.credential)
        for seat in answer.session.seats where seat.you {
            journal.note("a newcomer of \(newcomer.player.person.name)’s takes seat \(seat.seat)")
            try oracle.ledger.seat(newcomer.player, on: seat.seat, in: session)
        }
        effects.sessions.insert(session)
        return answer.message
    }

    /// Claims a seat for somebody by a message that they were shown; the token of the claim.
    @discardableResult
    func claim(
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

    /// Says that a thief has sent a message of the holder's, then that the thief has sent a claim.
    func vouch(
        for claim: MessageToken, knowing proof: MessageToken, as accomplice: Newcomer, blaming thief: ParticipantID,
        in session: SessionID
    ) async throws {
        let notebook = Notebook.ID(
            local: accomplice.conversation.local, player: oracle.ledger.player(of: accomplice.player.credential),
            session: session)
        for token in [proof, claim] {
            try await accomplice.open(token, from: thief)
            oracle.ledger.witness(token, from: Address(accomplice.player.person), in: notebook, truly: false)
        }
    }

    func note(_ answer: TurnAnswer, claiming seat: Int) throws {
        guard let claimant = oracle.ledger.author(of: answer.message.token) else { return }
        let taken = answer.session.seats.filter { $0.state == .taken }.map(\.seat)
        try oracle.ledger.claim(seat, of: taken, in: answer.session.id, by: claimant, with: answer.message.token)
    }

    /// Looks whether somebody without a device has got a seat that was another's.
    func lookForSeats(of newcomer: Newcomer, in session: SessionID) async throws {
        for seat in try await newcomer.client.session(session).seats where seat.you {
            try oracle.ledger.seat(newcomer.player, on: seat.seat, in: session)
        }
    }
}
