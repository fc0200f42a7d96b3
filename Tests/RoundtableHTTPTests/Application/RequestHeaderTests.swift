import HTTPTypes
import NIOCore
@testable import RoundtableHTTP
import Testing

@Suite("Headers of requests")
struct RequestHeaderTests {
    @Test(
        "languages come in the order in which the reader likes them",
        arguments: [
            ("", []), ("*", []), ("de", ["de"]), ("fr, en;q=0.5", ["fr", "en"]), ("en;q=0.5,fr", ["fr", "en"]),
            ("en;q=0, de", ["de"]), ("da, en-GB;q=0.8, en;q=0.7", ["da", "en-GB", "en"]), ("a, b, c", ["a", "b", "c"]),
            ("a;q=x, b;q=nan", ["a", "b"]), (" de ; q=0.3 , en ; q=0.4 ", ["en", "de"]),
        ])
    func languages(header: String, expected: [String]) {
        let request = HTTPRequest(
            method: .get, scheme: "http", authority: "table.example", path: "/",
            headerFields: [.acceptLanguage: header])
        #expect(request.languages == expected)
    }
}
