import HTTPTypes
import Hummingbird
import NIOCore
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
        #expect(proxies.client(of: request, from: peer) == expected)
        #expect(TrustedProxies.none.client(of: request, from: peer) == peer)
    }

    @Test("what is no network is refused", arguments: ["10.0.0.0/33", "10.0.0", "::/129", "/8", "", "10.0.0.0/x"])
    func nonsense(_ network: String) { #expect(TrustedProxies(["10.0.0.0/8", network]) == nil) }
}
