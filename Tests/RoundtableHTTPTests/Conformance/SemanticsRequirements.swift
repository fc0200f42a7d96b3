extension ConformanceTests {
    private typealias R = Requirement

    /// Methods, and what every answer has.
    static let methods: [Requirement] =
        [
            R(
                "9110 9.3.2", "HEAD is GET without a body", R.get("/healthz", by: "HEAD"), "200 +",
                ["Content-Length": "15", "Content-Type": "*"], isEmpty: true),
            R("9110 9.3.2", "HEAD of what is not there has no body", R.get("/x", by: "HEAD"), "404 +", isEmpty: true),
            R(
                "9110 9.3.2", "HEAD of what can't be had has no body", R.get("/v1/players", by: "HEAD"), "405 +",
                ["Allow": "POST"], isEmpty: true),
            R(
                "9110 9.3.2", "HEAD without a credential has no body", R.get("/v1/players/me", by: "HEAD"), "401 +",
                ["WWW-Authenticate": "Bearer"], isEmpty: true),
            R(
                "9110 9.3.2", "HEAD has the tag of GET", R.get("/v1/games", by: "HEAD"), "200 +", ["ETag": "TAG"],
                isEmpty: true),
            R("9110 15.5.6", "405 says what is allowed", R.get("/healthz", by: "PUT"), "405 +", ["Allow": "GET, HEAD"]),
            R(
                "9110 15.5.6", "405 says what is allowed", R.get("/v1/players", by: "DELETE"), "405 +",
                ["Allow": "POST"]),
            R(
                "9110 15.5.6", "405 says what is allowed", R.get("/v1/players/me", by: "PATCH"), "405 +",
                ["Allow": "DELETE, GET, HEAD"]),
            R("9110 9.3.8", "TRACE is not allowed", R.get("/healthz", by: "TRACE"), "405 +", ["Allow": "GET, HEAD"]),
            R(
                "9110 9.3.7", "OPTIONS is not allowed", R.get("/healthz", by: "OPTIONS"), "405 +",
                ["Allow": "GET, HEAD"]),
            R("9110 9.1", "a known method of what is not there is 404", R.get("/x", by: "DELETE"), "404 +"),
            R("9110 15.5.2", "401 has a challenge", R.get("/v1/players/me"), "401 +", ["WWW-Authenticate": "Bearer"]),
            R(
                "9110 11.1", "schemes are the same in any case", R.get("/v1/players/me", "Authorization: BEARER x"),
                "401 +", ["WWW-Authenticate": "Bearer"]),
            R(
                "9110 14.2", "ranges are not offered", R.get("/v1/games", "Range: bytes=0-1"), "200 +",
                ["Content-Range": "–"]),
            R(
                "9110 14.2", "ranges are not offered, also beyond the end", R.get("/v1/games", "Range: bytes=9999999-"),
                "200 +"),
            R("9110 14.2", "ranges that make no sense are ignored", R.get("/v1/games", "Range: x"), "200 +"),
            R(
                "9110 13.1.5", "If-Range is ignored without ranges",
                R.get("/v1/games", "Range: bytes=0-1⏎If-Range: \"x\""),
                "200 +"),
            R("9110 6.6.1", "200 has a date", R.get(), "200 +", ["Date": "*"]),
            R("9110 6.6.1", "404 has a date", R.get("/x"), "404 +", ["Date": "*"]),
            R("9110 6.6.1", "400 has a date", "nonsense⏎⏎", "400", ["Date": "*"]),
            R("9110 6.6.1", "304 has a date", R.get("/v1/games", "If-None-Match: *"), "304 +", ["Date": "*"]),
            R("9110 10.2.4", "the server has a name without a version", R.get(), "200 +", ["Server": "roundtable"]),
            R(
                "9110 8.3", "what has a body has a type", R.get(), "200 +",
                ["Content-Type": "application/json; charset=utf-8"]),
            R(
                "9111 5.2.2.5", "what is somebody's is not stored", R.get("/v1/players/me"), "401 +",
                ["Cache-Control": "no-store"]),
        ]
        + ["BREW", "get", "Get", "GETT", "M-SEARCH", "PROPFIND", String(repeating: "A", count: 50)].map {
            R(
                "9110 9.1", "methods that nobody knows, in any other case, too, are 501", R.get("/healthz", by: $0),
                "501 +")
        }

    /// Conditional requests of the list of games.
    static let conditions: [Requirement] =
        [
            "TAG", "W/TAG", "\"x\", TAG", "TAG, \"x\"", "\"x\",W/\"y\",TAG", "*", " TAG ", "\"x\"⏎If-None-Match: TAG",
            ",TAG,", "W/\"x\" , W/TAG",
        ].map {
            R(
                "9110 13.1.2", "a tag that is known, weakly compared, is 304",
                R.get("/v1/games", "If-None-Match: \($0)"),
                "304 +", ["ETag": "TAG", "Content-Length": "–", "Content-Type": "–"], isEmpty: true)
        }
        + ["\"x\"", "W/\"x\"", "", "x", "\"x\", \"y\"", "w/TAG", "\"*\"", "TAGx", "\"TAG\""].map {
            R(
                "9110 13.1.2", "a tag that is another's is none", R.get("/v1/games", "If-None-Match: \($0)"), "200 +",
                ["ETag": "TAG"])
        }
        + ["TAG", "\"x\", TAG", "*", ",TAG,", " TAG ", "\"x\"⏎If-Match: TAG"].map {
            R("9110 13.1.1", "what has a tag that is demanded", R.get("/v1/games", "If-Match: \($0)"), "200 +")
        }
        + ["\"x\"", "W/TAG", "", "x", "\"*\"", "\"x\", W/TAG"].map {
            R(
                "9110 13.1.1", "another tag than is demanded, strongly compared, is 412",
                R.get("/v1/games", "If-Match: \($0)"), "412 +")
        }
        + [
            R(
                "9110 13.1.1", "HEAD may have a precondition", R.get("/v1/games", "If-Match: \"x\"", by: "HEAD"),
                "412 +", isEmpty: true),
            R(
                "9110 13.2.2", "If-Match counts more than If-None-Match",
                R.get("/v1/games", "If-Match: \"x\"⏎If-None-Match: TAG"), "412 +"),
            R(
                "9110 13.2.2", "after If-Match comes If-None-Match",
                R.get("/v1/games", "If-Match: TAG⏎If-None-Match: TAG"), "304 +"),
            R("9110 13.2.1", "what is refused has no precondition", R.get("/x", "If-Match: \"x\""), "404 +"),
            R(
                "9110 13.2.1", "who has no credential has no precondition",
                R.get("/v1/players/me", "If-Match: \"x\""), "401 +"),
            R(
                "9110 13.1.1", "what changes something is not done with a tag that nothing has",
                R.post("If-Match: *⏎Content-Length: 2", "{}"), "412 +"),
        ]
        + [
            R(
                "9110 15.4.5", "304 has what 200 has for caches", R.get("/v1/games", "If-None-Match: TAG"), "304 +",
                ["Cache-Control": "public, max-age=3600", "Vary": "Accept-Language", "ETag": "TAG"]),
            R(
                "9110 13.1.2", "HEAD may be conditional", R.get("/v1/games", "If-None-Match: TAG", by: "HEAD"), "304 +",
                isEmpty: true),
            R(
                "9110 13.1.3", "without a time of change If-Modified-Since is ignored",
                R.get("/v1/games", "If-Modified-Since: Fri, 31 Dec 2999 23:59:59 GMT"), "200 +", ["Last-Modified": "–"]),
            R("9110 13.1.3", "a time that is none is ignored", R.get("/v1/games", "If-Modified-Since: x"), "200 +"),
            R(
                "9110 13.1.4", "without a time of change If-Unmodified-Since is ignored",
                R.get("/v1/games", "If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT"), "200 +"),
            R(
                "9110 13.2.2", "If-None-Match counts more than If-Modified-Since",
                R.get("/v1/games", "If-None-Match: \"x\"⏎If-Modified-Since: Fri, 31 Dec 2999 23:59:59 GMT"), "200 +"),
            R(
                "9110 13.2.2", "If-None-Match counts more than If-Modified-Since",
                R.get("/v1/games", "If-None-Match: TAG⏎If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT"), "304 +"),
            R("9110 13.2.1", "what is refused has no conditions", R.get("/x", "If-None-Match: *"), "404 +"),
            R(
                "9110 13.2.1", "who has no credential has no conditions", R.get("/v1/players/me", "If-None-Match: *"),
                "401 +"),
        ]

    /// Languages and other things that a client may prefer.
    static let negotiation: [Requirement] =
        [
            ("de", "de"), ("DE", "de"), ("de-AT", "de"), ("de-Latn-AT-1996", "de"), ("xx, de", "de"), ("", "en"),
            ("*", "en"), ("xx", "en"), ("de;q=0.5, pl;q=0.9", "pl"), ("de;Q=0.5, pl;Q=0.9", "pl"),
            ("de;Q=0.1, pl;q=0.9", "pl"), ("de;q=0, pl;q=0.1", "pl"), ("de;Q=0, pl;Q=0.1", "pl"), ("de;q=0", "en"),
            ("de;q=0.000", "en"), ("de ; q=0.2 , pl ; q=0.3", "pl"), ("de\t;\tq=0.2,\tpl;q=0.3", "pl"),
            ("pl;q=0.5, de;q=0.5", "pl"), ("de;q=1.000, pl;q=0.999", "de"), ("en;q=0.1, ar", "ar"),
            ("de, pl⏎Accept-Language: ar", "de"), (",, de", "de"), ("*;q=0.5, pl;q=0.1", "pl"), ("de;q=x", "de"),
        ].map { preferred, language in
            R(
                "9110 12.5.4", "an answer is in the language that is preferred",
                R.get("/v1/games", "Accept-Language: \(preferred)"), "200 +",
                ["Content-Language": language, "Vary": "Accept-Language"])
        }
        + ["application/xml", "*/*;q=0", "text/html, application/json;q=0", "x"].map {
            R(
                "9110 12.5.1", "what there is only one form of is sent whatever is accepted",
                R.get("/v1/games", "Accept: \($0)"), "200 +", ["Content-Type": "application/json; charset=utf-8"])
        }
        + ["gzip", "identity;q=0", "*;q=0", "br, gzip;q=0.5", "x"].map {
            R(
                "9110 12.5.3", "a coding is used only if it is accepted", R.get("/v1/games", "Accept-Encoding: \($0)"),
                "200 +", ["Content-Encoding": "–"])
        }
}
