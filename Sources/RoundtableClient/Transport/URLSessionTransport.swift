#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Carries requests through a `URLSession`.
public struct URLSessionTransport: Transport {
    private let session: URLSession

    /// Uses a session of the app's own.
    public init(session: URLSession) {
        self.session = session
    }

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
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        let (body, response) = try await session.data(for: URLRequest(request))
        return try TransportResponse(response, body: body)
    }

    /// Sends a request and waits for the head of its answer.
    public func stream(_ request: TransportRequest) async throws -> TransportStream {
        let (chunks, content) = AsyncThrowingStream<Data, any Error>.makeStream()
        let receiver = StreamReceiver(content: content)
        // NB: FoundationNetworking has no `bytes(for:)`, and a delegate belongs to a whole session.
        let session = URLSession(configuration: session.configuration, delegate: receiver, delegateQueue: nil)
        let task = session.dataTask(with: URLRequest(request))
        content.onTermination = { _ in task.cancel() }
        session.finishTasksAndInvalidate()
        return TransportStream(head: try await receiver.head(of: task), chunks: chunks)
    }
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
