import Hummingbird
import NIOCore
import Roundtable

/// A session's revisions as server-sent events, for as long as the client listens.
struct RevisionStream {
    /// How long a stream lasts; then the client connects anew, with the last revision it knows.
    private static let lifetime = Duration.seconds(3600)

    let service: RoundtableService
    let session: SessionID
    let asker: Asker
    /// The revision that the client knows.
    let after: Int

    /// The stream as a body that ends with it.
    var body: ResponseBody {
        ResponseBody { writer in
            var known = after
            try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
            let deadline = ContinuousClock.now + Self.lifetime
            while ContinuousClock.now < deadline {
                guard let revision = try await next(after: known) else {
                    if service.changes.isClosed {
                        // NB: not all at once, when a whole instance lets its streams go.
                        try await writer.write(ByteBuffer(string: "retry: \(Int.random(in: 100...1000))\n\n"))
                        break
                    }
                    // NB: a comment now and then tells proxies, and us, whether anybody still listens.
                    try await writer.write(ByteBuffer(string: ": still here\n\n"))
                    continue
                }
                try await writer.write(
                    ByteBuffer(string: "event: revision\nid: \(revision)\ndata: {\"revision\":\(revision)}\n\n"))
                known = revision
            }
            try await writer.finish(nil)
        }
    }

    private func next(after known: Int) async throws -> Int? {
        try await service.sessions.watch(session, for: .seconds(15)) { [service, session, asker] in
            let revision = try await service.sessions.record(of: session, for: asker).session.revision
            return revision > known ? revision : nil
        }
    }
}
