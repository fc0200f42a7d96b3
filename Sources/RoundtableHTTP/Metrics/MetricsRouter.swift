package import Hummingbird
import NIOCore

/// `/metrics`, for a port of its own that players do not reach.
package struct MetricsRouter {
    private let text: @Sendable () -> String

    /// - Parameter text: writes down what was measured, in Prometheus' text format.
    package init(_ text: @escaping @Sendable () -> String) { self.text = text }

    /// The router, to be served or tested.
    package func build() -> Router<BasicRequestContext> {
        let router = Router()
        router.get("metrics") { [text] _, _ in
            Response(
                status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(string: text())))
        }
        return router
    }
}
