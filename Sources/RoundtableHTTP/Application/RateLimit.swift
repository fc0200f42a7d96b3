package import Roundtable

/// The rate at which one credential may ask, and one address with all its credentials; and the bytes that an address
/// may send on a day, however many players it makes, each of which has a quota of its own.
package final class RateLimit: Sendable {
    /// The number of credentials whose share one address has: many players may have the same network.
    package static let playersOfAddress = 5
    /// The number of askers that are told apart in a minute.
    private static let places = 1 << 16
    /// The bytes for which one token is taken. Shorter bodies, such as a turn's, take none: their number is bounded.
    static let unit = 8 << 10

    private let credentials: TokenBuckets
    private let addresses: AddressBuckets
    private let bytes: AddressBuckets
    private let now: @Sendable () -> ContinuousClock.Instant

    /// A limit of so many requests a minute of a credential, and five times as many of an address; a minute's worth may
    /// come at once.
    ///
    /// - Parameters:
    ///   - bytesPerDay: what an address may send in long bodies: by default as much as five players may leave behind.
    ///   - now: what time it is, by which buckets fill.
    package init(
        requestsPerMinute limit: Int, bytesPerDay: Int = RateLimit.playersOfAddress * Quotas().playerBytes,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.now = now
        credentials = TokenBuckets(holding: limit, filling: limit, in: .seconds(60), places: Self.places)
        let limitOfAddress = limit * Self.playersOfAddress
        addresses = AddressBuckets(
            holding: limitOfAddress, filling: limitOfAddress, in: .seconds(60), places: Self.places)
        let units = max(1, bytesPerDay / Self.unit)
        bytes = AddressBuckets(holding: units, filling: units, in: .seconds(86_400))
    }

    /// Takes a request from the buckets of its credential, if it has one, and of its address.
    ///
    /// - Returns: after how many seconds to try again; nil if the request may pass.
    package func take(_ credential: CredentialID?, from address: ClientAddress) -> Int? {
        let now = now()
        if let credential, let seconds = credentials.take(credential, at: now) { return seconds }
        return addresses.take(address, at: now)
    }

    /// Takes the bytes of a body from what its address may send.
    ///
    /// - Returns: after how many seconds to try again; nil if it may pass.
    package func take(bytes count: Int, from address: ClientAddress) -> Int? {
        guard count >= Self.unit else { return nil }
        return bytes.take(address, count: count / Self.unit, at: now())
    }
}
