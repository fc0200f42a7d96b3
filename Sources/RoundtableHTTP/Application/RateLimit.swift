package import Roundtable

/// The rate at which one credential may ask, and one address with all its credentials.
package final class RateLimit: Sendable {
    /// The number of askers that are told apart in a minute.
    private static let places = 1 << 16

    private let credentials: TokenBuckets
    private let addresses: AddressBuckets
    private let now: @Sendable () -> ContinuousClock.Instant

    /// A limit of so many requests a minute of a credential, and five times as many of an address; a minute's worth may
    /// come at once.
    ///
    /// - Parameter now: what time it is, by which buckets fill.
    package init(
        requestsPerMinute limit: Int, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.now = now
        credentials = TokenBuckets(holding: limit, filling: limit, in: .seconds(60), places: Self.places)
        let limitOfAddress = limit * Quotas.playersOfAddress
        addresses = AddressBuckets(
            holding: limitOfAddress, filling: limitOfAddress, in: .seconds(60), places: Self.places)
    }

    /// Takes a request from the buckets of its credential, if it has one, and of its address.
    ///
    /// - Returns: after how many seconds to try again; nil if the request may pass.
    package func take(_ credential: CredentialID?, from address: ClientAddress) -> Int? {
        let now = now()
        if let credential, let seconds = credentials.take(credential, at: now) { return seconds }
        return addresses.take(address, at: now)
    }
}
