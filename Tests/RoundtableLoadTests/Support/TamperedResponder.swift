import Foundation
import Hummingbird
import NIOCore
import RoundtableHTTP

/// Makes another body of one that answers a request to a path.
typealias Tampering = @Sendable (_ path: String, _ body: Data) throws -> Data

/// A service that says something else than what it did.
struct TamperedResponder<Honest: HTTPResponder<PlayerContext>>: HTTPResponder {
    let honest: Honest
    let tampering: Tampering

    func respond(to request: Request, context: PlayerContext) async throws -> Response {
        var response = try await honest.respond(to: request, context: context)
        // A stream has no length, and no end.
        guard response.body.contentLength != nil else { return response }
        let written = WrittenBody()
        try await response.body.write(written)
        let body = try tampering(request.uri.path, Data(written.bytes.readableBytesView))
        response.body = ResponseBody(byteBuffer: ByteBuffer(bytes: body))
        response.headers[.contentLength] = "\(body.count)"
        return response
    }
}

/// Keeps what is written; used by one request only.
private final class WrittenBody: ResponseBodyWriter {
    private(set) var bytes = ByteBuffer()

    func write(_ buffer: ByteBuffer) async throws { bytes.writeImmutableBuffer(buffer) }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
