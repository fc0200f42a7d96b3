package import HTTPConnection
package import HTTPTypes
import NIOCore
import Roundtable

/// `/metrics`, for a port of its own that players do not reach.
package struct MetricsResponder: HTTPResponder {
    private let text: @Sendable () -> String

    /// - Parameter text: writes down what was measured, in Prometheus' text format.
    package init(_ text: @escaping @Sendable () -> String) { self.text = text }

    package func receive(_ request: HTTPRequest, on connection: ClientConnection) -> Reception {
        .refused(answer(to: request))
    }

    private func answer(to request: HTTPRequest) -> HTTPReply {
        guard request.pathAlone == "/metrics" else { return HTTPReply(ServiceError.notFound, to: HTTPRequestID()) }
        guard [.get, .head].contains(request.method) else {
            var error = ServiceError(.methodNotAllowed, "Metrics are read.")
            error.allowed = ["GET", "HEAD"]
            return HTTPReply(error, to: HTTPRequestID())
        }
        return HTTPReply(
            status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: .whole(ByteBuffer(string: text())))
    }

    package func refusal(of fault: RequestFault, in request: HTTPRequest?) -> HTTPReply {
        HTTPReply(ServiceError(fault), to: HTTPRequestID())
    }
}
