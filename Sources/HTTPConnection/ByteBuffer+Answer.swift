import HTTPTypes
import NIOCore
import NIOHTTP1

extension ByteBuffer {
    /// An answer as it is sent (RFC 9112): with its length and, where there may be one, its body. Of a stream, only the
    /// head.
    init(
        _ head: HTTPResponse, _ content: HTTPReply.Body, to method: HTTPRequest.Method, from server: String,
        at date: String
    ) {
        let status = HTTPResponseStatus(statusCode: head.status.code)
        var (body, length) = (ByteBuffer(), Int?.none)
        if case .whole(let whole) = content, status.mayHaveResponseBody {
            length = whole.readableBytes
            if method != .head { body = whole }
        }
        let fields = head.headerFields
        let reason = status.reasonPhrase
        var size = 120 + reason.utf8.count + server.utf8.count + date.utf8.count + body.readableBytes
        for field in fields { size += field.name.rawName.utf8.count + field.value.utf8.count + 4 }
        self = ByteBufferAllocator().buffer(capacity: size)
        // NB: in one piece, for the buffer would look at each string whether it has room and is its own.
        writeWithUnsafeMutableBytes(minimumWritableBytes: size) { memory in
            var rest = memory
            func put(_ text: String) {
                rest.copyBytes(from: text.utf8)
                rest = UnsafeMutableRawBufferPointer(rebasing: rest[text.utf8.count...])
            }
            put("HTTP/1.1 ")
            put(String(head.status.code))
            put(" ")
            put(reason)
            for field in fields where !Self.replaced.contains(field.name) {
                put("\r\n")
                put(field.name.rawName)
                put(": ")
                put(field.value)
            }
            put("\r\nServer: ")
            put(server)
            put("\r\nDate: ")
            put(date)
            if let length {
                put("\r\nContent-Length: ")
                put(String(length))
            }
            put("\r\n\r\n")
            return memory.count - rest.count
        }
        writeImmutableBuffer(body)
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
}
