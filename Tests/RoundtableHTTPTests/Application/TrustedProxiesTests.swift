import HTTPTypes
import NIOCore
import Roundtable
import Testing

@testable import RoundtableHTTP

@Suite("Proxies that are trusted")
struct TrustedProxiesTests {
    @Test(
        "a request comes from the last of those whom it passed whom nobody trusts",
        arguments: [
            ("10.0.0.1", ["203.0.113.7"], "203.0.113.7"), ("10.0.0.1", ["203.0.113.7, 10.1.1.1"], "203.0.113.7"),
            ("10.0.0.1", ["198.51.100.1, 203.0.113.7"], "203.0.113.7"), ("10.0.0.1", [], "10.0.0.1"),
            ("10.0.0.1", ["198.51.100.1", "203.0.113.7"], "203.0.113.7"),
            ("192.0.2.1", ["203.0.113.7"], "192.0.2.1"), ("10.0.0.1", ["nonsense"], "10.0.0.1"),
            ("::1", ["2001:db8::7"], "2001:db8::7"), ("::ffff:10.0.0.1", ["203.0.113.7"], "203.0.113.7"),
            ("11.0.0.1", ["203.0.113.7"], "11.0.0.1"), ("10.0.0.1", ["10.0.0.2"], "10.0.0.2"),
        ])
    func client(peer: String, forwarded: [String], expected: String) throws {
        let proxies = try #require(TrustedProxies(["10.0.0.0/8", "::1"]))
        var headers = HTTPFields()
        for value in forwarded { headers.append(HTTPField(name: .forwardedFor, value: value)) }
        let request = HTTPRequest(method: .get, scheme: "http", authority: "table", path: "/", headerFields: headers)
        let connection = try SocketAddress(ipAddress: peer, port: 1)
        let client = try SocketAddress(ipAddress: expected, port: 2)
        #expect(proxies.client(of: request, from: connection) == ClientAddress(client))
        #expect(TrustedProxies.none.client(of: request, from: connection) == ClientAddress(connection))
    }

    @Test(
        "an address is read in each form in which proxies write it",
        arguments: [
            ("203.0.113.7", "203.0.113.7"), ("203.0.113.7:4711", "203.0.113.7"), ("  203.0.113.7  ", "203.0.113.7"),
            ("\"203.0.113.7:4711\"", "203.0.113.7"), ("\"203.0.113.7\"", "203.0.113.7"),
            ("203.0.113.7:_port", "203.0.113.7"), ("2001:db8::1", "2001:db8::1"), ("[2001:db8::1]", "2001:db8::1"),
            ("[2001:db8::1]:4711", "2001:db8::1"), ("\"[2001:db8::1]:4711\"", "2001:db8::1"),
            ("\"[2001:db8::1]\"", "2001:db8::1"), ("fe80::1%eth0", "fe80::1"), ("[fe80::1%25eth0]:80", "fe80::1"),
            ("::ffff:203.0.113.7", "::ffff:203.0.113.7"), ("[::ffff:203.0.113.7]:1", "::ffff:203.0.113.7"),
            ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"), ("\"[2001:db8::1]:_x\"", "2001:db8::1"),
        ])
    func forms(written: String, expected: String) throws {
        let expected = try SocketAddress(ipAddress: expected, port: 1).withAddressBytes { Array($0) }
        #expect(ForwardedHeader.address(in: written[...]) == expected)
        let fields: HTTPFields = [.forwarded: "for=\(written);proto=https, For=\(written) ; by=_x"]
        #expect(Array(ForwardedHeader.forwarded.nodes(of: fields)) == [expected, expected])
        let list: HTTPFields = [.forwardedFor: "\(written), \(written)"]
        #expect(Array(ForwardedHeader.xForwardedFor.nodes(of: list)) == [expected, expected])
    }

    @Test(
        "what is no address is none",
        arguments: [
            "unknown", "_hidden", "_SEVKISEK", "\"_x\"", "", "\"\"", "\"", "203.0.113", "203.0.113.7:", "203.0.113.7:x",
            "203.0.113.7:65536", "203.0.113.7:-1", "203.0.113.007x", "[2001:db8::1", "2001:db8::1]", "[2001:db8::1]x",
            "[2001:db8::1]:", "[]", "[203.0.113.7]", "[203.0.113.7]:80", "2001:db8::1::", "%eth0", "[%eth0]",
            "host.example", "host.example:80", "203.0.113.7 x", "０.0.0.0", "203.0.113.7:１",
        ])
    func noAddress(written: String) { #expect(ForwardedHeader.address(in: written[...]) == nil) }

    @Test(
        "of the field of RFC 7239 the last elements count, whatever stands before them",
        arguments: [
            ("for=203.0.113.7", "203.0.113.7"), ("FOR=\"[2001:db8::7]:1\"", "2001:db8::7"),
            ("for=198.51.100.1, for=203.0.113.7", "203.0.113.7"), ("for=203.0.113.7, for=10.0.0.2", "203.0.113.7"),
            ("proto=http;for=203.0.113.7;by=10.0.0.1", "203.0.113.7"),
            ("host=\"a,b;for=1.1.1.1\";for=203.0.113.7", "203.0.113.7"),
            ("for=\"x, for=203.0.113.7", "203.0.113.7"), ("for=\"\\\", for=203.0.113.7", "203.0.113.7"),
            ("for=\", for=\"203.0.113.7\"", "203.0.113.7"), ("for=unknown", "10.0.0.1"), ("for=_x", "10.0.0.1"),
            ("for=203.0.113.7, for=_x", "10.0.0.1"), ("for=203.0.113.7, by=_x", "10.0.0.1"), ("nonsense", "10.0.0.1"),
            ("for=203.0.113.7,", "10.0.0.1"), ("", "10.0.0.1"),
        ])
    func forwarded(value: String, expected: String) throws {
        let proxies = try #require(TrustedProxies(["10.0.0.0/8"], telling: .forwarded))
        let headers: HTTPFields = [.forwarded: value, .forwardedFor: "198.51.100.9"]
        let request = HTTPRequest(method: .get, scheme: "http", authority: "table", path: "/", headerFields: headers)
        let client = proxies.client(of: request, from: try SocketAddress(ipAddress: "10.0.0.1", port: 1))
        #expect(client == ClientAddress(try SocketAddress(ipAddress: expected, port: 2)))
        let others = try #require(TrustedProxies(["10.0.0.0/8"]))
        let other = others.client(of: request, from: try SocketAddress(ipAddress: "10.0.0.1", port: 1))
        #expect(other == ClientAddress(try SocketAddress(ipAddress: "198.51.100.9", port: 2)))
    }

    @Test("what a client writes in front of its proxy's word does not make it the proxy")
    func longForwarding() throws {
        let proxies = try #require(TrustedProxies(["10.0.0.0/8"]))
        for length in [1, 150, 10_000] {
            let value = String(repeating: "é", count: length) + ", 203.0.113.7"
            let headers = HTTPFields([HTTPField(name: .forwardedFor, value: value)])
            let request = HTTPRequest(
                method: .get, scheme: "http", authority: "table", path: "/", headerFields: headers)
            let client = proxies.client(
                of: request.withoutLongTexts, from: try SocketAddress(ipAddress: "10.0.0.1", port: 1))
            #expect(client == ClientAddress(try SocketAddress(ipAddress: "203.0.113.7", port: 1)), "\(length)")
        }
    }

    @Test("whoever has an address of IPv6 has all of its network; IPv4 written as IPv6 is IPv4")
    func counted() throws {
        func address(_ text: String) throws -> ClientAddress {
            ClientAddress(try SocketAddress(ipAddress: text, port: 1))
        }
        #expect(try address("2001:db8:1:2::7") == address("2001:db8:1:2:ffff::1"))
        #expect(try address("2001:db8:1:2::7") != address("2001:db8:1:3::7"))
        #expect(try address("::ffff:192.0.2.1") == address("192.0.2.1"))
        #expect(try address("192.0.2.1") != address("192.0.2.2"))
        #expect(try address("0:0:c000:201::") != address("192.0.2.1"))
        #expect(ClientAddress(nil) == .unknown)
    }

    @Test("what is no network is refused", arguments: ["10.0.0.0/33", "10.0.0", "::/129", "/8", "", "10.0.0.0/x"])
    func nonsense(_ network: String) { #expect(TrustedProxies(["10.0.0.0/8", network]) == nil) }
}
