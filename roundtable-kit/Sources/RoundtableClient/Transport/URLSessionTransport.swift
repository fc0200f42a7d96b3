import Dispatch

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Carries requests through a `URLSession`. It follows no redirection.
public struct URLSessionTransport: Transport {
    private let session: URLSession

    /// Uses a session of the app's own.
    public init(session: URLSession) { self.session = session }

    /// Uses a session without cookies and cache.
    ///
    /// NB: a cache would answer 304 in the service's stead, and credentials don't belong on the disk.
    public init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        // Requests that are held until something changes must not keep moves waiting.
        configuration.httpMaximumConnectionsPerHost = 32
        self.init(session: URLSession(configuration: configuration))
    }

    /// Sends a request and waits for the whole answer.
    ///
    /// NB: not by `data(for:)`. In swift-corelibs-foundation that can lock up for good when the task is cancelled while
    /// an answer arrives: the one waits for the session's queue with the task's lock held, the other the other way
    /// round.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        let (answers, answer) = AsyncThrowingStream<TransportResponse, any Error>.makeStream()
        let task = session.dataTask(with: URLRequest(request)) { body, response, error in
            do {
                if let error { throw error }
                answer.yield(try TransportResponse(response, body: body ?? Data()))
                answer.finish()
            } catch {
                answer.finish(throwing: error)
            }
        }
        task.delegate = RedirectRefusal()
        answer.onTermination = { _ in task.cancelLater() }
        task.resume()
        for try await response in answers { return response }
        throw URLError(.cancelled)
    }

    /// Sends a request and waits for the head of its answer.
    public func stream(_ request: TransportRequest) async throws -> TransportStream {
        let (chunks, content) = AsyncThrowingStream<Data, any Error>.makeStream()
        let receiver = StreamReceiver(content: content)
        // NB: FoundationNetworking has no `bytes(for:)`, and a delegate belongs to a whole session.
        let session = URLSession(configuration: session.configuration, delegate: receiver, delegateQueue: nil)
        let task = session.dataTask(with: URLRequest(request))
        content.onTermination = { _ in task.cancelLater() }
        session.finishTasksAndInvalidate()
        return TransportStream(head: try await receiver.head(of: task), chunks: chunks)
    }
}

extension URLSessionTask {
    /// Cancels the task without waiting for its session's queue; does nothing if it has ended.
    fileprivate func cancelLater() { DispatchQueue.global().async { self.cancel() } }
}

extension URLRequest {
    init(_ request: TransportRequest) {
        self.init(url: request.url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: request.timeout)
        httpMethod = request.method
        httpBody = request.body
        for (name, value) in request.headers {
            setValue(value, forHTTPHeaderField: name)
        }
    }
}

extension TransportResponse {
    init(_ response: URLResponse?, body: Data = Data()) throws {
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        var fields: [String: String] = [:]
        for case (let name, let value) as (String, String) in response.allHeaderFields {
            fields[name] = value
        }
        self.init(status: response.statusCode, headers: fields, body: body)
    }
}

/// Passes on what a `URLSession` reports about one streaming task: first the head, then the content.
final class StreamReceiver: RedirectRefusal, URLSessionDataDelegate, @unchecked Sendable {
    private let content: AsyncThrowingStream<Data, any Error>.Continuation
    private let head = AsyncThrowingStream<TransportResponse, any Error>.makeStream()

    init(content: AsyncThrowingStream<Data, any Error>.Continuation) { self.content = content }

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

/// Follows no redirection: the request carries a credential, which is for the service that it was sent to. The status
/// of the redirection is the answer.
///
/// NB: `@unchecked Sendable` as it has no state, and its subclass only constants that are Sendable.
class RedirectRefusal: NSObject, URLSessionTaskDelegate, @unchecked Sendable {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
