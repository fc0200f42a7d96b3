/// What players read besides the sessions that they play: lists and pages of events. Readers take turns, and one player
/// has no more than two of the places, so that nobody's reads keep others' from the database's connections.
final class PlayerReads: Sendable {
    /// The reads. At most half of the database's connections for reads work at the same time, and more reads may wait
    /// than one network has requests under way.
    private let queue = FairQueue<PlayerID>(places: 8, eachGroup: 2, waiting: 256, ofGroup: 16)
    /// Long pages of events are composed one at a time.
    private let longPages = FairQueue<PlayerID>(places: 1, waiting: 256, ofGroup: 16)
    /// The bytes of its moves from which on a page is long.
    private static let longPage = 32 << 10

    /// Reads, as soon as it is the player's turn; throws `unavailable` if too many wait for it.
    func reading<Output>(
        for player: PlayerID, _ body: () async throws(ServiceError) -> Output
    ) async throws(ServiceError) -> Output {
        try await queue.withPlace(for: player, refused: Self.refusal, body)
    }

    /// Composes a page of events; a long one as soon as it is the player's turn, as ``reading(for:_:)``.
    func composing<Output>(
        _ page: EventPage, for player: PlayerID, _ body: () throws(ServiceError) -> Output
    ) async throws(ServiceError) -> Output {
        let bytes = page.events.reduce(0) { $0 + ($1.details.move?.data.count ?? 0) }
        guard bytes >= Self.longPage else { return try body() }
        return try await longPages.withPlace(for: player, refused: Self.refusal) { () async throws(ServiceError) in
            try body()
        }
    }

    private static func refusal(_: FairQueue<PlayerID>.Refusal) -> ServiceError {
        ServiceError(because: .busy, "Too much is read at the moment; try again.")
    }
}
