import CEmbedded
import HTTPConnection
import HTTPTypes
import RoundtableJSON
import NIOCore
import Roundtable

/// The contract of the HTTP interface, in YAML.
let openAPIDocument = String(cString: embedded_openapi())

/// Whether the process lives, whether it can serve, and what it can be asked.
struct HealthRoutes {
    /// Why the instance can't serve; nil if it can.
    let obstacle: @Sendable () async -> String?

    var routes: [Route] {
        [
            Route(.get, "/healthz", for: .probe) { _ in HTTPReply(json: ["status": "ok"]) },
            Route(.get, "/readyz", for: .probe) { [obstacle] _ in
                if let obstacle = await obstacle() { throw ServiceError(obstacle: obstacle) }
                return HTTPReply(json: ["status": "ok"])
            },
            Route(.get, "/openapi.yaml", for: .anybody) { _ in
                HTTPReply(
                    status: .ok, headers: [.contentType: "application/yaml; charset=utf-8"],
                    body: .whole(ByteBuffer(string: openAPIDocument)))
            },
        ]
    }
}

extension ServiceError {
    /// The answer of an instance that can't serve. It has an error beneath, so that the log has it as an error.
    init(obstacle: String) { self.init(.unavailable, obstacle, underlying: Obstacle(description: obstacle)) }
}

private struct Obstacle: Error, CustomStringConvertible {
    let description: String
}
