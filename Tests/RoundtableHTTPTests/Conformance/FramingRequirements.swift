extension ConformanceTests {
    private typealias R = Requirement
    private static let long = String(repeating: "a", count: 300)

    /// The length of a body. NB: a request to make a player whose body is empty is 400, and the connection goes on.
    static let lengths: [Requirement] =
        [
            R("9112 6.2", "a body has the length that is declared", R.post("Content-Length: 2", "{}"), "201 +"),
            R("9110 8.6", "a length may begin with zeros", R.post("Content-Length: 002", "{}"), "201 +"),
            R("9110 8.6", "a length may have space around it", R.post("Content-Length: \t2 ", "{}"), "201 +"),
            R("9112 6.3", "without a length there is no body", R.get("/v1/players", by: "POST"), "400 +"),
            R("9112 6.3", "the length may be 0", R.post("Content-Length: 0", ""), "400 +"),
            R("9112 6.3", "GET may have a body", R.get("/healthz", "Content-Length: 2") + "{}", "200 +"),
            R(
                "9112 6.3", "a body is no request",
                R.get("/healthz", "Content-Length: 41") + "GET /v1/games HTTP/1.1⏎Host: abcdefg⏎⏎", "200 +"),
            R(
                "9112 6.3", "the body of what is refused is no request",
                "POST /nothing HTTP/1.1⏎Host: a⏎Content-Length: 41⏎⏎GET /v1/games HTTP/1.1⏎Host: abcdefg⏎⏎", "404 +"),
            R("9112 6.3", "two lengths are refused", R.post("Content-Length: 2⏎Content-Length: 3", "{}x"), "400"),
            R("9112 6.3", "the same length twice, too", R.post("Content-Length: 2⏎Content-Length: 2", "{}"), "400"),
            R("9112 6.3", "two lengths of GET, too", R.get("/healthz", "Content-Length: 0⏎Content-Length: 1"), "400"),
            R("9110 15.5.14", "too long a body is 413", R.post("Content-Length: 131073", ""), "413"),
            R(
                "9110 8.6", "a length beyond all numbers is 413",
                R.post("Content-Length: 99999999999999999999999999999999", ""), "413"),
            R("9112 6.3", "requests may follow each other at once", R.get() + R.get("/x") + R.get(), "200 404 200 +"),
            R(
                "9112 9.3.2", "their answers come in their order",
                R.get("/x") + R.post("Content-Length: 2", "{}") + R.get("/v1/games", by: "HEAD"), "404 201 200 +"),
        ]
        + [
            "+2", "-2", "0x2", "2 2", "2,2", "2, 2", "", "2;", "２", "2.0", "1e1", "a", "2a", "\"2\"", "²", "2\u{1}",
        ].map { R("9110 8.6", "a length is a number", R.post("Content-Length: \($0)", "{}"), "400") }

    /// Codings of a body's transfer.
    static let codings: [Requirement] =
        [
            R("9112 7.1", "a body may come in chunks", R.chunked("2⏎{}⏎0⏎⏎"), "201 +"),
            R(
                "9112 7", "names of codings are the same in any case",
                R.post("Transfer-Encoding: CHUNKED", "2⏎{}⏎0⏎⏎"), "201 +"),
            R(
                "9110 5.6.1", "empty members of a list are ignored",
                R.post("Transfer-Encoding: , chunked", "2⏎{}⏎0⏎⏎"), "201 +"),
            R(
                "9112 6.1", "a length beside it is refused",
                R.post("Content-Length: 2⏎Transfer-Encoding: chunked", "2⏎{}⏎0⏎⏎"), "400"),
            R(
                "9112 6.1", "a length beside it is refused",
                R.post("Transfer-Encoding: chunked⏎Content-Length: 12", "2⏎{}⏎0⏎⏎"), "400"),
            R(
                "9112 6.1", "a length beside it is refused, also of 0",
                R.post("Transfer-Encoding: chunked⏎Content-Length: 0", "2⏎{}⏎0⏎⏎"), "400"),
            R(
                "9112 6.1", "HTTP/1.0 has no codings",
                "POST /v1/players HTTP/1.0⏎Host: a⏎Transfer-Encoding: chunked⏎⏎2⏎{}⏎0⏎⏎", "400"),
            R(
                "9112 6.1", "another coding below chunks is 501",
                R.post("Transfer-Encoding: gzip, chunked", "2⏎{}⏎0⏎⏎"), "501"),
            R(
                "9112 6.1", "another coding below chunks is 501",
                R.post("Transfer-Encoding: gzip⏎Transfer-Encoding: chunked", "2⏎{}⏎0⏎⏎"), "501"),
            R(
                "9112 6.3", "GET with a coding has chunks, too",
                R.get("/healthz", "Transfer-Encoding: chunked") + "0⏎⏎", "200 +"),
            R(
                "9112 6.1", "a space before the colon hides no coding",
                R.post("Transfer-Encoding : chunked", "0⏎⏎"), "400"),
        ]
        + [
            "gzip", "identity", "chunked, gzip", "chunked, chunked", "chunked;q=1", "xchunked", "chunked x",
            "\"chunked\"",
            "", ",", "chunked, identity", "chunke\u{0}d", "\u{B}chunked", "chunk",
        ].map {
            R("9112 6.3", "the last coding is chunked, and comes once", R.post("Transfer-Encoding: \($0)", ""), "400")
        }

    /// Chunks of a body.
    static let chunks: [Requirement] =
        [
            R("9112 7.1", "there may be many chunks", R.chunked("1⏎{⏎1⏎}⏎0⏎⏎"), "201 +"),
            R("9112 7.1", "there may be no chunk", R.chunked("0⏎⏎"), "400 +"),
            R("9112 7.1", "a size is hexadecimal", R.chunked("A⏎{        }⏎0⏎⏎"), "201 +"),
            R("9112 7.1", "a size is hexadecimal in any case", R.chunked("a⏎{        }⏎0⏎⏎"), "201 +"),
            R("9112 7.1", "a size may begin with zeros", R.chunked("0002⏎{}⏎000⏎⏎"), "201 +"),
            R("9112 7.1.1", "extensions are ignored", R.chunked("2;a⏎{}⏎0;b⏎⏎"), "201 +"),
            R("9112 7.1.1", "extensions may have values", R.chunked("2;a=b;c=\"d e\"⏎{}⏎0⏎⏎"), "201 +"),
            R("9112 7.1.1", "extensions may have space before them", R.chunked("2 ; a = b⏎{}⏎0⏎⏎"), "201 +"),
            R("9112 7.1", "a chunk is no larger than any body", R.chunked("fffffffffffffff⏎"), "413"),
            R(
                "9112 7.1", "chunks may be small",
                R.chunked("1⏎{⏎" + String(repeating: "1⏎ ⏎", count: 4000) + "1⏎}⏎0⏎⏎"), "201 +"),
            R(
                "9112 7.1", "very many chunks are not",
                R.chunked("1⏎{⏎" + String(repeating: "1⏎ ⏎", count: 4100) + "1⏎}⏎0⏎⏎"), "400"),
            R("9112 7.1.1", "a quoted string ends", R.chunked("2;a=\"b⏎{}⏎0⏎⏎"), "400"),
            R("9112 7.1.1", "a quoted string may have quotes", R.chunked("2;a=\"b\\\"c\"⏎{}⏎0⏎⏎"), "201 +"),
            R("9112 7.1.1", "extensions have a bound", R.chunked("2;\(long)⏎{}⏎0⏎⏎"), "400"),
            R(
                "9112 7.1.1", "all extensions have a bound",
                R.chunked(String(repeating: "1;\(long.prefix(200))⏎ ⏎", count: 30) + "2⏎{}⏎0⏎⏎"), "400"),
            R("9112 7.1.2", "trailers are read and ignored", R.chunked("2⏎{}⏎0⏎A: b⏎C: d⏎⏎"), "201 +"),
            R("9110 6.5.1", "no trailer changes the framing", R.chunked("2⏎{}⏎0⏎Content-Length: 99⏎⏎"), "201 +"),
            R("9110 6.5.1", "no trailer changes the framing", R.chunked("2⏎{}⏎0⏎Transfer-Encoding: gzip⏎⏎"), "201 +"),
            R(
                "9110 6.5.1", "no trailer is a credential",
                "GET /v1/players/me HTTP/1.1⏎Host: a⏎Transfer-Encoding: chunked⏎⏎0⏎Authorization: Bearer x⏎⏎", "401 +"),
            R("9112 7.1.2", "trailers are fields", R.chunked("2⏎{}⏎0⏎nonsense⏎⏎"), "400"),
            R("9112 7.1.2", "trailers are fields", R.chunked("2⏎{}⏎0⏎A : b⏎⏎"), "400"),
            R("9112 5.2", "no trailer goes on from the one before", R.chunked("2⏎{}⏎0⏎A: b⏎ c⏎⏎"), "400"),
            R("9112 2.2", "trailers' lines end in CR LF", R.chunked("2⏎{}⏎0⏎A: b\n⏎"), "400"),
            R(
                "9110 5.4", "trailers have a bound",
                R.chunked("2⏎{}⏎0⏎A: \(String(repeating: "b", count: 17_000))⏎⏎"), "431"),
            R(
                "9110 5.4", "trailers have a bound",
                R.chunked("2⏎{}⏎0⏎" + (1...120).map { "A\($0): b⏎" }.joined() + "⏎"), "431"),
            R(
                "9110 15.5.14", "too many chunks are 413",
                R.chunked(String(repeating: "4000⏎\(String(repeating: " ", count: 0x4000))⏎", count: 9) + "0⏎⏎"), "413"),
            R("9112 7.1", "what is longer than its size is refused", R.chunked("2⏎{}x⏎0⏎⏎"), "400"),
            R("9112 7.1", "what is shorter than its size is refused", R.chunked("3⏎{}⏎0⏎⏎"), "400"),
            R("9112 7.1", "CR LF follows a chunk", R.chunked("2⏎{}\n0⏎⏎"), "400"),
            R("9112 7.1", "CR LF follows a chunk", R.chunked("2⏎{}0⏎⏎"), "400"),
            R("9112 7.1", "CR LF follows a chunk", R.chunked("2⏎{}\r0⏎⏎"), "400"),
            R("9112 7.1", "CR LF follows a size", R.chunked("2\n{}⏎0⏎⏎"), "400"),
            R("9112 7.1", "CR LF follows the last size", R.chunked("2⏎{}⏎0\n⏎"), "400"),
        ]
        + [
            "", " 2", "2 ", "0x2", "-2", "+2", "2_", "g", "2,", "2 2", "2\t", "\u{0}2", "２", "2;a\u{0}", "2;a\u{7F}",
            "10000000000000000", "fffffffffffffffff", "2 a", "\"2\"", ";a",
        ].map { R("9112 7.1", "a size is a hexadecimal number", R.chunked("\($0)⏎{}⏎0⏎⏎"), "400") }

    /// When a connection ends, and what is offered on it.
    static let connections: [Requirement] =
        [
            R("9112 9.3", "HTTP/1.1 keeps a connection", R.get(), "200 +", ["Connection": "–"]),
            R("9112 9.6", "close ends it", R.get("/healthz", "Connection: close"), "200", ["Connection": "close"]),
            R("9110 7.6.1", "options are the same in any case", R.get("/healthz", "Connection: CLOSE"), "200"),
            R("9110 7.6.1", "close counts among others", R.get("/healthz", "Connection: x, close"), "200"),
            R(
                "9110 7.6.1", "close counts in another field", R.get("/healthz", "Connection: x⏎Connection: close"),
                "200"),
            R(
                "9112 9.6", "close counts more than keep-alive",
                R.get("/healthz", "Connection: keep-alive, close"), "200", ["Connection": "close"]),
            R("9110 7.6.1", "options that nobody knows are ignored", R.get("/healthz", "Connection: x, y"), "200 +"),
            R("9110 7.6.1", "what contains close is not close", R.get("/healthz", "Connection: closed"), "200 +"),
            R("9112 9.3", "keep-alive may be said", R.get("/healthz", "Connection: keep-alive"), "200 +"),
            R("9112 9.3", "HTTP/1.0 ends it", "GET /healthz HTTP/1.0⏎⏎", "200", ["Connection": "close"]),
            R(
                "9112 9.3", "HTTP/1.0 keeps it if asked", "GET /healthz HTTP/1.0⏎Connection: Keep-Alive⏎⏎", "200 +",
                ["Connection": "keep-alive"]),
            R("9112 9.3", "HTTP/1.0 ends it if asked", "GET /healthz HTTP/1.0⏎Connection: keep-alive, close⏎⏎", "200"),
            R("9112 9.6", "what can't be read ends it", "nonsense⏎⏎", "400", ["Connection": "close"]),
            R("9112 9.6", "nothing is answered behind close", R.get("/healthz", "Connection: close") + R.get(), "200"),
            R(
                "9110 7.8", "an upgrade that is offered may be ignored",
                R.get("/healthz", "Connection: Upgrade, HTTP2-Settings⏎Upgrade: h2c⏎HTTP2-Settings: AAMAAABkAAQ"),
                "200 +", ["Upgrade": "–"]),
            R(
                "9110 7.8", "an upgrade to WebSocket may be ignored",
                R.get("/healthz", "Connection: Upgrade⏎Upgrade: websocket⏎Sec-WebSocket-Key: a"), "200 +"),
            R(
                "9110 7.8", "an upgrade may be offered with a body",
                R.post("Connection: Upgrade⏎Upgrade: h2c⏎Content-Length: 2", "{}"), "201 +"),
            R(
                "9110 7.8", "an upgrade may be offered and the connection end",
                R.get("/healthz", "Connection: upgrade, close⏎Upgrade: h2c"), "200"),
            R("9110 7.8", "HTTP/1.0 offers no upgrade", "GET /healthz HTTP/1.0⏎Upgrade: h2c⏎⏎", "200"),
            R("9110 10.1.4", "TE may name trailers", R.get("/healthz", "TE: trailers⏎Connection: TE"), "200 +"),
            R("9110 7.6.2", "Max-Forwards is for OPTIONS and TRACE", R.get("/healthz", "Max-Forwards: 0"), "200 +"),
            R("9112 C.2.2", "Keep-Alive is ignored", R.get("/healthz", "Keep-Alive: timeout=5"), "200 +"),
            R("9112 C.2.2", "Proxy-Connection is ignored", R.get("/healthz", "Proxy-Connection: close"), "200 +"),
        ]

    /// Expectations and interim answers.
    static let expectations: [Requirement] =
        [
            R(
                "9110 10.1.1", "a body that comes by itself needs no 100",
                R.post("Expect: 100-continue⏎Content-Length: 2", "{}"), "201 +"),
            R(
                "9110 10.1.1", "chunks that come by themselves need no 100",
                R.post("Expect: 100-continue⏎Transfer-Encoding: chunked", "2⏎{}⏎0⏎⏎"), "201 +"),
            R(
                "9110 10.1.1", "expectations are the same in any case",
                R.post("Expect: 100-CONTINUE⏎Content-Length: 2", "{}"), "201 +"),
            R("9110 10.1.1", "without a body there is no 100", R.get("/healthz", "Expect: 100-continue"), "200 +"),
            R(
                "9110 10.1.1", "without a body there is no 100",
                R.post("Expect: 100-continue⏎Content-Length: 0", ""), "400 +"),
            R(
                "9110 10.1.1", "HTTP/1.0 gets no 100",
                "POST /v1/players HTTP/1.0⏎Expect: 100-continue⏎Content-Length: 2⏎⏎{}", "201"),
            R("9110 10.1.1", "HTTP/1.0 expects nothing", "GET /healthz HTTP/1.0⏎Expect: x⏎⏎", "200"),
            R("9110 10.1.1", "another expectation is 417", R.get("/healthz", "Expect: x"), "417 +"),
            R(
                "9110 10.1.1", "another expectation is 417, and its body is not waited for",
                R.post("Expect: x⏎Content-Length: 2", "{}"), "417"),
            R(
                "9110 10.1.1", "another expectation beside 100-continue is 417",
                R.post("Expect: 100-continue, x⏎Content-Length: 2", "{}"), "417"),
            R(
                "9110 10.1.1", "another expectation is 417 for HEAD, too", R.get("/healthz", "Expect: x", by: "HEAD"),
                "417 +", isEmpty: true),
            R(
                "9110 10.1.1", "too long a body is refused at once",
                R.post("Expect: 100-continue⏎Content-Length: 131073", ""), "413"),
            R(
                "9110 10.1.1", "who is refused is not told to go on",
                "POST /nothing HTTP/1.1⏎Host: a⏎Expect: 100-continue⏎Content-Length: 2⏎⏎", "404"),
            R(
                "9110 10.1.1", "who has no credential is not told to go on",
                "POST /v1/sessions HTTP/1.1⏎Host: a⏎Expect: 100-continue⏎Content-Length: 2⏎⏎", "401"),
        ]
}
