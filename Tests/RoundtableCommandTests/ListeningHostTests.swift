import Testing

@testable import RoundtableCommand

@Suite("Hosts to listen on")
struct ListeningHostTests {
    @Test(
        "an address or a name is taken in each form in which it is written",
        arguments: [
            ("127.0.0.1", "127.0.0.1", "localhost"), ("0.0.0.0", "0.0.0.0", "localhost"), ("::1", "::1", "localhost"),
            ("[::1]", "::1", "localhost"), ("::", "::", "localhost"), ("[::]", "::", "localhost"),
            ("192.0.2.7", "192.0.2.7", "192.0.2.7"), ("2001:db8::7", "2001:db8::7", "[2001:db8::7]"),
            ("[2001:DB8::7]", "2001:DB8::7", "[2001:DB8::7]"), ("fe80::1%eth0", "fe80::1%eth0", "[fe80::1]"),
            ("[fe80::1%eth0.1]", "fe80::1%eth0.1", "[fe80::1]"), ("fe80::1%2", "fe80::1%2", "[fe80::1]"),
            ("::ffff:192.0.2.7", "::ffff:192.0.2.7", "[::ffff:192.0.2.7]"), ("localhost", "localhost", "localhost"),
            ("games.example.org", "games.example.org", "games.example.org"), ("a-b_c.d.", "a-b_c.d.", "a-b_c.d."),
        ])
    func forms(text: String, name: String, inURL: String) throws {
        let host = try #require(ListeningHost(text))
        #expect(host.name == name && host.inURL == inURL)
    }

    @Test(
        "what is no host is refused",
        arguments: [
            "", " ", "*", "127.0.0.1:8080", "[::1]:8080", "::1]", "[::1", "[]", "[127.0.0.1]", "[localhost]",
            "localhost:80",
            "256.1.1.1", "1.2.3", "1.2.3.4.5", "12", "127.0.0.1 ", "a b", "a/b", "http://a", "unix:/run/x", "/run/x",
            "a..b",
            ".a", "-a", "a-", "fe80::1%", "[fe80::1%]", "fe80::1%a b", "::1::", "user@a", "é",
            String(repeating: "a", count: 64),
        ])
    func refused(text: String) { #expect(ListeningHost(text) == nil) }
}
