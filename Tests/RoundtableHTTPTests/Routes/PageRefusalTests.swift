import GameRules
import HTTPConnection
import HTTPTypes
import NIOCore
import Roundtable
import RoundtableModel
import TestSupport
import Testing

@testable import RoundtableHTTP

@Suite("Refusals of pages", .database, .serialized)
struct PageRefusalTests {
    private static let browser = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]

    @Test(
        "each code has a page with its title and sentence, in every language",
        arguments: ErrorCode.allCases.filter { $0 != .unknown })
    func codes(code: ErrorCode) throws {
        for language in ["en", "de", "pl", "ar"] {
            var error = ServiceError(code, underlying: nil)
            error.retryAfter = 7
            error.allowed = ["GET", "HEAD"]
            let id = HTTPRequestID()
            let reply = HTTPReply(page: error, to: id, in: [language], texts: .service)
            let headers = reply.head.headerFields
            let isNowhere = [.notFound, .badRequest].contains(code)
            #expect(reply.head.status.code == (isNowhere ? 404 : code.status))
            #expect(headers[.contentType] == "text/html; charset=utf-8" && headers[.cacheControl] == "no-store")
            #expect(headers[.contentLanguage] == language && headers[.retryAfter] == "7")
            #expect(headers[.allow] == "GET, HEAD" && headers[.requestID] == id.description)
            #expect((headers[.wwwAuthenticate] != nil) == (code == .unauthenticated))
            #expect(headers[.contentSecurityPolicy] != nil && headers[.xContentTypeOptions] == "nosniff")
            guard case .whole(let bytes) = reply.body else {
                Issue.record("no page")
                return
            }
            let html = String(buffer: bytes)
            let words = PageWords.best(for: language)
            let title = isNowhere ? words[.unknownTitle] : ProblemTexts.service.title(of: code, in: language)
            let text = isNowhere ? words[.unknownText] : ProblemTexts.service.detail(of: error, in: language)
            #expect(html.contains("<html lang=\"\(language)\" dir=\"\(language == "ar" ? "rtl" : "ltr")\">"))
            #expect(html.contains("<title>\(title)</title>") && html.contains(">\(text)</p>"), "\(html)")
            #expect(!html.contains(code.rawValue) && !html.contains("{{"))
        }
    }

    /// A refusal that a browser gets under the pages' paths.
    private func expectPage(
        _ answer: Reply, status: Int, at place: SourceLocation = #_sourceLocation
    ) {
        expect(answer, is: status, at: place)
        #expect(answer.header("Content-Type") == "text/html; charset=utf-8", sourceLocation: place)
        #expect(answer.header("X-Request-ID") != nil, sourceLocation: place)
    }

    @Test("whatever a browser is refused under the pages' paths is a page; programs get a problem")
    func browsers() async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            let token = try await server.open("tic-tac-toe", by: guest).token
            let long = String(repeating: "x", count: 2100)
            for ending in ["", ".png", "/changes"] {
                expectPage(try await server.get("/m/x\(ending)", headers: Self.browser), status: 404)
                let path = "/m/\(token)\(ending)"
                expectPage(try await server.get("\(path)?x=\(long)", headers: Self.browser), status: 414)
                let posted = try await server.send(.post, path, headers: Self.browser)
                expectPage(posted, status: 405)
                #expect(posted.header("Allow") == "GET, HEAD")
                let unknown = try #require(HTTPRequest.Method("BREW"))
                expectPage(try await server.send(unknown, path, headers: Self.browser), status: 501)
                expect(try await server.send(.post, path), isProblem: .methodNotAllowed)
            }
            expect(try await server.get("/m/\(token).png?x=\(long)"), isProblem: .uriTooLong)
            expectPage(try await server.get("/m/\(token)?x=\(long)"), status: 414)
            expect(try await server.get("/v1/games/x/", headers: Self.browser), isProblem: .notFound)
        }
    }

    @Test("who asks too often reads so, in their language, and when to come back")
    func tooOften() async throws {
        try await Server.run(Server.Settings(requestsPerMinute: 1)) { server in
            let headers = ["Accept-Language": "de", "Accept": "text/html"]
            var last: Reply?
            for _ in 0..<8 { last = try await server.get("/m/x", headers: headers) }
            let answer = try #require(last)
            expectPage(answer, status: 429)
            #expect(answer.retryAfter != nil && answer.header("Content-Language") == "de")
            #expect(answer.text.contains(ProblemTexts.service.title(of: .rateLimited, in: "de")))
        }
    }
}
