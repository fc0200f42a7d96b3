import HTTPConnection
import Roundtable

/// A session's revisions as server-sent events, for as long as the client listens.
struct RevisionStream {
    /// The time that a stream lasts; then the client connects anew, with the last revision it knows.
    private static let lifetime = Duration.seconds(3600)

    let service: RoundtableService
    let watch: Watch
    /// Who listens; nil for somebody who is told no more than that the public view is another.
    let asker: Asker?
    let connection: ClientConnection
    /// The revision that the client knows: another than the session's, higher ones included, which a client has that
    /// listened before a database was restored.
    let known: Int
    /// The revision that there was when the watch had begun.
    let current: Int

    /// Writes the stream until it ends.
    @Sendable func write(to writer: HTTPBodyWriter) async throws {
        let held = connection.hold(whenGone: watch.end)
        defer { held.release() }
        var known = known
        try await writer.write("retry: 1000\n\n")
        if current != known {
            try await writer.write(event(current))
            known = current
        }
        let deadline = ContinuousClock.now + Self.lifetime
        while ContinuousClock.now < deadline, !watch.hasEnded {
            if let revision = try await next(after: known) {
                // NB: only now, so that silence costs nothing. Whoever may not read any more connects anew.
                if let asker, try await !service.sessions.mayRead(watch.session, asker) { return }
                try await writer.write(event(revision))
                known = revision
            } else if !watch.hasEnded {
                // NB: a comment now and then tells proxies, and us, whether anybody still listens.
                try await writer.write(": still here\n\n")
            }
        }
        if service.changes.isClosed {
            // NB: not all at once, when a whole instance lets its streams go.
            try await writer.write("retry: \(Int.random(in: 100...1000))\n\n")
        }
    }

    private func event(_ revision: Int) -> String {
        "event: revision\nid: \(revision)\ndata: {\"revision\":\(revision)}\n\n"
    }

    /// The session's next revision; all who listen are served by one read of it.
    private func next(after known: Int) async throws -> Int? {
        try await service.sessions.nextRevision(of: watch, otherThan: known, for: .seconds(15))
    }
}
