import HTTPTypes
import NIOCore
import NIOHTTP1

extension ByteBuffer {
    /// An answer as it is sent (RFC 9112), with its length; without its body where there must be none.
    init(
        _ head: HTTPResponse, _ body: HTTPReply.Body, to method: HTTPRequest.Method, from server: String,
        at date: String
    ) {
        guard case .whole(let body) = body else {
            self.init(head, ByteBuffer(), length: nil, from: server, at: date)
            return
        }
        let mayHaveBody = HTTPResponseStatus(statusCode: head.status.code).mayHaveResponseBody
        self.init(
            head, mayHaveBody && method != .head ? body : ByteBuffer(), length: mayHaveBody ? body.readableBytes : nil,
            from: server, at: date)
    }

    /// The head of an answer whose body follows in pieces.
    init(streaming head: HTTPResponse, from server: String, at date: String) {
        self.init(head, ByteBuffer(), length: nil, from: server, at: date)
    }

    /// The same bytes as a chunk of a body (RFC 9112, section 7.1).
    var asChunk: ByteBuffer {
        var chunk = ByteBufferAllocator().buffer(capacity: readableBytes + 20)
        chunk.writeString("\(String(readableBytes, radix: 16))\r\n")
        chunk.writeImmutableBuffer(self)
        chunk.writeString("\r\n")
        return chunk
    }

    private static let replaced: [HTTPField.Name] = [.contentLength, .server, .date]

    private init(_ head: HTTPResponse, _ body: ByteBuffer, length: Int?, from server: String, at date: String) {
        let fields = head.headerFields
        let reason = HTTPResponseStatus(statusCode: head.status.code).reasonPhrase
        var size = 120 + reason.utf8.count + server.utf8.count + date.utf8.count + body.readableBytes
        for field in fields { size += field.name.rawName.utf8.count + field.value.utf8.count + 4 }
        self = ByteBufferAllocator().buffer(capacity: size)
        writeString("HTTP/1.1 ")
        writeString(String(head.status.code))
        writeString(" ")
        writeString(reason)
        for field in fields where !Self.replaced.contains(field.name) {
            writeString("\r\n")
            writeString(field.name.rawName)
            writeString(": ")
            writeString(field.value)
        }
        writeString("\r\nServer: ")
        writeString(server)
        writeString("\r\nDate: ")
        writeString(date)
        if let length {
            writeString("\r\nContent-Length: ")
            writeString(String(length))
        }
        writeString("\r\n\r\n")
        writeImmutableBuffer(body)
    }
}
