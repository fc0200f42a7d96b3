import HTTPConnection
import Metrics
import NIOCore
import Testing

@testable import RoundtableHTTP

@Suite("Limits of connections")
struct ConnectionLimiterTests {
    private func limiter(
        inAll: Int = 1000, ofAddress: Int? = 3, proxies: TrustedProxies = .none
    ) -> ConnectionLimiter {
        ConnectionLimiter(
            .init(inAll: inAll, ofAddress: ofAddress), exempting: proxies, NOOPMetricsHandler.instance)
    }

    /// The places that connections from some addresses get.
    private func places(
        _ limiter: ConnectionLimiter, from addresses: [String]
    ) throws -> [any ConnectionPlace] {
        try addresses.compactMap { limiter.enter(from: try SocketAddress(ipAddress: $0, port: 1)) }
    }

    @Test("an address has so many at the same time, and a place that is left is free again")
    func address() throws {
        let limiter = limiter()
        var kept = try places(limiter, from: [String](repeating: "192.0.2.1", count: 5))
        #expect(kept.count == 3 && limiter.count == 3)
        #expect(try places(limiter, from: ["::ffff:192.0.2.1"]).isEmpty)
        #expect(try places(limiter, from: ["192.0.2.2"]).count == 1)
        kept.removeLast()
        #expect(try places(limiter, from: ["192.0.2.1"]).count == 1)
        kept = []
        #expect(limiter.count == 0)
    }

    @Test(
        "networks of IPv6 have more than an address, and not as much as all of theirs",
        arguments: [(1, 3), (256, 12), (2000, 48)])
    func networks(count: Int, expected: Int) throws {
        let addresses = (0..<count).flatMap { number in
            (0..<4).map { "2001:db8:1:\(String(number, radix: 16))::\($0)" }
        }
        let places = try places(limiter(), from: addresses)
        #expect(places.count == expected)
    }

    @Test("all have so many together, whoever they are, and proxies that are trusted no limit besides")
    func all() throws {
        let proxies = try #require(TrustedProxies(["10.0.0.0/8"]))
        let limiter = limiter(inAll: 10, proxies: proxies)
        let kept = try places(limiter, from: [String](repeating: "10.0.0.1", count: 9))
        #expect(kept.count == 9)
        let others = try places(limiter, from: ["192.0.2.1", "192.0.2.2", "10.0.0.2"])
        #expect(others.count == 1)
        #expect(try places(self.limiter(ofAddress: nil), from: [String](repeating: "::1", count: 99)).count == 99)
    }

    @Test("what is kept of bodies has a limit of an address and one of all, and is free again with its connection")
    func bytes() throws {
        var limits = ConnectionLimiter.Limits(inAll: 100, ofAddress: 10)
        limits.bodyBytes = (inAll: 25, ofAddress: 10)
        let limiter = ConnectionLimiter(limits, exempting: .none, NOOPMetricsHandler.instance)
        var kept = try places(limiter, from: ["192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.3"])
        #expect(kept[0].keep(bytes: 6) && !kept[1].keep(bytes: 5) && kept[1].keep(bytes: 4))
        #expect(!kept[0].keep(bytes: 7) && kept[0].keep(bytes: 5))
        #expect(kept[2].keep(bytes: 10) && !kept[3].keep(bytes: 7) && kept[3].keep(bytes: 6))
        kept.removeFirst(2)
        #expect(kept[1].keep(bytes: 10))
        #expect(kept[0].keep(bytes: 0))
        let next = try places(limiter, from: ["192.0.2.1", "192.0.2.2"])
        #expect(next.allSatisfy { $0.keep(bytes: 7) })
    }
}
