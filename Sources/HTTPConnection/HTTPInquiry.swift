import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// One GET request on a connection of its own, for what is asked now and then.
package struct HTTPInquiry: Sendable {
    /// The status, and the whole body as text.
    package struct Reply: Sendable {
        package let status: Int
        package let body: String
    }

    /// Why there is no answer, in a few words for operators.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The most bytes of an answer.
    private static let largestBody = 16 << 20

    private let host: String
    private let port: Int
    private let path: String
    private let limit: Duration

    /// An inquiry that waits no longer than the limit for its answer.
    package init(of host: String, port: Int, path: String, limit: Duration) {
        (self.host, self.port, self.path, self.limit) = (host, port, path, limit)
    }

    /// Asks.
    package func answer() async throws(Failure) -> Reply {
        do {
            return try await withThrowingTaskGroup(of: Reply.self) { group in
                group.addTask { try await exchange() }
                group.addTask {
                    try await Task.sleep(for: limit)
                    throw Failure(description: "no answer within \(limit)")
                }
                defer { group.cancelAll() }
                guard let answer = try await group.next() else { throw CancellationError() }
                return answer
            }
        } catch {
            throw Self.explaining(error)
        }
    }

    private typealias Channel = NIOAsyncChannel<NIOHTTPClientResponseFull, HTTPClientRequestPart>

    private func exchange() async throws -> Reply {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: host, port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHTTPClientHandlers()
                    try pipeline.addHandler(NIOHTTPClientResponseAggregator(maxContentLength: Self.largestBody))
                    return try Channel(wrappingChannelSynchronously: channel)
                }
            }
        let name = host.contains(":") ? "[\(host)]" : host
        let headers: HTTPHeaders = ["Host": "\(name):\(port)", "Connection": "close"]
        return try await channel.executeThenClose { answers, request in
            // NB: at once, for its head is all that the request has: the answer may close the connection before an end.
            try await request.write(contentsOf: [
                .head(.init(version: .http1_1, method: .GET, uri: path, headers: headers)), .end(nil),
            ])
            for try await answer in answers {
                return Reply(
                    status: Int(answer.head.status.code), body: answer.body.map { String(buffer: $0) } ?? "")
            }
            throw Failure(description: "the connection was closed")
        }
    }

    private static func explaining(_ error: any Error) -> Failure {
        switch error {
        case let failure as Failure: failure
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { explaining($0.error) } ?? Failure(description: "unknown host")
        case let error as IOError: Failure(description: String(cString: strerror(error.errnoCode)).lowercased())
        case is HTTPParserError: Failure(description: "not an answer of HTTP")
        default: Failure(description: "\(error)")
        }
    }
}
