@_spi(Roundtable) import GameRules

extension Session {
    /// A session is kept as it was at every so many revisions, so that no more events need be replayed to go back.
    package static let snapshotInterval = 100

    /// It is kept, too, whenever its history has so many bytes more, so that no more are read to go back; or three
    /// times those of the position, so that what is kept is the smaller part of it.
    package static func snapshotBytes(position: Int) -> Int { max(192 << 10, 3 * position) }

    /// Whether its revision is one at which a session is kept, with a position of so many bytes: the larger it is, the
    /// more each event costs that is replayed.
    package func isAtSnapshotInterval(position: Int) -> Bool {
        let interval = max(Self.shortestInterval, Self.snapshotInterval / max(1, position / Self.usualPosition))
        return revision > 0 && (revision.isMultiple(of: Self.snapshotInterval) || revision.isMultiple(of: interval))
    }

    private static let shortestInterval = 10
    /// The size of a position in bytes from which more is kept.
    private static let usualPosition = 8 << 10
}

/// Who reads a session's history. Readers take turns, and those who play wait for nobody but other players.
package enum HistoryReader: Hashable, Sendable {
    case player(PlayerID)
    /// Whoever has a message's URL, by where they are.
    case network(ClientAddress.Network)

    /// Whoever has a message's URL and this address.
    static func address(_ address: ClientAddress) -> HistoryReader { .network(address.widestNetwork) }
}

/// Sessions as they were at earlier revisions: rebuilt from a snapshot and the events after it, once for everybody who
/// asks, by only so many at the same time, since each takes memory, and on threads of their own.
final class EarlierSessions: Sendable {
    private struct Key: Hashable {
        let session: SessionID
        let revision: Int
        /// NB: people may have been replaced in what happened.
        let generation: Int
    }

    /// The number of bytes of sessions that are kept.
    private static let limit = 64 << 20

    private let games: GameLibrary
    private let kept: SharedValues<Key, Session, ServiceError>
    private let players = queue()
    private let strangers = queue()

    /// Few read history at the same time, since one takes some megabytes of memory: eight times a page of events, and
    /// the position. More may wait than one network has requests under way.
    private static func queue() -> FairQueue<HistoryReader> {
        FairQueue(places: 4, eachGroup: 2, waiting: 256, ofGroup: 8)
    }

    init(games: GameLibrary, metrics: ServiceMetrics) {
        self.games = games
        kept = SharedValues(limit: Self.limit, lookups: metrics.earlierSessions)
    }

    /// A session as it was at a revision, or as it stands if it has not come further.
    ///
    /// - Throws: `unavailable`, if too many sessions are being rebuilt.
    func session(
        of record: SessionRecord, at revision: Int, in store: any SessionStores, for reader: HistoryReader
    ) async throws(ServiceError) -> Session {
        let session = record.session
        guard revision < session.revision else { return session.unlessTakenBack.withoutRematch }
        let key = Key(session: session.id, revision: revision, generation: record.generation)
        return try await kept.value(of: key) { () async throws(ServiceError) in
            try await reading(for: reader) { () async throws(ServiceError) in
                let earlier = try await rebuild(session, at: revision, in: store).withoutRematch
                return (earlier, earlier.memory)
            }
        }
    }

    /// Reads a session's history, as soon as it is the reader's turn. Nobody who does so may do it once more within.
    ///
    /// - Throws: `unavailable`, if too many wait for it.
    func reading<Output>(
        for reader: HistoryReader, _ body: () async throws(ServiceError) -> Output
    ) async throws(ServiceError) -> Output {
        let readers = if case .player = reader { players } else { strangers }
        return try await readers.withPlace(
            for: reader,
            refused: { _ in
                ServiceError(because: .busy, "Too many people look at earlier boards at the moment; try again.")
            }
        ) { () async throws(ServiceError) in try await ReplayThreads.run(body) }
    }

    private func rebuild(
        _ session: Session, at revision: Int, in store: any SessionStores
    ) async throws(ServiceError) -> Session {
        var earlier: Session
        if let snapshot = try await store.snapshot(of: session.id, upTo: revision) {
            earlier = snapshot
        } else {
            let opening = try await store.event(1, of: session.id)
            earlier = try Session.beginning(with: opening, of: session.identity, games: games)
        }
        while earlier.revision < revision {
            let events = try await store.events(
                of: session.id, after: earlier.revision, limit: revision - earlier.revision)
            guard !events.isEmpty else { throw ServiceError(.internal, "An event of a session is missing.") }
            for event in events { earlier = try earlier.following(event) }
        }
        return earlier
    }
}

extension Session {
    fileprivate var withoutRematch: Session {
        var session = self
        session.rematch = nil
        return session
    }

    /// The same before its opening was taken back: as the request was answered that asked for it.
    fileprivate var unlessTakenBack: Session {
        guard revision == 0, phase == .abandoned else { return self }
        var session = self
        (session.phase, session.outcome) = (.draft, nil)
        return session
    }
}
