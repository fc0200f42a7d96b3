import DequeModule
import NIOCore
import RoundtableJSON

extension Worker {
    private struct Answered {
        let revision: Int
        let token: String
    }

    /// The next move of a session, committed at once.
    func turn(in session: PlayedSession, over connection: Connection, since start: NIODeadline?) async {
        guard let move = session.next else { return }
        session.attempt = (session.revision + 1, .now())
        let outcome = await perform(.turn, request(move, in: session, send: "now"), over: connection, since: start) {
            answer throws(Flaw) in
            let answered = try Self.answered(answer, in: session)
            guard answered.revision == session.revision + 1 else { throw .wrong("revision of a turn") }
            return answered
        }
        switch outcome {
        case .success(let said):
            session.acknowledge(revision: said.revision, token: said.token, by: move.seat)
        case .failure(let flaw): session.learn(from: flaw)
        }
    }

    /// The next move of a session as a draft, sent, and seen by everybody else.
    func draft(in session: PlayedSession, over connection: Connection, since start: NIODeadline?) async {
        guard let move = session.next else { return }
        let revision = session.revision
        let request = request(move, in: session, send: "draft")
        let outcome = await perform(.draft, request, over: connection, since: start) { answer throws(Flaw) in
            guard try answer.json.require("draft") else { throw .wrong("a draft that is none") }
            return try Self.answered(answer, in: session).token
        }
        switch outcome {
        case .failure(let flaw): return session.learn(from: flaw)
        case .success(let token):
            guard await send(token, of: move, in: session, over: connection) else { return }
            session.acknowledge(revision: revision + 1, token: token, by: move.seat)
            for seat in session.seatsThatPlay where seat != move.seat {
                await open(session, by: seat, over: connection, since: nil)
            }
        }
    }

    /// The next move of the one session, which others make at the same time.
    func contest(over connection: Connection, since start: NIODeadline?) async {
        guard let session = await contested(over: connection), let move = session.next else { return }
        let (moves, revision) = (session.moves, session.revision)
        begun += 1
        let key = "\(session.key)-\(begun)"
        let request = request(move, in: session, send: "now", key: key)
        let outcome = await perform(
            .contest, request, over: connection, since: start, isExpected: { $0.isOvertaken },
            read: { answer throws(Flaw) in try Self.answered(answer, in: session) })
        switch outcome {
        case .success(let said):
            guard said.revision == revision + 1, session.moves == moves else {
                return recorder.record(error: "contest: wrong answer: two winners of one revision", at: .now())
            }
            session.acknowledge(revision: said.revision, token: said.token, by: move.seat)
        case .failure(let flaw):
            if session.moves == moves { session.learn(from: flaw) }
        }
    }

    /// The one session. Of those who find its game over one begins the next, and the others wait for it.
    private func contested(over connection: Connection) async -> PlayedSession? {
        while .now() < end {
            let session = sessions[0]
            if session.next != nil { return session }
            if idle.popFirst() != nil {
                await renew(session, over: connection)
                idle.append(0)
            } else {
                await sleep(until: .now() + .milliseconds(2))
            }
        }
        return nil
    }

    private func send(
        _ token: String, of move: GameScript.Move, in session: PlayedSession, over connection: Connection
    ) async -> Bool {
        let request = writer.post("/v1/messages/", token, "/sent", by: session.players[move.seat]) { body in
            body.writeStrings(#"{"conversation":"#, session.conversations[move.seat].json, "}")
        }
        session.attempt = (session.revision + 1, .now())
        let outcome = await perform(.sent, request, over: connection) { answer throws(Flaw) in
            let revision: Int = try answer.json.require("revision")
            guard revision == session.revision + 1 else { throw .wrong("revision of a draft") }
        }
        if case .failure(let flaw) = outcome { session.learn(from: flaw) }
        return if case .success = outcome { true } else { false }
    }

    private func request(
        _ move: GameScript.Move, in session: PlayedSession, send: String, key: String? = nil
    ) -> LoadRequest {
        writer.post(
            session.path, "/turns", by: session.players[move.seat], key: key ?? "\(session.key)-\(send)"
        ) { body in
            body.writeStrings(
                #"{"revision":"#, String(session.revision), #","move":"#, move.json, #","conversation":"#,
                session.conversations[move.seat].json, #","send":""#, send, #""}"#)
        }
    }

    private static func answered(_ answer: LoadReply, in session: PlayedSession) throws(Flaw) -> Answered {
        guard answer.status == 201 else { throw .wrong("status \(answer.status)") }
        let json = try answer.json
        guard try json.require("session", "id") == session.id else { throw .wrong("another session") }
        return Answered(revision: try json.require("message", "revision"), token: try json.require("message", "token"))
    }
}

extension PlayedSession {
    /// The seats that somebody has taken by now.
    var seatsThatPlay: Set<Int> { Set(script.moves[..<moves].map(\.seat)).union([0]) }

    /// Learns from a missing or refused answer about the session.
    fileprivate func learn(from flaw: Flaw) {
        if flaw.isUncertain { isUncertain = true }
        // An answer was lost, and its event was committed: the refusal of the repeated move says so.
        if isUncertain, case .refused("stale_revision", let now) = flaw, now == revision + 1 {
            acknowledge(revision: revision + 1, token: nil, by: 0)
        }
    }
}

extension Flaw {
    /// Whether somebody else was faster.
    fileprivate var isOvertaken: Bool {
        guard case .refused(let code, _) = self else { return false }
        return ["stale_revision", "not_your_turn", "session_over"].contains(code)
    }
}
