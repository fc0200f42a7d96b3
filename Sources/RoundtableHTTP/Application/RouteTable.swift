import HTTPTypes
import Roundtable

/// All routes of the contract.
struct RouteTable: Sendable {
    /// Where a request goes.
    enum Destination: Sendable {
        /// - Parameter subject: what the path names: a session's ID or a message's token; empty for neither.
        case route(Route, subject: Substring)
        case nowhere(ServiceError)
    }

    let routes: [Route]

    init(
        _ service: RoundtableService, pictures: PictureRenderer, app: AppIdentity = AppIdentity(),
        obstacle: @escaping @Sendable () async -> String?
    ) {
        routes =
            TurnRoutes(service: service).routes + SessionRoutes(service: service).routes
            + MessageRoutes(service: service).routes + PlayerRoutes(service: service).routes
            + GameRoutes(service: service).routes + PageRoutes(service: service, pictures: pictures, app: app).routes
            + AppRoutes(pictures: pictures, app: app, publicURL: service.publicMessages.publicURL).routes
            + HealthRoutes(obstacle: obstacle).routes
    }

    /// The methods of HTTP that are known (RFC 9110, section 9; RFC 5789), used here or not. CONNECT is for proxies.
    private static let knownMethods: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .delete, .options, .trace, .patch, query,
    ]
    /// A GET with a body, which is becoming a standard (draft-ietf-httpbis-safe-method-w-body).
    private static let query = HTTPRequest.Method("QUERY") ?? .get

    /// The longest query, in bytes: what is in it is unescaped, and compared as text.
    private static let longestQuery = 2048

    /// The route of a request. HEAD asks what GET does (RFC 9110, section 9.3.2).
    ///
    /// - Returns: else `uri_too_long`, `not_found`, `method_not_allowed` with those that are, or `not_implemented`.
    func destination(of request: HTTPRequest) -> Destination {
        let path = request.pathAlone
        guard (request.path ?? "").utf8.count - path.utf8.count <= Self.longestQuery else {
            return .nowhere(ServiceError(.uriTooLong, "The query has more than \(Self.longestQuery) bytes."))
        }
        let method = request.method == .head ? .get : request.method
        var allowed: Set<String> = []
        for route in path.isCanonicalPath ? routes : [] {
            guard let subject = route.template.match(path) else { continue }
            if route.method == method { return .route(route, subject: subject) }
            allowed.insert(route.method.rawValue)
            if route.method == .get { allowed.insert("HEAD") }
        }
        // For those who ask about the whole server: what can be done somewhere.
        if path == "*" { return .nowhere(notAllowed(Set(routes.map(\.method.rawValue)).union(["HEAD"]))) }
        guard Self.knownMethods.contains(method) else {
            return .nowhere(ServiceError(.notImplemented, "This method is not known here."))
        }
        guard !allowed.isEmpty else { return .nowhere(ServiceError(.notFound, "There is nothing here.")) }
        return .nowhere(notAllowed(allowed))
    }

    private func notAllowed(_ allowed: Set<String>) -> ServiceError {
        var error = ServiceError(.methodNotAllowed, "This can't be done with what is here.")
        error.allowed = allowed.sorted()
        return error
    }
}

extension Substring {
    /// Whether this is a path in its canonical form, the only one that is accepted: segments of letters, digits, `-`,
    /// `_`, `.` and `~`, none of them empty, `.` or `..` (RFC 3986, section 6.2.2, knows the other ways). Whoever looks
    /// at paths before the pipeline does – a proxy, a limit, a log – sees the route that will be taken.
    var isCanonicalPath: Bool {
        var path = self
        return path.withUTF8 { Self.isCanonicalPath($0) }
    }

    private static func isCanonicalPath(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        var (dots, length) = (0, 0)
        guard path.first == UInt8(ascii: "/") else { return false }
        for byte in path.dropFirst() {
            switch byte {
            case UInt8(ascii: "/"):
                guard length > 0, dots < length || length > 2 else { return false }
                (dots, length) = (0, 0)
            case UInt8(ascii: "."):
                dots += 1
                length += 1
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
                length += 1
            default: return false
            }
        }
        return length > 0 && (dots < length || length > 2)
    }
}
