import Hummingbird
package import Metrics
import Roundtable
import Synchronization

/// Measures requests by route and status, from their heads to the ends of their answers.
struct RequestMetricsMiddleware: RouterMiddleware {
    let metrics: RequestMetrics

    func handle(
        _ request: Request, context: PlayerContext, next: @concurrent (Request, PlayerContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let route = request.route(in: context)
        let timer = metrics.timer(route, status: response.status.code)
        return response.whenEnded { timer.record(duration: start.duration(to: .now)) }
    }
}

extension Request {
    /// The template of the path, in which there is nothing of anybody; reads that may be held are one of their own.
    func route(in context: some RequestContext) -> String {
        guard let template = context.endpointPath else { return "other" }
        return uri.queryParameters["wait"] == nil ? template : "\(template)?wait"
    }
}

/// The timers of requests, each made when it is needed first.
package final class RequestMetrics: Sendable {
    private struct Kind: Hashable {
        let route: String
        let status: Int
    }

    private let factory: any MetricsFactory
    private let timers = Mutex<[Kind: Metrics.Timer]>([:])

    /// Timers of a factory.
    package init(_ factory: any MetricsFactory) {
        self.factory = factory
        // So that there is a number before there is a request.
        _ = timer("other", status: 404)
    }

    func timer(_ route: String, status: Int) -> Metrics.Timer {
        let kind = Kind(route: route, status: status)
        return timers.withLock { timers in
            if let known = timers[kind] { return known }
            let new = Metrics.Timer(
                label: "roundtable_requests_seconds", dimensions: [("route", route), ("status", "\(status)")],
                factory: factory)
            timers[kind] = new
            return new
        }
    }
}
