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
