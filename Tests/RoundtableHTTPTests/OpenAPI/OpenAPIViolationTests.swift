internal import Foundation
internal import RoundtableModel
internal import Testing

@Suite("Holding answers to the OpenAPI document")
struct OpenAPIViolationTests {
    private let document: OpenAPIDocument

    init() throws {
        document = try .published()
    }

    private func violations(
        _ method: String = "GET", _ path: String = "/v1/players/me", status: Int = 200,
        contentType: String? = "application/json", body: String
    ) -> [String] {
        document.violations(
            method: method, path: path, status: status, contentType: contentType, body: Data(body.utf8))
    }

    private static let me = #"{"player": "p", "createdAt": "2026-05-04T10:15:30Z"}"#

    @Test("an answer as documented has no violations")
    func conforming() {
        #expect(violations(body: Self.me) == [])
        #expect(violations(contentType: "application/json; charset=utf-8", body: Self.me) == [])
        #expect(violations("GET", "/v1/sessions/abc?wait=25", status: 304, contentType: nil, body: "") == [])
        #expect(violations("GET", "/m/t", contentType: "text/html; charset=utf-8", body: "<p>") == [])
        #expect(
            violations(
                "POST", "/v1/sessions/abc/turns", status: 409, contentType: "application/problem+json",
                body: problem(code: "stale_revision", status: 409, #", "revision": 3"#)) == [])
    }

    @Test(
        "each way to differ is named",
        arguments: [
            ("POST", "/v1/players/me", 200, "application/json", me, "POST /v1/players/me is not documented"),
            ("GET", "/v1/nothing", 200, "application/json", me, "GET /v1/nothing is not documented"),
            ("GET", "/v1/players/me", 204, "application/json", me, "GET /v1/players/me: status 204 is not documented"),
            (
                "GET", "/v1/players/me", 200, "text/plain", me,
                "GET /v1/players/me 200: content type “text/plain” is not documented"
            ),
            ("GET", "/v1/players/me", 200, "application/json", "{", "GET /v1/players/me 200: the body is not JSON"),
            (
                "GET", "/v1/players/me", 200, "application/json", #"{"createdAt": "2026-05-04T10:15:30Z"}"#,
                "GET /v1/players/me 200: $.player: is missing"
            ),
            (
                "GET", "/v1/players/me", 200, "application/json",
                #"{"player": "p", "createdAt": "2026-05-04T10:15:30Z", "extra": 1}"#,
                "GET /v1/players/me 200: $.extra: is not documented"
            ),
            (
                "GET", "/v1/players/me", 200, "application/json", #"{"player": "p", "createdAt": "yesterday"}"#,
                #"GET /v1/players/me 200: $.createdAt: "yesterday" is not a "date-time""#
            ),
            ("GET", "/v1/sessions/a", 304, "", "x", "GET /v1/sessions/{id} 304: no body is documented"),
            ("GET", "/m/t.png", 200, "image/png", "", "GET /m/{token}.png 200: the body is empty"),
        ])
    func differing(
        method: String, path: String, status: Int, contentType: String, body: String, violation: String
    ) {
        #expect(violations(method, path, status: status, contentType: contentType, body: body) == [violation])
    }

    @Test("a refusal with a code that the route does not document is a violation")
    func foreignCode() {
        let body = problem(code: "seat_taken", status: 401)
        let found = violations(status: 401, contentType: "application/problem+json", body: body)
        #expect(found == [#"GET /v1/players/me 401: $.code: "seat_taken" is not "unauthenticated""#])
    }

    @Test("a refusal about a session must say where the session is")
    func revisionMissing() {
        let body = problem(code: "stale_revision", status: 409)
        let found = violations(
            "POST", "/v1/sessions/a/turns", status: 409, contentType: "application/problem+json", body: body)
        #expect(found.count == 1 && found[0].contains("$.revision: is missing"))
    }

    @Test(
        "a path finds the route that spells out most of it",
        arguments: [
            ("/m/abc", "/m/{token}"), ("/m/abc.png", "/m/{token}.png"), ("/v1/sessions/abc", "/v1/sessions/{id}"),
            ("/v1/players/me/sessions?limit=2", "/v1/players/me/sessions"),
        ])
    func routes(path: String, route: String) {
        #expect(document.operation(method: "get", path: path)?.path == route)
    }

    private func problem(code: String, status: Int, _ more: String = "") -> String {
        #"{"type": "about:blank", "title": "t", "status": \#(status), "detail": "d", "code": "\#(code)"\#(more)}"#
    }
}
