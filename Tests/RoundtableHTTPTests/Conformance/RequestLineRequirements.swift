extension ConformanceTests {
    private typealias R = Requirement
    private static let host = "Host: a⏎⏎"

    /// Request lines, and what separates lines.
    static let requestLines: [Requirement] =
        [
            R("9112 2.2", "an empty line before a request is ignored", "⏎" + R.get(), "200 +"),
            R("9112 2.2", "some empty lines before a request are ignored", "⏎⏎⏎⏎" + R.get(), "200 +"),
            R("9112 2.2", "empty lines without end are no request", String(repeating: "⏎", count: 9), "400"),
            R("9112 2.2", "a line ends in CR LF", "GET /healthz HTTP/1.1\nHost: a\n\n", "400"),
            R("9112 2.2", "each line ends in CR LF", "GET /healthz HTTP/1.1⏎Host: a\n⏎", "400"),
            R("9112 2.2", "each line ends in CR LF", "GET /healthz HTTP/1.1\nHost: a⏎⏎", "400"),
            R("9112 2.2", "LF before a request is no empty line", "\n" + R.get(), "400"),
            R("9112 2.2", "CR alone is refused", "GET /health\rz HTTP/1.1⏎" + host, "400"),
            R("9112 2.2", "CR alone is refused", R.get("/healthz", "A: b\rc"), "400"),
            R("9112 2.2", "CR alone is refused", "GET /healthz HTTP/1.1\r" + host, "400"),
            R("9112 2.2", "no space follows the first line", "GET /healthz HTTP/1.1⏎ A: b⏎" + host, "400"),
            R("9112 2.2", "no space follows the first line", "GET /healthz HTTP/1.1⏎\tA: b⏎" + host, "400"),
            R("9112 2.2", "what is no request is refused", "nonsense⏎⏎", "400"),
            R("9112 2.2", "what is no request is refused", "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}", "400"),
            R("9112 2.2", "what is no request is refused", String(repeating: "a", count: 40) + "⏎", "400"),
            R("9112 3", "no space comes before the method", " GET /healthz HTTP/1.1⏎" + host, "400"),
            R("9112 3", "one space comes between", "GET  /healthz HTTP/1.1⏎" + host, "400"),
            R("9112 3", "one space comes between", "GET /healthz  HTTP/1.1⏎" + host, "400"),
            R("9112 3", "a tab does not come between", "GET\t/healthz HTTP/1.1⏎" + host, "400"),
            R("9112 3", "a tab does not come between", "GET /healthz\tHTTP/1.1⏎" + host, "400"),
            R("9112 3", "no space comes at the end", "GET /healthz HTTP/1.1 ⏎" + host, "400"),
            R("9112 3", "there is a target", "GET HTTP/1.1⏎" + host, "400"),
            R("9112 3", "there is a target", "GET  HTTP/1.1⏎" + host, "400"),
            R("9112 3.2", "a target has no spaces", "GET /healthz x HTTP/1.1⏎" + host, "400"),
            R("9112 3.1", "a method is a token", "G(T /healthz HTTP/1.1⏎" + host, "400"),
            R("9112 3.1", "a method is a token", "GET: /healthz HTTP/1.1⏎" + host, "400"),
            R("9112 3.1", "a method is a token", "GÉT /healthz HTTP/1.1⏎" + host, "400"),
            R("9112 3", "a long target is read", R.get("/" + String(repeating: "a", count: 7999)), "404 +"),
            R("9112 3", "too long a target is 414", R.get("/" + String(repeating: "a", count: 8192)), "414"),
            R("9112 3", "too long a target is 414", R.get("/" + String(repeating: "a", count: 40_000)), "414"),
            R("9112 2.3", "a later minor version is answered as 1.1", "GET /healthz HTTP/1.2⏎" + host, "200 +"),
            R("9112 2.3", "a later minor version is answered as 1.1", "GET /healthz HTTP/1.9⏎" + host, "200 +"),
            R("9112 2.3", "an answer to 1.0 has the version 1.1", "GET /healthz HTTP/1.0⏎⏎", "200"),
            R("9112 9.8", "HTTP/2 is not spoken here", "PRI * HTTP/2.0⏎⏎SM⏎⏎", "505"),
        ]
        + ["2.0", "0.9", "3.7", "9.9"].map {
            R("9110 15.6.6", "another major version is 505", "GET /healthz HTTP/\($0)⏎" + host, "505")
        }
        + [
            "http/1.1", "HTTP/1.1.1", "HTTP/01.1", "HTTP/1.", "HTTP/11", "HTTPS/1.1", "HTTP/1,1", "HTTP/1.x",
            "HTTP 1.1", "/1.1", "HTTP/-1.1", "HTTP/1.10",
        ].map { R("9112 2.3", "a version is HTTP/ and two digits", "GET /healthz \($0)⏎" + host, "400") }
        + [R("9112 2.3", "there is a version", "GET /healthz⏎⏎", "400")]

    /// Targets in all their forms.
    static let targets: [Requirement] =
        [
            R("9112 3.2.1", "a path may have a query", R.get("/healthz?a=b"), "200 +"),
            R("9112 3.2.1", "an empty query is none", R.get("/healthz?"), "200 +"),
            R("9112 3.2.2", "a target may be a URL", R.get("http://a/healthz"), "200 +"),
            R("9112 3.2.2", "schemes are the same in any case", R.get("HtTp://a/healthz"), "200 +"),
            R("9112 3.2.2", "a target may be a URL with a query", R.get("http://a/healthz?b"), "200 +"),
            R("9112 3.2.2", "a target may be a URL of https", R.get("https://a/healthz"), "200 +"),
            R("9112 3.2.2", "a target may be a URL with a port", R.get("http://a:8080/healthz"), "200 +"),
            R("9112 3.2.2", "a target may be a URL with an address", R.get("http://[::1]:80/healthz"), "200 +"),
            R("9112 3.2.2", "the host of a URL counts, not Host", R.get("http://other.example/healthz"), "200 +"),
            R("9112 3.2.2", "a URL without a path has /", R.get("http://a"), "404 +"),
            R("9112 3.2.2", "a URL without a path has /", R.get("http://a?b"), "404 +"),
            R("9112 3.2.2", "HEAD has the same forms", R.get("http://a/healthz", by: "HEAD"), "200 +", isEmpty: true),
            R("9112 3.2", "Host must come with a URL, too", "GET http://a/healthz HTTP/1.1⏎⏎", "400"),
            R("9112 3.2.4", "* is for OPTIONS", R.get("*", by: "OPTIONS"), "405 +", ["Allow": "*"]),
            R("9112 3.2.4", "* is for nothing else", R.get("*"), "400"),
            R("9112 3.2.4", "* is for nothing else", R.get("*", by: "HEAD"), "400"),
            R("9112 3.2.4", "* stands alone", R.get("*a", by: "OPTIONS"), "400"),
            R("9112 3.2.3", "CONNECT is not implemented", R.get("a:443", by: "CONNECT"), "501"),
            R("9112 3.2.3", "CONNECT names a port", R.get("a", by: "CONNECT"), "400"),
            R("9112 3.2.3", "CONNECT names a host", R.get("/healthz", by: "CONNECT"), "400"),
            R("9112 3.2.3", "a host alone is for CONNECT", R.get("a:443"), "400"),
            R("9110 7.1", "a fragment is never sent", R.get("/healthz#a"), "400"),
            R("9110 4.2.4", "no URL names a user", R.get("http://user@a/healthz"), "400"),
            R("9110 4.2.4", "no URL names a user", R.get("http://user:word@a/healthz"), "400"),
            R("9110 4.2.1", "a URL names a host", R.get("http:///healthz"), "400"),
            R("9110 4.2.1", "a URL names a host", R.get("http://:80/healthz"), "400"),
        ]
        + [
            "ftp://a/healthz", "http:/healthz", "http:a", "healthz", "a/healthz", "?", "://a", "\\healthz",
            "%2Fhealthz",
        ]
        .map { R("9112 3.2", "a target has one of four forms", R.get($0), "400") }
        + ["/é", "/\u{7F}", "/\u{1}", "/a\u{0}"].map {
            R("9112 3.2", "a target consists of visible characters of ASCII", R.get($0), "400")
        }

    /// Which host is asked.
    static let hosts: [Requirement] =
        [
            R("9112 3.2", "a request of HTTP/1.1 names a host", "GET /healthz HTTP/1.1⏎⏎", "400"),
            R("9112 3.2", "a request of HTTP/1.2 names a host", "GET /healthz HTTP/1.2⏎⏎", "400"),
            R("9112 3.2", "a request of HTTP/1.0 need not", "GET /healthz HTTP/1.0⏎⏎", "200"),
            R("9112 3.2", "Host comes once", R.get("/healthz", "Host: b"), "400"),
            R("9112 3.2", "Host comes once, also if it is the same", R.get("/healthz", "Host: a"), "400"),
            R("9112 3.2", "Host comes once in HTTP/1.0", "GET /healthz HTTP/1.0⏎Host: a⏎Host: b⏎⏎", "400"),
            R("9110 5.1", "names of fields are the same in any case", "GET /healthz HTTP/1.1⏎hOsT: a⏎⏎", "200 +"),
            R("9110 5.1", "names of fields are the same in any case", R.get("/healthz", "HOST: a"), "400"),
        ]
        + [
            "a", "a:80", "a:", "A.example", "a.example.", "127.0.0.1:8080", "[::1]", "[::1]:80", "[2001:db8::1]:443",
            "",
            "a_b.example", "xn--9ca.example", "%61.example",
        ].map { R("9110 7.2", "Host is a host with a port or without", "GET /healthz HTTP/1.1⏎Host: \($0)⏎⏎", "200 +") }
        + [
            "a, b", "a b", "a/b", "user@a", "a:x", "a:80:80", "a:-1", "[::1", "::1", "[::1]x", "[]", "[a.example]",
            "a#b", "a?b", "a\\b", ":80", "a:123456", "\"a\"", "http://a", "é", "a\u{1}",
        ].map { R("9112 3.2", "what is no host is refused", "GET /healthz HTTP/1.1⏎Host: \($0)⏎⏎", "400") }

    /// Lines with fields.
    static let fields: [Requirement] =
        [
            R("9112 5", "a value may be empty", R.get("/healthz", "A:"), "200 +"),
            R("9112 5", "a value needs no space before it", R.get("/healthz", "A:b"), "200 +"),
            R("9112 5", "a value may have space around it", R.get("/healthz", "A: \t  b \t "), "200 +"),
            R("9110 5.5", "a value may have a tab within", R.get("/healthz", "A: b\tc"), "200 +"),
            R("9110 5.5", "a value may have bytes beyond ASCII", R.get("/healthz", "A: é"), "200 +"),
            R("9110 5.1", "fields that nobody knows are ignored", R.get("/healthz", "X-Unknown: 1"), "200 +"),
            R("9110 5.3", "a field may come twice", R.get("/healthz", "A: b⏎A: c"), "200 +"),
            R("9110 5.6.2", "each character of a token counts", R.get("/healthz", "!#$%&'*+-.^_`|~09Az: b"), "200 +"),
            R("9112 5.1", "no space comes before the colon", R.get("/healthz", "A : b"), "400"),
            R("9112 5.1", "no tab comes before the colon", R.get("/healthz", "A\t: b"), "400"),
            R("9112 5.1", "no space comes before the colon of Host", "GET /healthz HTTP/1.1⏎Host : a⏎⏎", "400"),
            R("9112 5.2", "no line goes on from the one before", R.get("/healthz", "A: b⏎ c"), "400"),
            R("9112 5.2", "no line goes on from the one before", R.get("/healthz", "A: b⏎\tc"), "400"),
            R("9112 5.2", "no line goes on from the one before", R.get("/healthz", "A:⏎ "), "400"),
            R("9112 5.2", "no line goes on from the one before", R.get("/healthz", " Transfer-Encoding: x"), "400"),
            R(
                "9110 5.4", "a hundred fields are read",
                R.get("/healthz", (1...99).map { "A\($0): b" }.joined(separator: "⏎")), "200 +"),
            R(
                "9110 5.4", "more fields are 431",
                R.get("/healthz", (1...100).map { "A\($0): b" }.joined(separator: "⏎")), "431"),
            R(
                "9110 5.4", "a long field is read", R.get("/healthz", "A: " + String(repeating: "b", count: 16_000)),
                "200 +"),
            R(
                "9110 5.4", "too long a field is 431", R.get("/healthz", "A: " + String(repeating: "b", count: 17_000)),
                "431"),
            R(
                "9110 5.4", "too long a head is 431",
                R.get(
                    "/healthz", (1...4).map { "A\($0): " + String(repeating: "b", count: 9000) }.joined(separator: "⏎")),
                "431"),
            R("9110 5.4", "too long a name is 431", R.get("/healthz", String(repeating: "A", count: 40_000)), "431"),
        ]
        + ["A", ": b", "A B: c", "A(: b", "A\u{0}: b", "É: b", "\"A\": b", "A/B: c", "[A]: b", "A@: b", "{A}: b"].map {
            R("9112 5", "a field has a name, a colon and a value", R.get("/healthz", $0), "400")
        }
        + ["\u{0}", "\u{1}", "\u{8}", "\u{B}", "\u{C}", "\u{1B}", "\u{7F}"].map {
            R("9110 5.5", "a value has no control characters", R.get("/healthz", "A: b\($0)c"), "400")
        }
}
