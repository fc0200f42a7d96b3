import HTTPTypes
import NIOCore
import NIOHTTP1

extension ByteBuffer {
    /// An answer as it is sent (RFC 9112): its head, the server's name, the time and the length of the body in place of those
    /// that the head has, then the body.
    init(_ head: HTTPResponse, _ body: ByteBuffer, from server: String, at date: String) {
        let status = HTTPResponseStatus(statusCode: head.status.code)
        let fields = head.headerFields
        var size = 120 + status.reasonPhrase.utf8.count + server.utf8.count + date.utf8.count + body.readableBytes
        for field in fields { size += field.name.rawName.utf8.count + field.value.utf8.count + 4 }
        self = ByteBufferAllocator().buffer(capacity: size)
        writeWithUnsafeMutableBytes(minimumWritableBytes: size) { target in
            var writer = Writer(target: target)
            writer.write("HTTP/1.1 ")
            writer.write(number: head.status.code)
            writer.write(" ")
            writer.write(text: status.reasonPhrase)
            for field in fields where !Self.replaced.contains(field.name) {
                writer.write("\r\n")
                writer.write(text: field.name.rawName)
                writer.write(": ")
                field.withUnsafeBytesOfValue { writer.write(UnsafeRawBufferPointer($0)) }
            }
            writer.write("\r\nServer: ")
            writer.write(text: server)
            writer.write("\r\nDate: ")
            writer.write(text: date)
            if status.mayHaveResponseBody {
                writer.write("\r\nContent-Length: ")
                writer.write(number: body.readableBytes)
            }
            writer.write("\r\n\r\n")
            if status.mayHaveResponseBody { body.withUnsafeReadableBytes { writer.write($0) } }
            return writer.count
        }
    }

    private static let replaced: [HTTPField.Name] = [.contentLength, .server, .date, .transferEncoding]

    /// Writes into memory that is large enough.
    private struct Writer {
        let target: UnsafeMutableRawBufferPointer
        var count = 0

        mutating func write(_ bytes: UnsafeRawBufferPointer) {
            UnsafeMutableRawBufferPointer(rebasing: target[count...]).copyMemory(from: bytes)
            count += bytes.count
        }

        mutating func write(_ text: StaticString) {
            write(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        }

        mutating func write(text: String) {
            var text = text
            text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
        }

        mutating func write(number: Int) { write(text: String(number)) }
    }
}
