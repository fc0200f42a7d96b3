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
        self.init(session: URLSession(configuration: configuration))
    }

    /// Sends a request and waits for the whole answer.
    public func send(_ request: TransportRequest) async throws -> TransportResponse {
        var urlRequest = URLRequest(
            url: request.url, cachePolicy: .reloadIgnoringLocalCacheData, timeoutInterval: request.timeout)
        urlRequest.httpMethod = request.method
        urlRequest.httpBody = request.body
        for (name, value) in request.headers {
            urlRequest.setValue(value, forHTTPHeaderField: name)
        }
        let (body, response) = try await session.data(for: urlRequest)
        guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return TransportResponse(status: response.statusCode, headers: response.fields, body: body)
    }
}

extension HTTPURLResponse {
    fileprivate var fields: [String: String] {
        var fields: [String: String] = [:]
        for case (let name, let value) as (String, String) in allHeaderFields {
            fields[name] = value
        }
        return fields
    }
}
