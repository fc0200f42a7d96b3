/// What players read besides the sessions that they play: lists and pages of events. Readers take turns, and one player
/// has no more than two of the places, so that nobody's reads keep others' from the database's connections.
final class PlayerReads: Sendable {
    /// The number of reads at the same time: half of the database's connections for reads.
    private static let places = (all: 8, ofOne: 2)
    /// The number of reads that may wait, more than one network has requests under way; and of those the ones of one
    /// player.
    private static let waiting = (all: 256, ofOne: 16)

    private let queue = FairQueue<PlayerID>(
        places: places.all, eachGroup: places.ofOne, waiting: waiting.all, ofGroup: waiting.ofOne)

    /// Reads, as soon as it is the player's turn.
    ///
    /// - Throws: `unavailable`, if too many wait for it.
    func reading<Output>(
        for player: PlayerID, _ body: () async throws(ServiceError) -> Output
    ) async throws(ServiceError) -> Output {
        try await queue.withPlace(
            for: player,
            refused: { _ in ServiceError(.unavailable, "Too much is read at the moment; try again.") }, body)
    }
}
