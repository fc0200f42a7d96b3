package import HTTPConnection
package import HTTPTypes
package import Logging
import Metrics
package import NIOCore
package import Roundtable
import Tracing

/// The way of every request: ID, admission, rate limit, route, credential, answer or problem, log, trace and metric.
package struct Pipeline: HTTPResponder {
    let routes: RouteTable
    private let players: PlayerService
    private let problemTexts: ProblemTexts
    private let settings: ApplicationSettings
    private let limiter: RateLimiter?
    private let admission: Admission
    private let logger: Logger

    /// - Parameter obstacle: why the instance can't serve, for the readiness probe; nil if it can.
    package init(
        _ service: RoundtableService, pictures: PictureRenderer, settings: ApplicationSettings, logger: Logger,
        obstacle: @escaping @Sendable () async -> String?
    ) {
        routes = RouteTable(service, pictures: pictures, app: settings.app, obstacle: obstacle)
        players = service.players
        problemTexts = service.problemTexts
        self.settings = settings
        limiter = settings.rateLimit.map {
            RateLimiter(
                limit: $0, players: service.players, proxies: settings.trustedProxies, metrics: service.metrics)
        }
        admission = Admission(limit: settings.requestsAtOnce)
        self.logger = logger
    }

    package func answer(
        to request: HTTPRequest, _ body: ByteBuffer, on connection: ClientConnection
    ) async -> HTTPAnswer {
        let start = ContinuousClock.now
        let request = request.withoutLongTexts
        let call = Call(
            id: RequestID(of: request), head: request, content: body, connection: connection,
            proxies: settings.trustedProxies, destination: routes.destination(of: request))
        let answer = settings.traces ? await traced(call) : await outcome(of: call)
        return report(answer, to: call, since: start)
    }

    package func refusal(of fault: RequestFault, in request: HTTPRequest?) -> HTTPAnswer {
        let id = request.map { RequestID(of: $0) } ?? RequestID()
        let answer = HTTPAnswer(ServiceError(fault), to: id, in: request?.languages ?? [], texts: problemTexts)
        settings.metrics?.timer("other", status: answer.head.status.code).recordNanoseconds(0)
        return answer
    }

    /// Answers a request, or refuses it.
    private func outcome(of call: Call) async -> HTTPAnswer {
        var answer: HTTPAnswer
        do {
            answer = try await admitted(call)
        } catch {
            let problem = ServiceError(caught: error)
            problem.logIfOurs(to: logger.naming(call.id))
            answer = HTTPAnswer(problem, to: call.id, in: call.head.languages, texts: problemTexts)
        }
        answer.head.headerFields[.requestID] = call.id.description
        return answer
    }

    /// NB: those that wait have quotas of their own and keep nobody else out, and probes tell of the instance, not of
    /// its load.
    private func admitted(_ call: Call) async throws -> HTTPAnswer {
        guard !call.waits, call.route?.access != .probe else { return try await routed(call) }
        guard admission.enter() else {
            throw ServiceError(.unavailable, "Too many requests are under way; try again.")
        }
        defer { admission.leave() }
        return try await routed(call)
    }

    private func routed(_ call: Call) async throws -> HTTPAnswer {
        if call.route?.access != .probe { try limiter?.admit(call.head, from: call.connection.peer) }
        switch call.destination {
        case .nowhere(let refusal):
            guard refusal.code == .notFound, PageRoutes.leadToPage(call.head) else { throw refusal }
            return PageRoutes.noPage(for: call.head)
        case .route(let route, _):
            var call = call
            if route.access == .player { call.player = try await players.authenticate(call.head) }
            return try await route.answer(call)
        }
    }

    // MARK: What is told of it

    private func report(_ answer: HTTPAnswer, to call: Call, since start: ContinuousClock.Instant) -> HTTPAnswer {
        let status = answer.head.status.code
        let timer = settings.metrics?.timer(call.routeName, status: status)
        return answer.whenEnded { [logger, logs = settings.logsRequests] in
            let duration = start.duration(to: .now)
            timer?.record(duration: duration)
            guard logs else { return }
            logger.naming(call.id).info(
                "answered",
                metadata: [
                    "method": "\(call.head.method.rawValue)", "route": "\(call.routeName)",
                    "status": .stringConvertible(status),
                    "milliseconds": .stringConvertible((duration / .microseconds(1)).rounded() / 1000),
                ])
        }
    }

    /// The same as a span of the trace that its sender tells of, by the tracer of the program. NB: there are tokens in
    /// paths; the span has the route.
    private func traced(_ call: Call) async -> HTTPAnswer {
        var trace = InstrumentationContext.topLevel
        InstrumentationSystem.instrument.extract(call.head.headerFields, into: &trace, using: FieldExtractor())
        return await withSpan(call.head.method.rawValue, context: trace, ofKind: .server) { span in
            let answer = await outcome(of: call)
            span.operationName = "\(call.head.method.rawValue) \(call.route?.template.text ?? "/")"
            span.attributes["http.request.method"] = call.head.method.rawValue
            span.attributes["http.route"] = call.route?.template.text
            span.attributes["http.response.status_code"] = answer.head.status.code
            return answer
        }
    }
}

private struct FieldExtractor: Extractor {
    func extract(key: String, from fields: HTTPFields) -> String? { HTTPField.Name(key).flatMap { fields[$0] } }
}

extension HTTPAnswer {
    /// The same answer; something is done now, or, if it is a stream, when that has ended.
    fileprivate func whenEnded(_ done: @escaping @Sendable () -> Void) -> HTTPAnswer {
        guard case .stream(let stream) = body else {
            done()
            return self
        }
        var answer = self
        answer.body = .stream { writer in
            defer { done() }
            try await stream(writer)
        }
        return answer
    }
}

extension Logger {
    /// Logs under a request's ID.
    fileprivate func naming(_ request: RequestID) -> Logger {
        var logger = self
        logger[metadataKey: "request"] = .stringConvertible(request)
        return logger
    }
}
