import Foundation
import HTTPConnection
import HTTPTypes
import NIOCore
import Roundtable
@testable import RoundtableHTTP
import RoundtableModel
import TestSupport
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

    private static let parts = ["a,", "a;", ",", ";", " ", "a;q=1,", "*,", "W/\"a\",", "\"", "a; ;,", "for=1.2.3.4,"]

    @Test("of long lists no more is read than anybody means", arguments: parts)
    func long(part: String) throws {
        let tagged = try TaggedReply(HTTPReply(status: .ok), in: "en", kept: "", by: SigningKeys.ofTests.entityTags)
        func request(_ name: HTTPField.Name, _ size: Int) -> HTTPRequest {
            HTTPRequest(
                method: .get, scheme: "http", authority: "table.example", path: "/",
                headerFields: [name: String(repeating: part, count: size / part.utf8.count)])
        }
        let proxies = try #require(TrustedProxies(["127.0.0.1"]))
        let peer = try SocketAddress(ipAddress: "127.0.0.1", port: 1)
        let readers: [(name: HTTPField.Name, read: (HTTPRequest) -> Void)] = [
            (.acceptLanguage, { _ = $0.languages }),
            (.ifNoneMatch, { _ = tagged.http(unless: $0.headerFields[.ifNoneMatch]) }),
            (.ifMatch, { _ = try? $0.checkPrecondition(of: tagged.http(unless: nil)) }),
            (.forwardedFor, { _ = proxies.client(of: $0, from: peer) }),
        ]
        for reader in readers {
            let flaw = try ReadingCost.flaw(of: { request(reader.name, $0) }, reader.read)
            #expect(flaw == nil, "\(reader.name)")
        }
    }
}
