package import HTTPTypes
package import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOPosix

/// Sends requests to a port of this machine, each over a connection of its own, and takes the answers as they are.
package struct HTTPTestClient: Sendable {
    package let port: Int

    package init(port: Int) { self.port = port }

    /// The answer to a request, with its whole body.
    package func send(_ request: HTTPRequest, body: ByteBuffer? = nil) async throws -> (HTTPResponse, ByteBuffer) {
        try await connect { parts, writer in
            try await writer.write(contentsOf: Self.parts(of: request, body))
            var answer: (head: HTTPResponse, body: ByteBuffer)?
            for try await part in parts {
                switch part {
                case .head(let head): answer = (head, ByteBuffer())
                case .body(let bytes): answer?.body.writeImmutableBuffer(bytes)
                case .end: return try Self.whole(answer)
                }
            }
            throw ConnectionEnded()
        }
    }

    /// The pieces of the body of an answer; the connection ends when nobody takes them any more.
    package func stream(_ request: HTTPRequest) -> AsyncThrowingStream<String, any Error> {
        AsyncThrowingStream { pieces in
            let reading = Task {
                do {
                    try await connect { parts, writer in
                        try await writer.write(contentsOf: Self.parts(of: request, nil))
                        for try await part in parts {
                            if case .body(let bytes) = part { pieces.yield(String(buffer: bytes)) }
                            if case .end = part { break }
                        }
                    }
                    pieces.finish()
                } catch {
                    pieces.finish(throwing: error)
                }
            }
            pieces.onTermination = { _ in reading.cancel() }
        }
    }

    private struct ConnectionEnded: Error {}

    private static func whole(_ answer: (head: HTTPResponse, body: ByteBuffer)?) throws -> (HTTPResponse, ByteBuffer) {
        guard let answer else { throw ConnectionEnded() }
        return (answer.head, answer.body)
    }

    private static func parts(of request: HTTPRequest, _ body: ByteBuffer?) -> [HTTPRequestPart] {
        var request = request
        if let body { request.headerFields[.contentLength] = String(body.readableBytes) }
        return [.head(request)] + (body.map { [.body($0)] } ?? []) + [.end(nil)]
    }

    private typealias Connection = NIOAsyncChannel<HTTPResponsePart, HTTPRequestPart>

    private func connect<Result: Sendable>(
        _ body:
            @Sendable (
                NIOAsyncChannelInboundStream<HTTPResponsePart>, NIOAsyncChannelOutboundWriter<HTTPRequestPart>
            ) async throws -> Result
    ) async throws -> Result {
        let connection = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHTTPClientHandlers()
                    try channel.pipeline.syncOperations.addHandler(HTTP1ToHTTPClientCodec())
                    return try Connection(wrappingChannelSynchronously: channel)
                }
            }
        return try await connection.executeThenClose(body)
    }
}
