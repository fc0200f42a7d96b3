import HTTPTypes
import Logging
import Metrics
import NIOCore
import Roundtable

/// The routes that are asked most, found and answered without a router. On the way to them happens what happens there.
///
/// NB: a class, for each connection and each request holds it.
final class QuickRoutes: Sendable {
    /// A route by its template.
    fileprivate enum Template: String {
        case turn = "/v1/sessions/{id}/turns"
        case view = "/v1/sessions/{id}"
        case open = "/v1/messages/{token}/open"
        case sent = "/v1/messages/{token}/sent"
    }

    /// A request that one of the routes answers.
    struct Match {
        fileprivate let template: Template
        fileprivate let subject: Substring
    }

    private let players: PlayerService
    private let turns: TurnRoutes
    private let sessions: SessionRoutes
    private let messages: MessageRoutes
    /// Nil for as often as anybody likes.
    private let limiter: RateLimiter?
    /// Where requests are measured; nil for nowhere.
    private let metrics: RequestMetrics?

    init(
        players: PlayerService, turns: TurnRoutes, sessions: SessionRoutes, messages: MessageRoutes,
        limiter: RateLimiter?, metrics: RequestMetrics?
    ) {
        self.players = players
        self.turns = turns
        self.sessions = sessions
        self.messages = messages
        self.limiter = limiter
        self.metrics = metrics
    }

    /// The route of a request; nil if it is another one's, or its path is written in an unusual way.
    func match(_ head: HTTPRequest) -> Match? {
        guard let path = head.path, !path.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "%") })
        else { return nil }
        if head.method == .post {
            return match(path, .turn) ?? match(path, .open) ?? match(path, .sent)
        }
        return head.method == .get ? match(path, .view) : nil
    }

    private func match(_ path: String, _ template: Template) -> Match? {
        let (prefix, suffix) = template.surroundings
        guard path.utf8.count > prefix.utf8.count + suffix.utf8.count, path.hasPrefix(prefix), path.hasSuffix(suffix)
        else { return nil }
        let subject = path.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
        return subject.contains(UInt8(ascii: "/")) ? nil : Match(template: template, subject: Substring(subject))
    }

    /// The answer to a request.
    ///
    /// - Parameters:
    ///   - address: where its connection comes from.
    ///   - body: what it brings, asked for once it is known that somebody may bring something.
    func answer(
        _ head: HTTPRequest, as match: Match, from address: @autoclosure () -> String, logger: Logger,
        _ body: () async throws -> ByteBuffer
    ) async throws -> (HTTPResponse, ByteBuffer) {
        let start = ContinuousClock.now
        let id = RequestID(of: head)
        var (response, words): (HTTPResponse, ByteBuffer)
        do {
            try limiter?.admit(head, from: address())
            let player = try await players.authenticate(head)
            let content = match.template == .view ? ByteBuffer() : try await body()
            let answer = try await answer(
                PlayerCall(head, content, by: player.id, about: match.subject), to: match.template)
            (response, words) = (HTTPResponse(status: answer.status, headerFields: answer.headers), answer.body)
        } catch {
            let problem = ServiceError(caught: error)
            problem.logIfOurs(to: logger.naming(id))
            (response, words) = try problem.answer(to: id)
        }
        response.headerFields[.requestID] = id.description
        metrics?.timer(match.template.rawValue, status: response.status.code)
            .record(duration: start.duration(to: .now))
        return (response, words)
    }

    private func answer(_ call: PlayerCall, to template: Template) async throws -> JSONAnswer {
        switch template {
        case .turn: try await turns.turn(call)
        case .view: try await sessions.view(call)
        case .open: try await messages.open(call)
        case .sent: try await messages.sent(call)
        }
    }
}

extension QuickRoutes.Template {
    /// What stands before and behind the session or message.
    fileprivate var surroundings: (prefix: String, suffix: String) {
        switch self {
        case .turn: ("/v1/sessions/", "/turns")
        case .view: ("/v1/sessions/", "")
        case .open: ("/v1/messages/", "/open")
        case .sent: ("/v1/messages/", "/sent")
        }
    }
}

extension Logger {
    /// Logs under a request's ID.
    fileprivate func naming(_ request: RequestID) -> Logger {
        var logger = self
        logger[metadataKey: "request"] = .stringConvertible(request)
        logger[metadataKey: "hb.request.id"] = nil
        return logger
    }
}
