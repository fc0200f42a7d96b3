/// Buckets of addresses: each network in which an address is counted has its own, and the wider ones hold more.
package struct AddressBuckets: Sendable {
    private let buckets: [TokenBuckets]

    /// Buckets of a number of tokens for each address, into which as many come back in some time.
    ///
    /// - Parameter places: how many networks of each width are told apart, a power of two.
    package init(holding tokens: Int, filling count: Int, in period: Duration, places: Int = 1 << 14) {
        buckets = ClientAddress.shares.map { share in
            TokenBuckets(holding: share * tokens, filling: share * count, in: period, places: places)
        }
    }

    /// - Parameter players: the number of players whose rate an address has.
    init(_ rate: Quotas.Rate, times players: Int = 1) {
        self.init(holding: players * rate.atOnce, filling: players * rate.anHour, in: .seconds(3600))
    }

    /// Takes tokens from each bucket of an address.
    ///
    /// NB: from the narrowest first. What it refuses costs the wider ones nothing, so that one address can't use up
    /// what its neighbours have.
    ///
    /// - Returns: after how many seconds each of them has as many; nil if they were taken.
    package func take(
        _ address: ClientAddress, count: Int = 1, at moment: ContinuousClock.Instant = .now
    ) -> Int? {
        for place in 0..<address.networkCount {
            if let seconds = buckets[place].take(address.network(place), count: count, at: moment) { return seconds }
        }
        return nil
    }
}
