import HTTPTypes
import Hummingbird
import Roundtable

/// Whether the process lives, and whether it can serve.
struct HealthRoutes {
    /// What stands in the way of serving; nil if nothing does.
    let obstacle: @Sendable () async -> String?

    func add(to router: Router<PlayerContext>) {
        router.get("healthz") { _, _ in try JSONAnswer(["status": "ok"]) }
        router.get("readyz") { [obstacle] _, _ in
            if let obstacle = await obstacle() { throw ServiceError(.unavailable, obstacle) }
            return try JSONAnswer(["status": "ok"])
        }
        router.get("openapi.yaml") { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/yaml; charset=utf-8"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: PackageResources.openapi_yaml)))
        }
    }
}
