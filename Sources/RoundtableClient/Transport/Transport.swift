/// Carries requests to the service; `URLSessionTransport` unless an app or a test has its own.
public protocol Transport: Sendable {
    /// Sends a request and waits for the whole answer, whatever its status; throws if there was none.
    func send(_ request: TransportRequest) async throws -> TransportResponse
}
