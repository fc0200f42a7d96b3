public import RoundtableModel

// swift: importing RoundtableModel
//   in (roundtable: RoundtableClient, id: SessionID, local: ParticipantID, draw: (SessionView) -> Void) async throws

/// Shares the readings of an app's sessions among everything that shows them: live bubbles, and the open app.
///
/// Messages makes one view controller for each visible bubble. If each followed its session by itself, each would hold
/// a request of its own. Keep one feed for the whole extension instead: it reads a session once, for as long as anybody
/// listens, and waits for whatever may pass, such as a tunnel.
///
/// ```swift
/// let feed = SessionFeed(of: roundtable)
/// for try await view in await feed.views(of: id, as: local) { draw(view) }
/// ```
public actor SessionFeed {
    /// The ways in which a feed learns that a session has changed.
    public enum Method: Sendable, Hashable {
        /// By reads that the service holds until the session looks different to this reader, for so many seconds at
        /// most. They tell everything: also a draft that expires.
        case heldReads(seconds: Int)
        /// By the stream of revisions over one held connection, with a read for each. It tells what is committed.
        case stream
    }

    /// Views as they come: the newest at once, if any has been read, then each that differs from the one before. Of
    /// several that nobody has taken yet, the newest is kept. Ends by throwing a `RoundtableError` that will not pass
    /// by itself.
    public typealias Views = AsyncThrowingStream<SessionView, any Error>

    private struct Reader: Hashable {
        let session: SessionID
        let participant: ParticipantID?
    }

    private var client: RoundtableClient
    private let method: Method
    private var readings: [Reader: SessionReadings] = [:]
    private var count = 0

    /// Makes a feed of the sessions that a client's player may read.
    public init(of client: RoundtableClient, by method: Method = .heldReads(seconds: 25)) {
        self.client = client
        self.method = method
    }

    deinit {
        for reading in readings.values { reading.task?.cancel() }
    }
}

extension SessionFeed {
    /// Listens to a session, as the device that calls its owner by this UUID; the session is read for as long as
    /// somebody listens.
    ///
    /// To stop listening, end the loop, cancel its task or let go of the views.
    public func views(of id: SessionID, as participant: ParticipantID? = nil) -> Views {
        let reader = Reader(session: id, participant: participant)
        let (views, listener) = Views.makeStream(bufferingPolicy: .bufferingNewest(1))
        count += 1
        let number = count
        // NB: called wherever the listener ends, so it has to come back here in a task of its own.
        listener.onTermination = { [weak self] _ in Task { await self?.remove(number, from: reader) } }
        if let newest = readings[reader]?.newest { listener.yield(newest) }
        readings[reader, default: SessionReadings()].listeners[number] = listener
        if readings[reader]?.task == nil { read(reader) }
        return views
    }

    /// Passes on a view that an answer brought (`open`, `play`, `sent`, `cancel`), unless a newer one is known.
    public func offer(_ view: SessionView, as participant: ParticipantID? = nil) {
        readings[Reader(session: view.id, participant: participant)]?.publish(view)
    }

    /// Reads a session again now, or all that are listened to, rather than after the pause in which a tunnel is waited
    /// for.
    ///
    /// Call it when there is reason to believe that something happened or that the network is back, such as in
    /// `didReceive` and `willBecomeActive`.
    public func refresh(_ id: SessionID? = nil) {
        for reader in readings.keys where id == nil || reader.session == id {
            readings[reader]?.task?.cancel()
            read(reader)
        }
    }

    /// Reads all sessions again, and from now on, with another client of the same player, such as one in another
    /// language.
    public func use(_ client: RoundtableClient) {
        self.client = client
        refresh()
    }

    /// The number of sessions that are being read.
    public var sessionsRead: Int { readings.count }

    private func remove(_ number: Int, from reader: Reader) {
        readings[reader]?.listeners[number] = nil
        guard let reading = readings[reader], reading.listeners.isEmpty else { return }
        reading.task?.cancel()
        readings[reader] = nil
    }
}

extension SessionFeed {
    /// Starts to read; a reading that was started before finds itself replaced, and its views are not passed on.
    private func read(_ reader: Reader) {
        count += 1
        let number = count
        readings[reader]?.number = number
        readings[reader]?.task = Task { [weak self, client, method] in
            do {
                try await client.follow(reader.session, as: reader.participant, by: method) { view in
                    await self?.take(view, from: number, of: reader) == true
                }
            } catch {
                await self?.end(number, of: reader, throwing: error)
            }
        }
    }

    private func take(_ view: SessionView, from number: Int, of reader: Reader) async -> Bool {
        guard let reading = readings[reader], reading.number == number else { return false }
        if let newest = reading.newest, view.revision < newest.revision {
            await readAgain(reader, knowing: newest, from: number)
        } else {
            readings[reader]?.publish(view)
        }
        return readings[reader]?.number == number
    }

    /// Reads a session of which a newer view is known: an answer has overtaken the reading, or the service has gone
    /// back, as after its database was restored. What is read from now on is true in both cases. If it can't be read,
    /// the reading begins anew, and finds the older view again.
    private func readAgain(_ reader: Reader, knowing newest: SessionView, from number: Int) async {
        let view = try? await client.session(reader.session, as: reader.participant)
        guard readings[reader]?.number == number, readings[reader]?.newest == newest else { return }
        if let view { readings[reader]?.publish(view, replacing: newest) } else { read(reader) }
    }

    private func end(_ number: Int, of reader: Reader, throwing error: any Error) {
        guard let reading = readings[reader], reading.number == number else { return }
        readings[reader] = nil
        for listener in reading.listeners.values { listener.finish(throwing: error) }
    }
}

/// One session as one reader sees it, and who listens.
private struct SessionReadings {
    var task: Task<Void, Never>?
    /// Tells the task from those before it.
    var number = 0
    var newest: SessionView?
    var listeners: [Int: SessionFeed.Views.Continuation] = [:]

    /// Passes on a view, unless it is known or older than what is known: answers may overtake one another.
    ///
    /// - Parameter known: the newest view at the time of the read, if there was one. If it is still the newest, the new
    ///   view counts whatever its revision.
    mutating func publish(_ view: SessionView, replacing known: SessionView? = nil) {
        if let newest, view == newest || view.revision < newest.revision && newest != known { return }
        newest = view
        for listener in listeners.values { listener.yield(view) }
    }
}

extension RoundtableClient {
    /// Takes each view of a session as it comes, until the taker has enough; throws what will not pass by itself.
    func follow(
        _ id: SessionID, as participant: ParticipantID?, by method: SessionFeed.Method,
        taking take: (SessionView) async -> Bool
    ) async throws {
        switch method {
        case .heldReads(let seconds):
            for try await view in changes(of: id, as: participant, wait: seconds) {
                guard await take(view) else { return }
            }
        case .stream:
            try await followStream(of: id, as: participant, taking: take)
        }
    }

    /// Reads the session at each of its revisions; the stream begins with the current one.
    private func followStream(
        of id: SessionID, as participant: ParticipantID?, taking take: (SessionView) async -> Bool
    ) async throws {
        var failed = 0
        while true {
            do {
                for try await _ in revisions(of: id) {
                    guard await take(try await session(id, as: participant)) else { return }
                    failed = 0
                }
            } catch let error as RoundtableError where error.mayPass {
                failed += 1
                try await wait(retries.pause(afterFailures: failed))
            }
        }
    }
}
