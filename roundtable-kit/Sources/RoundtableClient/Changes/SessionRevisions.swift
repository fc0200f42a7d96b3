import Foundation
import RoundtableJSON
public import RoundtableModel

extension RoundtableClient {
    /// Each new revision of a session over one held connection, taken up again where it broke.
    ///
    /// It says only that something happened; ask for the view to see what. Apps that show one session are better served
    /// by `changes(of:)`.
    public func revisions(of id: SessionID, after revision: Int? = nil) -> SessionRevisions {
        SessionRevisions(client: self, id: id, first: revision)
    }
}

/// The revisions of a session as they come; it ends by throwing `RoundtableError`.
public struct SessionRevisions: AsyncSequence, Sendable {
    /// A revision of the session.
    public typealias Element = Int

    let client: RoundtableClient
    let id: SessionID
    let first: Int?

    /// Starts to listen.
    public func makeAsyncIterator() -> Iterator { Iterator(client: client, id: id, last: first) }

    /// Listens on from what it has heard.
    public struct Iterator: AsyncIteratorProtocol {
        let client: RoundtableClient
        let id: SessionID
        var last: Int?
        private var parser = EventStreamParser()
        private var chunks: AsyncThrowingStream<Data, any Error>.Iterator?
        private var pending: [Int] = []
        private var failed = 0

        init(client: RoundtableClient, id: SessionID, last: Int?) {
            self.client = client
            self.id = id
            self.last = last
        }

        /// Waits for the next revision.
        public mutating func next() async throws -> Int? {
            while true {
                if !pending.isEmpty {
                    failed = 0
                    last = pending.removeFirst()
                    return last
                }
                if chunks == nil { try await connect() }
                try await receive()
            }
        }

        private mutating func connect() async throws(RoundtableError) {
            var call = ClientCall.get(["v1", "sessions", id.rawValue, "stream"])
            call.headers["Accept"] = "text/event-stream"
            call.headers["Last-Event-ID"] = last?.description
            call.timeout = 24 * 60 * 60
            chunks = try await client.chunks(of: call).makeAsyncIterator()
            parser = EventStreamParser()
        }

        private mutating func receive() async throws(RoundtableError) {
            struct Ended: Error {}
            do {
                guard let chunk = try await chunks?.next() else { throw Ended() }
                pending += try parser.take(chunk).map {
                    try JSONDocument(Array($0.utf8)).root.read("revision")
                }
            } catch {
                if Task.isCancelled { throw .cancelled }
                chunks = nil
                failed += 1
                guard let pause = client.retries.pause(afterAttempts: failed, retryAfter: nil) else {
                    throw .unreachable(error)
                }
                try await client.wait(pause)
            }
        }
    }
}

/// Takes server-sent events apart (WHATWG HTML, 9.2.6), as far as a stream of revisions uses them.
struct EventStreamParser {
    private var line = Data()
    private var kind = ""
    private var data: [Substring] = []

    /// Takes the next piece, cut anywhere, and returns the data of the `revision` events that are complete.
    mutating func take(_ chunk: Data) -> [String] {
        var complete: [String] = []
        for byte in chunk {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            if let event = endLine(String(decoding: line, as: UTF8.self)) { complete.append(event) }
            line.removeAll()
        }
        return complete
    }

    private mutating func endLine(_ text: String) -> String? {
        if text.isEmpty {
            defer { (kind, data) = ("", []) }
            return kind == "revision" ? data.joined(separator: "\n") : nil
        }
        let field = text.prefix { $0 != ":" }
        var value = text.dropFirst(field.count + 1)
        if value.first == " " { value.removeFirst() }
        switch field {
        case "event": kind = String(value)
        case "data": data.append(value)
        default: break  // comments keep the connection open; the id is the revision
        }
        return nil
    }
}
