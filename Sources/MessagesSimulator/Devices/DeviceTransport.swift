import Foundation
import RoundtableClient

/// A device's way to the service: without a network nothing leaves it, and what arrives meanwhile is lost.
struct DeviceTransport: Transport {
    let base: any Transport
    let isOnline: @Sendable () async -> Bool

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await checkNetwork(.notConnectedToInternet)
        let response = try await base.send(request)
        try await checkNetwork(.networkConnectionLost)
        return response
    }

    func stream(_ request: TransportRequest) async throws -> TransportStream {
        try await checkNetwork(.notConnectedToInternet)
        let stream = try await base.stream(request)
        let (chunks, content) = AsyncThrowingStream<Data, any Error>.makeStream()
        // NB: lives no longer than the stream that is made of it.
        let passing = Task {
            do {
                for try await chunk in stream.chunks {
                    try await checkNetwork(.networkConnectionLost)
                    content.yield(chunk)
                }
                content.finish()
            } catch {
                content.finish(throwing: error)
            }
        }
        content.onTermination = { _ in passing.cancel() }
        return TransportStream(head: stream.head, chunks: chunks)
    }

    private func checkNetwork(_ code: URLError.Code) async throws {
        guard await isOnline() else { throw URLError(code) }
    }
}
