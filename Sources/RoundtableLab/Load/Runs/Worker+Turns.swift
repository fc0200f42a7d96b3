import DequeModule
import NIOCore
import RoundtableJSON

extension Worker {
    /// The next move of a session, committed at once.
    func turn(in session: PlayedSession, over connection: Connection, since start: NIODeadline?) async {
        guard let move = session.next else { return }
        session.attempt = (session.revision + 1, .now())
        let request = request(move, in: session, send: "now")
        do throws(Flaw) {
            let said = try await perform(.turn, request, over: connection, since: start) { answer throws(Flaw) in
                let said = try Self.said(answer, in: session)
                guard said.revision == session.revision + 1 else { throw .wrong("revision of a turn") }
                return said
            }
            session.acknowledge(revision: said.revision, token: said.token, by: move.seat)
        } catch {
            session.learn(from: error)
        }
    }

    /// The next move of a session as a draft, sent, and seen by everybody else.
    func draft(in session: PlayedSession, over connection: Connection, since start: NIODeadline?) async {
        guard let move = session.next else { return }
        let revision = session.revision
        let request = request(move, in: session, send: "draft")
        do throws(Flaw) {
            let token = try await perform(.draft, request, over: connection, since: start) { answer throws(Flaw) in
                guard try answer.json.require("draft") else { throw .wrong("a draft that is none") }
                return try Self.said(answer, in: session).token
            }
            try await send(token, of: move, in: session, over: connection)
            session.acknowledge(revision: revision + 1, token: token, by: move.seat)
        } catch {
            return session.learn(from: error)
        }
        for seat in session.seatsThatPlay where seat != move.seat {
            try? await open(session, by: seat, over: connection, since: nil)
        }
    }

    /// The next move of the one session, which others make at the same time.
    func contest(over connection: Connection, since start: NIODeadline?) async {
        guard let session = await contested(over: connection), let move = session.next else { return }
        let (moves, revision) = (session.moves, session.revision)
        begun += 1
        let key = "\(session.key)-\(begun)"
        let request = request(move, in: session, send: "now", key: key)
        do throws(Flaw) {
            let said = try await perform(.contest, request, over: connection, since: start) { answer throws(Flaw) in
                try Self.said(answer, in: session)
            }
            guard said.revision == revision + 1, session.moves == moves else {
                return recorder.record(error: "contest: wrong answer: two winners of one revision", at: .now())
            }
            session.acknowledge(revision: said.revision, token: said.token, by: move.seat)
        } catch {
            if session.moves == moves { session.learn(from: error) }
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
    ) async throws(Flaw) {
        let request = writer.post("/v1/messages/", token, "/sent", by: session.players[move.seat]) { body in
            body.writeStrings(#"{"conversation":"#, session.conversations[move.seat].json, "}")
        }
        session.attempt = (session.revision + 1, .now())
        try await perform(.sent, request, over: connection) { answer throws(Flaw) in
            let revision: Int = try answer.json.require("revision")
            guard revision == session.revision + 1 else { throw .wrong("revision of a draft") }
        }
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

    private static func said(
        _ answer: LoadReply, in session: PlayedSession
    ) throws(Flaw) -> (revision: Int, token: String) {
        guard answer.status == 201 else { throw .wrong("status \(answer.status)") }
        let json = try answer.json
        guard try json.require("session", "id") == session.id else { throw .wrong("another session") }
        return (try json.require("message", "revision"), try json.require("message", "token"))
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
