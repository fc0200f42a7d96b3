import HTTPTypes
package import Hummingbird
package import Logging
import Metrics
import NIOCore
import Roundtable

/// Answers requests that are short and answered at once by the same routes as all others, but without the streams that a
/// body or an answer of any length needs.
package final class QuickRequests: Sendable {
    /// Which requests they are, by what their head says.
    ///
    /// - Parameter head: one that a ``PlainRequest`` has, so that there is nothing unusual about it.
    static func include(_ head: HTTPRequest) -> Bool {
        guard let path = head.path, path.hasPrefix("/v1/") else { return false }
        if head.method == .post { return head.headerFields.contains(.contentLength) }
        return head.method == .get && isView(path) && isBodiless(head)
    }

    private let respond: @Sendable (Request, PlayerContext) async throws -> Response
    private let routes: QuickRoutes?
    private let serverName: String
    private let logger: Logger
    private let refusals: Metrics.Timer?
    let admission: Admission

    /// - Parameters:
    ///   - responder: what answers them.
    ///   - limit: how many of them may be under way at once.
    ///   - metrics: where those are measured that are not let in; nil for nowhere.
    package init(
        _ responder: some HTTPResponder<PlayerContext>, limit: Int = 512, serverName: String,
        metrics: RequestMetrics? = nil, logger: Logger
    ) {
        admission = Admission(limit: limit)
        respond = { try await responder.respond(to: $0, context: $1) }
        routes = (responder as? RoundtableResponder)?.quick
        self.serverName = serverName
        refusals = metrics?.timer("other", status: 503)
        self.logger = logger
    }

    /// A handler for a new connection.
    package func handler() -> QuickRequestHandler { QuickRequestHandler(self) }

    /// The answer to a request, with its body if that is short, too.
    func answer(_ head: HTTPRequest, _ body: ByteBuffer, on channel: any Channel) async -> ByteBuffer {
        do {
            if let routes, let match = routes.match(head) {
                let (head, body) = try await routes.answer(
                    head, as: match, from: channel.addressText, logger: logger
                ) { body }
                return complete(head, body)
            }
            let context = PlayerContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
            let response = try await respond(Request(head: head, body: Hummingbird.RequestBody(buffer: body)), context)
            let collector = BodyCollector()
            try await response.body.write(collector)
            return complete(response.head, collector.body)
        } catch {
            logger.error("a request failed", metadata: ["reason": "\(error)"])
            return complete(HTTPResponse(status: .internalServerError), ByteBuffer())
        }
    }

    /// The answer to those that are not let in.
    func refusal(of request: HTTPRequest) -> ByteBuffer {
        refusals?.recordNanoseconds(0)
        let id = RequestID(of: request)
        guard let (head, body) = try? Admission.refusal(of: id) else {
            return complete(HTTPResponse(status: .serviceUnavailable), ByteBuffer())
        }
        var named = head
        named.headerFields[.requestID] = id.description
        return complete(named, body)
    }

    /// An answer as it is sent.
    func complete(_ head: HTTPResponse, _ body: ByteBuffer) -> ByteBuffer {
        ByteBuffer(head, body, from: serverName, at: HTTPDate.now)
    }

    /// Whether nothing comes behind the head, that would have to be kept.
    private static func isBodiless(_ head: HTTPRequest) -> Bool {
        (head.headerFields[usuallyOne: .contentLength] ?? "0") == "0"
    }

    /// Whether a path is that of a session, and nothing is asked beyond that.
    private static func isView(_ path: String) -> Bool {
        let prefix = "/v1/sessions/"
        return path.utf8.count == prefix.utf8.count + 36 && path.hasPrefix(prefix)
            && !path.utf8.contains(UInt8(ascii: "?"))
    }
}

/// Takes a short body as it is written.
private final class BodyCollector: ResponseBodyWriter {
    private(set) var body = ByteBuffer()

    func write(_ buffer: ByteBuffer) {
        if body.readableBytes == 0 { body = buffer } else { body.writeImmutableBuffer(buffer) }
    }

    func finish(_ trailingHeaders: HTTPFields?) {}
}

extension Channel {
    /// The address that the connection came from.
    var addressText: String { remoteAddress?.ipAddress ?? "unknown" }
}
