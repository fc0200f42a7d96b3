import RoundtableModel
import Testing

@Suite("Problems")
struct ProblemTests {
    @Test("a problem is written as RFC 9457 has it, with our members")
    func problem() throws {
        let problem = Problem(
            type: "https://host/problems/illegal_move", title: "Illegal move", status: 422,
            detail: "The column is full.", code: .illegalMove, revision: 7, reason: "column_full")
        try expect(
            problem,
            reads: """
                {"type": "https://host/problems/illegal_move", "title": "Illegal move", "status": 422,
                 "detail": "The column is full.", "code": "illegal_move", "revision": 7, "reason": "column_full"}
                """)
    }

    @Test("what doesn't apply is left out")
    func short() throws {
        try expect(
            Problem(type: "about:blank", title: "Unauthorized", status: 401, code: .unauthenticated),
            reads: #"{"type": "about:blank", "title": "Unauthorized", "status": 401, "code": "unauthenticated"}"#)
    }

    @Test("a code that is newer than the app is read as unknown")
    func newerCode() throws {
        let json = #"{"type": "about:blank", "title": "Gone", "status": 410, "code": "gone_fishing"}"#
        let problem = try read(Problem.self, json)
        #expect(problem.code == .unknown && problem.status == 410)
    }

    @Test(
        "each code has the status of the contract's table",
        arguments: [
            (400, ["bad_request", "unknown_game", "bad_options"]), (401, ["unauthenticated"]),
            (405, ["method_not_allowed"]), (408, ["request_timeout"]),
            (412, ["precondition_failed"]), (414, ["uri_too_long"]),
            (417, ["expectation_failed"]), (431, ["headers_too_large"]),
            (403, ["not_seated", "not_your_turn", "not_allowed"]), (404, ["not_found"]),
            (
                409,
                [
                    "stale_revision", "session_over", "seat_taken", "no_open_seat", "already_committed",
                    "idempotency_key_reused",
                ]
            ),
            (413, ["payload_too_large"]), (422, ["illegal_move"]), (429, ["rate_limited", "quota_exceeded"]),
            (500, ["internal"]),
            (501, ["not_implemented"]), (503, ["unavailable"]), (505, ["version_not_supported"]),
        ])
    func statuses(status: Int, codes: [String]) throws {
        for code in codes {
            #expect(try #require(ErrorCode(rawValue: code)).status == status)
        }
    }
}
