import HTTPTypes
import NIOCore
import NIOHTTP1

extension ByteBuffer {
    /// An answer as it is sent (RFC 9112): its head, then its body, whose length the head tells.
    init(_ head: HTTPResponse, _ body: ByteBuffer) {
        let fields = head.headerFields
        let reason = HTTPResponseStatus(statusCode: head.status.code).reasonPhrase
        var size = Self.beginning.utf8CodeUnitCount + 5 + reason.utf8.count + 4 + body.readableBytes
        for field in fields { size += field.name.rawName.utf8.count + field.value.utf8.count + 4 }
        self = ByteBufferAllocator().buffer(capacity: size)
        writeWithUnsafeMutableBytes(minimumWritableBytes: size) { target in
            var writer = Writer(target: target)
            writer.write(Self.beginning)
            writer.write("\(head.status.code)")
            writer.write(" ")
            writer.write(reason)
            writer.write("\r\n")
            for field in fields {
                writer.write(field.name.rawName)
                writer.write(": ")
                field.withUnsafeBytesOfValue { writer.write(UnsafeRawBufferPointer($0)) }
                writer.write("\r\n")
            }
            writer.write("\r\n")
            body.withUnsafeReadableBytes { writer.write($0) }
            return writer.count
        }
    }

    private static let beginning: StaticString = "HTTP/1.1 "

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

        mutating func write(_ text: String) {
            var text = text
            text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
        }
    }
}
