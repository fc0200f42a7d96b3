import Foundation
import HTTPTypes
import RoundtableModel
import TestSupport
import Testing

@testable import RoundtableHTTP

@Suite("Paths and methods", .database, .serialized)
struct PathTests {
    @Test("there is nothing where there is no route, also without a credential")
    func noRoute() async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            let session = try await server.open("ice-cream", by: guest).session
            for path in [
                "/", "/v1", "/v2/players/me", "/m", "/v1/sessions/\(session)/nothing",
                "/v1/sessions/\(session)/turns/1",
                "/%2e%2e/etc/passwd", "/V1/players/me", "/metrics",
            ] {
                for method in [HTTPRequest.Method.get, .post, .options, .delete] {
                    expect(try await server.send(method, path, by: guest), isProblem: .notFound)
                    expect(try await server.send(method, path), isProblem: .notFound)
                }
            }
        }
    }

    /// Other ways to write the paths of routes, of which a proxy may think that they are the routes'.
    private static let spellings: [(HTTPRequest.Method, String)] = [
        (.get, "/healthz/"), (.get, "//healthz"), (.get, "/./healthz"), (.get, "/x/../healthz"), (.get, "/healthz/."),
        (.get, "/%68ealthz"), (.get, "/healthz%2f"), (.get, "/healthz;a"), (.get, "/readyz/"), (.get, "//readyz"),
        (.get, "/readyz%2F"), (.get, "/openapi.yaml/"), (.post, "//v1/players"), (.post, "/v1//players"),
        (.post, "/v1/players/"), (.post, "/v1/./players"), (.post, "/v1/x/../players"), (.post, "/v1%2Fplayers"),
        (.post, "/v1/player%73"), (.get, "/v1/players/me/"), (.get, "/v1/players//me"), (.post, "/v1/sessions/"),
        (.get, "/v1/sessions/SESSION/"), (.get, "//v1/sessions/SESSION"), (.get, "/v1/sessions//SESSION"),
        (.get, "/v1/sessions/./SESSION"), (.get, "/v1/sessions/%2E/SESSION"), (.get, "/v1/sessions/SESSION%20"),
        (.get, "/v1/sessions/SESSION/events/"), (.get, "/v1/sessions/SESSION//events"), (.get, "/v1/sessions/.."),
        (.get, "/v1/sessions/SESSION%2Fevents"), (.post, "/v1/sessions/SESSION/turns/"),
        (.post, "/v1/sessions/SESSION//turns"), (.post, "/v1/messages/TOKEN/open/"),
        (.post, "/v1/messages//TOKEN/open"),
        (.post, "/v1/messages/../open"), (.get, "/m/TOKEN/"), (.get, "//m/TOKEN"), (.get, "/m//TOKEN"),
        (.get, "/m/TOKEN.png/"), (.get, "/m/%41%00.png"), (.get, "/m/%54OKEN"),
    ]

    private static func unlimited(_ settings: Server.Settings) async throws {
        try await Server.run(settings) { server in
            let guest = try await server.guests(1)[0]
            let opened = try await server.open("ice-cream", by: guest)
            let (session, token) = (try opened.session, try opened.token)
            for (method, path) in spellings {
                let path = path.replacing("SESSION", with: session).replacing("TOKEN", with: token)
                for target in [path, path + "?a=b"] {
                    let answer = expect(try await server.send(method, target, by: guest), is: 404)
                    // NB: people are told in HTML.
                    let isPage = path.hasPrefix("/m/") && !path.hasSuffix(".png")
                    #expect(
                        isPage ? answer.text.hasPrefix("<!DOCTYPE html>") : answer.isProblem(.notFound), "\(target)")
                }
            }
            for path in ["/v1/sessions/\(session)", "/m/\(token)", "/m/\(token).png", "/healthz"] {
                expect(try await server.get(path, by: guest), is: 200)
            }
        }
    }

    @Test("every route that has a query documents that it may be too long")
    func longQuery() throws {
        let document = try OpenAPIDocument.published()
        let withQuery = document.operations.filter { operation in
            let item = document.root["paths"]?[operation.path]
            let parameters = [item, item?[operation.method.lowercased()]].flatMap { $0?["parameters"]?.array ?? [] }
            return parameters.contains { document.root.resolving($0)["in"] == "query" }
        }
        #expect(withQuery.count >= 4)
        for operation in withQuery { #expect(operation.statuses.contains(414), "\(operation)") }
    }

    @Test("a path is written in one way only")
    func spelling() async throws { try await Self.unlimited(Server.Settings()) }

    @Test(
        "what is not there counts for the limit like everything else", arguments: ["/healthz/", "/x", "/v1//players"])
    func limited(path: String) async throws {
        try await Server.run(Server.Settings(requestsPerMinute: 1)) { server in
            // An address may ask five times as often as a credential.
            for _ in 0..<5 { expect(try await server.get(path), isProblem: .notFound) }
            expect(try await server.get(path), isProblem: .rateLimited)
            expect(try await server.get("/healthz"), is: 200)
        }
    }

    @Test("what can't be done with what a path names is refused, and it is said what can")
    func methods() async throws {
        try await Server.run { server in
            let guest = try await server.guests(1)[0]
            let opened = try await server.open("ice-cream", by: guest)
            let (session, token) = (try opened.session, try opened.token)
            let paths: [(String, String)] = [
                ("/healthz", "GET, HEAD"), ("/v1/players", "POST"), ("/v1/players/me", "DELETE, GET, HEAD"),
                ("/v1/sessions", "POST"), ("/v1/sessions/\(session)", "GET, HEAD"),
                ("/v1/sessions/\(session)/turns", "POST"), ("/v1/sessions/\(session)/stream", "GET, HEAD"),
                ("/v1/messages/\(token)/open", "POST"), ("/m/\(token)", "GET, HEAD"), ("/m/\(token).png", "GET, HEAD"),
            ]
            for (path, allowed) in paths {
                for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"] {
                    guard !allowed.contains(method) else { continue }
                    let answer = try await server.send(try #require(HTTPRequest.Method(method)), path, by: guest)
                    expect(answer, isProblem: .methodNotAllowed)
                    #expect(answer.header("Allow") == allowed)
                    #expect(answer.header("X-Request-ID")?.isEmpty == false)
                }
                let answer = try await server.send(try #require(HTTPRequest.Method("PURGE")), path, by: guest)
                expect(answer, isProblem: .notImplemented)
            }
            #expect(try await server.send(.head, "/v1/players").status == 405)
            #expect(try await server.send(.head, "/v1/players/me", by: guest).status == 200)
        }
    }

    @Test(
        "canonical paths",
        arguments: [
            ("/a", true), ("/a/b-c_d~e.f", true), ("/...", true), ("/.a", true), ("/a/..b", true), ("", false),
            ("/", false), ("a", false), ("/a/", false), ("//a", false), ("/a//b", false), ("/.", false), ("/..", false),
            ("/./a", false), ("/a/../b", false), ("/a%20", false), ("/a b", false), ("/\u{e4}", false), ("/a;b", false),
            ("*", false), ("/a\\b", false), ("/a?b", false), ("/a#b", false),
        ])
    func canonical(path: String, isCanonical: Bool) { #expect(path[...].isCanonicalPath == isCanonical) }
}
