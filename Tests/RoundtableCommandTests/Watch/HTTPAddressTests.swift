import Testing

@testable import RoundtableCommand

@Suite("Addresses of what is watched")
struct HTTPAddressTests {
    @Test(
        "are a host and a port, with a scheme or without",
        arguments: [
            ("http://10.0.0.11:9464", "10.0.0.11:9464"), ("localhost:9464", "localhost:9464"),
            ("http://table.example/metrics", "table.example:80"), ("http://[::1]:9464/", "[::1]:9464"),
        ])
    func good(text: String, address: String) {
        #expect(HTTPAddress(text)?.description == address)
    }

    @Test(
        "are nothing else", arguments: ["", "https://table.example", "http://", "http://a/b", "http://a?b", "ftp://a"])
    func bad(text: String) { #expect(HTTPAddress(text) == nil) }

    @Test("that a server listens on for all of its machine are asked at the machine's own")
    func wildcards() {
        #expect(HTTPAddress(host: "0.0.0.0", port: 1).host == "127.0.0.1")
        #expect(HTTPAddress(host: "::", port: 1).host == "::1")
        #expect(HTTPAddress(host: "10.0.0.11", port: 1).host == "10.0.0.11")
    }
}
