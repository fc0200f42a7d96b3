import HTTPConnection
import HTTPTypes
import NIOCore
import Roundtable

/// The domain's icon, and the file that says which app its links belong to.
struct AppRoutes {
    private static let day = "public, max-age=86400"

    let pictures: PictureRenderer
    let app: AppIdentity
    /// The address under which messages' URLs are reached.
    let publicURL: String

    var routes: [Route] {
        [
            Route(.get, "/icon.svg", for: .anybody) { _ in
                HTTPReply(
                    status: .ok, headers: [.contentType: "image/svg+xml", .cacheControl: Self.day],
                    body: .whole(ByteBuffer(string: PageTemplate.icon)))
            },
            Route(.get, "/icon.png", for: .anybody) { [pictures] call in
                HTTPReply(
                    status: .ok, headers: [.contentType: "image/png", .cacheControl: Self.day],
                    body: .whole(try await pictures.png(of: .icon, for: call.client) { PageTemplate.icon }))
            },
            Route(.get, "/.well-known/apple-app-site-association", for: .anybody) {
                [association = app.association(under: publicURL)] _ in
                guard let association else { throw ServiceError.notFound }
                var answer = HTTPReply(json: association)
                answer.head.headerFields[.contentType] = "application/json"
                answer.head.headerFields[.cacheControl] = "public, max-age=3600"
                return answer
            },
        ]
    }
}
