import NIOCore
import RoundtableJSON

extension Worker {
    /// A look at a session by one of its players.
    func read(_ session: PlayedSession, over connection: Connection, since start: NIODeadline?) async {
        let seat = session.seatsThatPlay.randomElement(using: &random) ?? 0
        let request = writer.get(session.path, by: session.players[seat], knowing: session.tags[seat])
        let known = session.revision
        let tag = try? await perform(.read, request, over: connection, since: start) { answer throws(Flaw) in
            if answer.status == 304 { return answer.tag }
            guard try answer.json.require("revision") >= known else { throw .wrong("a view older than a turn") }
            return answer.tag
        }
        if let tag { session.tags[seat] = tag }
    }

    func open(_ session: PlayedSession, over connection: Connection, since start: NIODeadline?) async {
        let author = session.message?.seat
        let reader = session.seatsThatPlay.filter { $0 != author }.randomElement(using: &random) ?? 0
        try? await open(session, by: reader, over: connection, since: start)
    }

    /// A player taps the newest message of a session, and tells who sent it.
    func open(
        _ session: PlayedSession, by seat: Int, over connection: Connection, since start: NIODeadline?
    ) async throws(Flaw) {
        guard let message = session.message else { return }
        let conversation = session.conversations[seat]
        let request = writer.post("/v1/messages/", message.token, "/open", by: session.players[seat]) { body in
            body.writeStrings(
                #"{"conversation":"#, conversation.json, #","sender":""#, conversation.identifier(of: message.seat),
                #""}"#)
        }
        let known = session.revision
        try await perform(.open, request, over: connection, since: start) { answer throws(Flaw) in
            let revision: Int = try answer.json.require("session", "revision")
            guard revision >= known else { throw .wrong("a view older than a turn") }
        }
    }

    /// Looks at one session after the other for as long as it goes on, and measures how long news take to arrive: from
    /// the moment that the move was sent off.
    func watch(_ number: Int) async {
        let connection = watching[number]
        while .now() < end {
            let session = sessions[number % sessions.count]
            if number < scenario.polls {
                await poll(session, over: connection)
            } else {
                await listen(to: session, over: connection)
            }
            if session.next == nil { await sleep(until: .now() + .milliseconds(20)) }
        }
        connection.close()
    }

    private func poll(_ session: PlayedSession, over connection: Connection) async {
        var tag: String?
        while session.next != nil, .now() < end {
            // Without a tag the first read would wait for a change, too.
            let wait = tag == nil ? "" : "?wait=5"
            let request = writer.get(session.path, wait, by: session.players[0], knowing: tag)
            do throws(Connection.Loss) {
                let answer = try await connection.exchange(request, on: self)
                if tag != nil, let revision: Int = try? answer.json.require("revision") {
                    recordPropagation(revision, of: session)
                }
                guard answer.status < 400 else { return await fail(.poll, "refused: \(answer.status)") }
                tag = answer.tag
            } catch {
                if .now() < end { await fail(.poll, error.rawValue) }
                return
            }
        }
    }

    private func listen(to session: PlayedSession, over connection: Connection) async {
        let request = writer.get(session.path, "/stream", by: session.players[0])
        do throws(Connection.Loss) {
            var piece = try await connection.begin(request, streaming: true, within: .seconds(30), on: self)
            if case .answer = piece { return await fail(.stream, "refused") }
            while session.next != nil, .now() < end {
                piece = try await connection.next(within: .seconds(30), on: self)
                if case .event(let bytes) = piece, let revision = bytes.revision {
                    recordPropagation(revision, of: session)
                }
            }
        } catch {
            if .now() < end { await fail(.stream, error.rawValue) }
        }
        connection.close()
    }

    private func recordPropagation(_ revision: Int, of session: PlayedSession) {
        guard let attempt = session.attempt, attempt.revision == revision else { return }
        recorder.record(.propagation, since: attempt.sent, at: .now())
    }

    private func fail(_ operation: MeasuredOperation, _ reason: String) async {
        recorder.record(error: "\(operation.rawValue): \(reason)", at: .now())
        await sleep(until: .now() + .milliseconds(100))
    }
}

extension ByteBuffer {
    fileprivate var revision: Int? {
        readableBytesView.firstIndex(of: UInt8(ascii: "{")).flatMap { brace in
            try? JSONElement(sent: readableBytesView[brace...]).require("revision")
        }
    }
}
