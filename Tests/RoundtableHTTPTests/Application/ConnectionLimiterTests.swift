import HTTPConnection
import Metrics
import NIOCore
import Synchronization
import Testing

@testable import RoundtableHTTP

@Suite("Limits of connections")
struct ConnectionLimiterTests {
    /// Who was closed so that others have room, by address.
    private let closed = Closed()

    private final class Closed: Sendable {
        private let addresses = Mutex<[String]>([])

        var all: [String] { addresses.withLock { $0 } }

        func add(_ address: String) { addresses.withLock { $0.append(address) } }
    }

    private func limiter(
        inAll: Int = 1000, ofAddress: Int? = 3, bytes: Int = 64 << 20, proxies: TrustedProxies = .none
    ) -> ConnectionLimiter {
        var limits = ConnectionLimiter.Limits(inAll: inAll, ofAddress: ofAddress)
        limits.bytes = bytes
        return ConnectionLimiter(limits, exempting: proxies, NOOPMetricsHandler.instance)
    }

    /// The places that connections from some addresses get.
    private func places(
        _ limiter: ConnectionLimiter, from addresses: [String]
    ) throws -> [any ConnectionPlace] {
        try addresses.compactMap { address in
            limiter.enter(from: try SocketAddress(ipAddress: address, port: 1)) { [closed] in closed.add(address) }
        }
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
        #expect(limiter.count == 0 && closed.all == [])
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

    @Test(
        "an address has an eighth of all at most, and a network a quarter",
        arguments: [
            (["192.0.2.1"], 10), (["2001:db8::1", "2001:db8::2"], 10), (["192.0.2.1", "192.0.2.2", "192.0.2.3"], 20),
            (["2001:db8:0:1::", "2001:db8:0:2::", "2001:db8:0:3::"], 20),
            (["2001:db8:0:1::", "2001:db8:0:100::", "2001:db8:0:f000::"], 20),
            (["192.0.2.1", "198.51.100.1", "203.0.113.1"], 30),
        ])
    func parts(addresses: [String], expected: Int) throws {
        let limiter = limiter(inAll: 80, ofAddress: 4096, bytes: 800)
        var kept: [any ConnectionPlace] = []
        for _ in 0..<40 { kept += try places(limiter, from: addresses) }
        #expect(kept.count == expected)
        // Each of them keeps as much as all bytes are for one of as many connections.
        #expect(kept.allSatisfy { $0.keep(bytes: 10) } && kept.allSatisfy { !$0.keep(bytes: 11) })
        #expect(closed.all == [])
    }

    @Test("all have so many together, whoever they are, and proxies that are trusted no limit besides")
    func all() throws {
        let proxies = try #require(TrustedProxies(["10.0.0.0/8"]))
        let limiter = limiter(inAll: 10, proxies: proxies)
        let kept = try places(limiter, from: [String](repeating: "10.0.0.1", count: 9))
        #expect(kept.count == 9)
        let others = try places(limiter, from: ["192.0.2.1", "192.0.2.2", "10.0.0.2"])
        #expect(others.count == 1 && closed.all == [])
        withExtendedLifetime((kept, others)) {}
        #expect(try places(self.limiter(ofAddress: nil), from: [String](repeating: "::1", count: 99)).count == 99)
    }

    @Test("when all places are taken, a newcomer gets one of those who have most, and who has most gets none")
    func fullOfConnections() throws {
        let limiter = limiter(inAll: 32, ofAddress: 4096)
        let heavy = try places(limiter, from: (1...8).flatMap { ["192.0.2.\($0)"] })
        let others = try places(limiter, from: (1...24).map { "198.51.\($0).1" })
        #expect(heavy.count == 8 && others.count == 24 && limiter.count == 32)
        #expect(heavy[5].keep(bytes: 100))
        let newcomer = try places(limiter, from: ["203.0.113.1"])
        #expect(newcomer.count == 1 && closed.all == ["192.0.2.6"] && limiter.count == 32)
        #expect(try places(limiter, from: ["192.0.2.9"]).isEmpty && closed.all.count == 1)
        // A place that was taken away counts nothing, and is not given back twice.
        #expect(!heavy[5].keep(bytes: 1) && heavy[5].keep(bytes: 0))
        withExtendedLifetime((heavy, others, newcomer)) {}
    }

    @Test("when all bytes are used up, the connection of those who have most that keeps most is closed")
    func fullOfBytes() throws {
        let limiter = limiter(inAll: 800, ofAddress: 4096, bytes: 800)
        let heavy = try places(limiter, from: ["192.0.2.1", "192.0.2.2", "192.0.2.3"])
        #expect(heavy[0].keep(bytes: 60) && heavy[1].keep(bytes: 90) && heavy[2].keep(bytes: 50))
        let others = try places(limiter, from: (1...12).map { "198.51.\($0).1" })
        #expect(others.allSatisfy { $0.keep(bytes: 50) } && closed.all == [])
        let newcomer = try places(limiter, from: ["203.0.113.1"])
        #expect(newcomer[0].keep(bytes: 20) && closed.all == ["192.0.2.2"])
        #expect(newcomer[0].keep(bytes: 90) && closed.all == ["192.0.2.2"])
        // Who has most itself is refused, and closes nobody else.
        #expect(!newcomer[0].keep(bytes: 99) && newcomer[0].keep(bytes: 90))
        withExtendedLifetime((heavy, others, newcomer)) {}
    }

    @Test("what is kept is free again with its connection")
    func bytes() throws {
        let limiter = limiter(inAll: 80, ofAddress: 10, bytes: 80)
        var kept = try places(limiter, from: ["192.0.2.1", "192.0.2.1", "198.51.100.1"])
        #expect(kept[0].keep(bytes: 6) && !kept[1].keep(bytes: 5) && kept[1].keep(bytes: 4))
        #expect(!kept[0].keep(bytes: 7) && kept[0].keep(bytes: 5) && kept[2].keep(bytes: 10))
        kept.removeFirst(2)
        let next = try places(limiter, from: ["192.0.2.1"])
        #expect(next[0].keep(bytes: 10) && next[0].keep(bytes: 0))
    }
}
