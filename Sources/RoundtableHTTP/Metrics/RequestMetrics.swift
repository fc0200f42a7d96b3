package import Metrics
import Synchronization

/// The timers of requests, each made when it is needed first.
package final class RequestMetrics: Sendable {
    private struct Kind: Hashable {
        let route: String
        let status: Int
    }

    private let factory: any MetricsFactory
    private let timers = Mutex<[Kind: Metrics.Timer]>([:])

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
