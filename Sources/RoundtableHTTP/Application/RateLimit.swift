import Foundation
import HTTPTypes
import Hummingbird
import Roundtable
import Synchronization

/// How often one credential, or one address without a credential, may ask: a bucket that fills evenly.
package final class RateLimit: Sendable {
    private struct Bucket {
        var tokens: Double
        var filledAt: ContinuousClock.Instant
    }

    /// More askers than this are not told apart: the buckets that are full again are forgotten.
    private static let capacity = 100_000

    private let perMinute: Double
    private let buckets = Mutex<[String: Bucket]>([:])

    /// A limit of so many requests a minute; a minute's worth may come at once.
    package init(requestsPerMinute: Int) { perMinute = Double(requestsPerMinute) }

    /// Takes one request from an asker's bucket.
    ///
    /// - Returns: after how many seconds to try again; nil if the request may pass.
    func take(_ asker: String, at now: ContinuousClock.Instant = .now) -> Int? {
        buckets.withLock { known -> Int? in
            if known.count >= Self.capacity { known = known.filter { level(of: $0.value, at: now) < perMinute } }
            let tokens = known[asker].map { level(of: $0, at: now) } ?? perMinute
            guard tokens >= 1 else { return Int(((1 - tokens) * 60 / perMinute).rounded(.up)) }
            known[asker] = Bucket(tokens: tokens - 1, filledAt: now)
            return nil
        }
    }

    private func level(of bucket: Bucket, at now: ContinuousClock.Instant) -> Double {
        min(perMinute, bucket.tokens + perMinute * ((now - bucket.filledAt) / .seconds(60)))
    }
}

/// Refuses requests that come too often.
struct RateLimiter: Sendable {
    let limit: RateLimit
    let players: PlayerService
    let proxies: TrustedProxies

    /// Counts a request.
    ///
    /// - Parameter address: where its connection comes from.
    /// - Throws: `rate_limited`.
    func admit(_ request: HTTPRequest, from address: @autoclosure () -> String) throws(ServiceError) {
        // NB: a token that we never made stands for nobody, or each invented one would have a bucket of its own.
        let credential = request.bearerToken.flatMap { players.credential(of: $0)?.description }
        if let seconds = limit.take(credential ?? proxies.client(of: request, from: address())) {
            var error = ServiceError(.rateLimited, "Too many requests; try again in \(seconds) seconds.")
            error.retryAfter = seconds
            throw error
        }
    }
}

/// Lets a rate limiter look at every request.
struct RateLimitMiddleware: RouterMiddleware {
    let limiter: RateLimiter

    func handle(
        _ request: Request, context: PlayerContext, next: @concurrent (Request, PlayerContext) async throws -> Response
    ) async throws -> Response {
        try limiter.admit(request.head, from: context.address)
        return try await next(request, context)
    }
}
