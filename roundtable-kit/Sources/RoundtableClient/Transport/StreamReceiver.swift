import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Passes on what a `URLSession` reports about one streaming task: first the head, then the content.
final class StreamReceiver: RedirectRefusal, URLSessionDataDelegate, @unchecked Sendable {
    private let content: AsyncThrowingStream<Data, any Error>.Continuation
    private let head = AsyncThrowingStream<TransportResponse, any Error>.makeStream()

    init(content: AsyncThrowingStream<Data, any Error>.Continuation) {
        self.content = content
    }

    /// Starts the task and waits for its head; to be called once.
    func head(of task: URLSessionDataTask) async throws -> TransportResponse {
        task.resume()
        for try await head in head.stream { return head }
        throw URLError(.cancelled)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        do {
            head.continuation.yield(try TransportResponse(response))
            head.continuation.finish()
            completionHandler(.allow)
        } catch {
            head.continuation.finish(throwing: error)
            completionHandler(.cancel)
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        content.yield(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        head.continuation.finish(throwing: error)
        content.finish(throwing: error)
    }
}
