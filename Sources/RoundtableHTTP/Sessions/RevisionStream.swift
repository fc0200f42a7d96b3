import HTTPConnection
import HTTPTypes
import Roundtable

/// A session's revisions as server-sent events, for as long as the client listens.
struct RevisionStream {
    /// The time that a stream lasts; then the client connects anew, with the last revision it knows.
    private static let lifetime = Duration.seconds(3600)

    private let service: RoundtableService
    private let watch: Watch
    private let asker: Asker?
    private let connection: ClientConnection
    /// The revision that the client knows: another than the session's, higher ones included, which a client has that
    /// listened before a database was restored.
    private let known: Int
    /// The revision that there was when the watch had begun.
    private let current: Int

    /// The stream that a request asks for.
    ///
    /// - Parameters:
    ///   - session: as it was read when the watch had begun.
    ///   - asker: who listens; nil for somebody who is told no more than that the public view is another.
    /// - Throws: `bad_request`; `rate_limited`.
    init(
        of session: Session, to call: Call, by asker: Asker?, watching watch: Watch, on service: RoundtableService
    ) throws(ServiceError) {
        try service.sessions.admit(asker?.player, to: watch, of: session)
        (self.service, self.watch, self.asker, connection) = (service, watch, asker, call.connection)
        (known, current) = (try call.head.lastEvent ?? session.revision - 1, session.revision)
    }

    var reply: HTTPReply {
        HTTPReply(
            status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: .stream(run))
    }

    @Sendable private func run(_ write: @Sendable (String) async throws -> Void) async throws {
        let release = connection.hold(whenGone: watch.end)
        defer { release() }
        var known = known
        try await write("retry: 1000\n\n")
        if current != known {
            try await write(event(current))
            known = current
        }
        let deadline = ContinuousClock.now + Self.lifetime
        while ContinuousClock.now < deadline, !watch.hasEnded {
            // All who listen are served by one read of the session.
            let next = try await service.sessions.nextRevision(of: watch, otherThan: known, for: .seconds(15))
            if let revision = next {
                // NB: only now, so that silence costs nothing. Whoever may not read any more connects anew.
                if let asker, try await !service.sessions.mayRead(watch.session, asker) { return }
                try await write(event(revision))
                known = revision
            } else if !watch.hasEnded {
                // NB: a comment now and then tells proxies, and us, whether anybody still listens.
                try await write(": still here\n\n")
            }
        }
        if service.changes.isClosed {
            // NB: not all at once, when a whole instance lets its streams go.
            try await write("retry: \(Int.random(in: 100...1000))\n\n")
        }
    }

    private func event(_ revision: Int) -> String {
        "event: revision\nid: \(revision)\ndata: {\"revision\":\(revision)}\n\n"
    }
}
