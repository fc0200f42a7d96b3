import HTTPTypes
import Testing

@testable import RoundtableHTTP

@Suite("Requests as bytes")
struct PlainRequestTests {
    private func read(_ text: String) -> PlainRequest {
        Array(text.utf8).withUnsafeBytes { PlainRequest($0) }
    }

    private func isUnusual(_ text: String) -> Bool { if case .unusual = read(text) { true } else { false } }

    private func isPartial(_ text: String) -> Bool { if case .partial = read(text) { true } else { false } }

    private static let turn =
        "POST /v1/sessions/a/turns?b=c HTTP/1.1\r\nhost: table.example:80\r\nAUTHORIZATION: Bearer x\r\n"
        + "Content-Length:\t7 \r\nX-Own_Field:\r\nAccept: a\r\naccept: b\r\nConnection: Keep-Alive\r\n\r\n{\"a\":1}"

    @Test("method, target, fields and body are read")
    func whole() throws {
        guard case .whole(let request, let body) = read(Self.turn + "GET") else {
            Issue.record("it is not read")
            return
        }
        #expect(request.method == .post && request.path == "/v1/sessions/a/turns?b=c")
        #expect(request.authority == "table.example:80" && request.scheme == "http")
        #expect(request.headerFields[.authorization] == "Bearer x")
        #expect(request.headerFields[.contentLength] == "7")
        #expect(request.headerFields[values: .accept] == ["a", "b"])
        #expect(request.headerFields[try #require(HTTPField.Name("X-Own_Field"))] == "")
        #expect(request.headerFields[.connection] == nil)
        #expect(Array((Self.turn + "GET").utf8)[body].elementsEqual("{\"a\":1}".utf8))
    }

    @Test("each beginning of a request is waited for, whole requests need nothing more")
    func beginnings() {
        let bytes = Array(Self.turn.utf8)
        for length in 0..<bytes.count { #expect(isPartial(String(decoding: bytes[..<length], as: UTF8.self))) }
        #expect(!isPartial(Self.turn) && !isUnusual(Self.turn))
    }

    @Test(
        "what could be read in more than one way is left to a parser that knows all of HTTP",
        arguments: [
            "CONNECT / HTTP/1.1\r\nHost: a\r\n\r\n", "get / HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.0\r\nHost: a\r\n\r\n",
            "GET / HTTP/1.1\r\n\r\n", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", "GET /#a HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET /\u{e4} HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\nHost: a\n\n",
            "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\n b: c\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\rb: c\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nA: b\u{0}c\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n: b\r\n\r\n",
            "GET / HTTP/1.1\r\nHost:\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nConnection:\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nA: \u{e4}\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\na",
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\na",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 1\r\n\r\na",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\na",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 131073\r\n\r\n",
        ])
    func unusual(_ text: String) { #expect(isUnusual(text)) }

    @Test("a head has its limits, in length and in fields")
    func limits() {
        let endless = "GET / HTTP/1.1\r\nHost: a\r\nA: " + String(repeating: "a", count: 8 * 1024)
        #expect(isUnusual(endless) && isUnusual(endless + "\r\n\r\n"))
        #expect(isUnusual("GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "A: b\r\n", count: 65) + "\r\n"))
    }
}
