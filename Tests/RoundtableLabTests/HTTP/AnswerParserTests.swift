import NIOCore
import Testing

@testable import RoundtableLab

@Suite("Answers of the service")
struct AnswerParserTests {
    private static let whole = "HTTP/1.1 201 Created\r\nContent-Length: 5\r\nETag: \"a1\"\r\n\r\nhello"
    private static let chunked =
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\n\r\n"

    @Test("an answer is read wherever it was cut", arguments: [whole, chunked])
    func cuts(text: String) throws {
        let bytes = Array(text.utf8)
        for place in 1..<bytes.count {
            var parser = AnswerParser()
            var answers: [LoadAnswer] = []
            for part in [bytes[..<place], bytes[place...]] {
                parser.append(ByteBuffer(bytes: part))
                while case .answer(let answer) = try parser.next() { answers.append(answer) }
            }
            #expect(answers.map { String(buffer: $0.body) } == ["hello"], "cut at \(place)")
        }
    }

    @Test("status and tag are told, and the next answer is another one")
    func pipeline() throws {
        var parser = AnswerParser()
        parser.append(
            ByteBuffer(string: Self.whole + "HTTP/1.1 304 Not Modified\r\netag: \"b\"\r\nconnection: Close\r\n\r\n"))
        guard case .answer(let first) = try parser.next(), case .answer(let second) = try parser.next() else {
            Issue.record("Two answers arrived")
            return
        }
        #expect(first.status == 201 && first.tag == "\"a1\"")
        #expect(second.status == 304 && second.tag == "\"b\"" && second.body.readableBytes == 0)
        #expect(parser.closes)
    }

    @Test("a stream is handed over as it arrives")
    func stream() throws {
        var parser = AnswerParser()
        parser.streams = true
        parser.append(ByteBuffer(string: "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n4\r\ndata\r\n"))
        guard case .beginning(let head) = try parser.next(), case .more(let bytes) = try parser.next() else {
            Issue.record("A head and a part of the body arrived")
            return
        }
        #expect(head.status == 200)
        #expect(String(buffer: bytes) == "data")
        let rest = try parser.next()
        #expect(rest == nil)
    }

    @Test(
        "what is no answer is refused",
        arguments: [
            "SMTP ready, speak\r\n\r\n", "HTTP/1.1 abc\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        ]
    )
    func malformed(text: String) {
        var parser = AnswerParser()
        parser.append(ByteBuffer(string: text))
        #expect(throws: AnswerParser.Malformed.self) { try parser.next() }
    }
}
