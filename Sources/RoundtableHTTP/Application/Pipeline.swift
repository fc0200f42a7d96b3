package import HTTPConnection
package import HTTPTypes
package import Logging
import Metrics
import NIOCore
package import Roundtable
import Tracing

/// The way of every request: ID, route, rate limit and the form of its credential at its head; then, with its body,
/// admission, credential, answer or problem, log, trace and metric. NB: a class, so that a request retains one
/// reference instead of each member.
package final class Pipeline: HTTPResponder {
    private let routes: RouteTable
    private let service: RoundtableService
    private let players: PlayerService
    private let settings: ApplicationSettings
    private let admission: Admission
    private let logger: Logger

    /// - Parameter obstacle: why the instance can't serve, for the readiness probe; nil if it can.
    package init(
        _ service: RoundtableService, pictures: PictureRenderer, settings: ApplicationSettings, logger: Logger,
        obstacle: @escaping @Sendable () async -> String?
    ) {
        routes = RouteTable(service, pictures: pictures, app: settings.app, obstacle: obstacle)
        self.service = service
        players = service.players
        self.settings = settings
        // NB: without limits of addresses nobody knows that they are told apart.
        admission = Admission(
            limit: settings.requestsAtOnce,
            ofNetwork: settings.rateLimit.map { _ in max(1, settings.requestsAtOnce / Self.networksAtOnce) })
        self.logger = logger
    }

    /// The number of networks that it takes at least to use up all places for requests.
    private static let networksAtOnce = 4

    package func receive(_ request: HTTPRequest, on connection: ClientConnection) -> Reception {
        let start = ContinuousClock.now
        let request = request.withoutLongTexts
        var call = Call(
            id: HTTPRequestID(of: request), head: request, connection: connection,
            client: settings.trustedProxies.client(of: request, from: connection.peer),
            destination: routes.destination(of: request))
        // NB: a token that we never made stands for nobody.
        call.credential = request.bearerToken.flatMap { players.credential(of: $0) }
        do throws(ServiceError) {
            let route = try received(call)
            return .admitted { [self, call] body in
                let start = ContinuousClock.now
                let answer =
                    settings.traces ? await traced(call, body, route) : await outcome(of: call, body, route)
                return report(answer, to: call, since: start)
            }
        } catch {
            return .refused(report(problem(error, in: call), to: call, since: start))
        }
    }

    /// Refuses what its head alone is enough to refuse, at little cost.
    private func received(_ call: Call) throws(ServiceError) -> Route {
        if call.route?.access != .probe, let seconds = settings.rateLimit?.take(call.credential, from: call.client) {
            throw service.metrics.refusal(.requests, retryAfter: seconds)
        }
        switch call.destination {
        case .nowhere(let refusal): throw refusal
        case .route(let route, _):
            if route.access == .player { _ = try call.recognised }
            return route
        }
    }

    package func refusal(of fault: RequestFault, in request: HTTPRequest?) -> HTTPReply {
        let id = request.map { HTTPRequestID(of: $0) } ?? HTTPRequestID()
        let answer = reply(to: request, id, with: ServiceError(fault))
        settings.metrics?.timer("other", status: answer.head.status.code).recordNanoseconds(0)
        return answer
    }

    private func outcome(of call: Call, _ body: ByteBuffer, _ route: Route) async -> HTTPReply {
        do {
            var answer = try await admitted(call, body, route)
            answer.head.headerFields[.requestID] = call.id.description
            return answer
        } catch {
            return problem(error, in: call)
        }
    }

    private func problem(_ error: any Error, in call: Call) -> HTTPReply {
        let problem = ServiceError(caught: error)
        problem.logIfOurs(to: logger.naming(call.id))
        return reply(to: call.head, call.id, with: problem)
    }

    /// A refusal, which names the request: a page for people, and else a problem for programs.
    private func reply(to request: HTTPRequest?, _ id: HTTPRequestID, with error: ServiceError) -> HTTPReply {
        let languages = request?.languages ?? []
        return request.map(PageRoutes.isForPerson) == true
            ? HTTPReply(page: error, to: id, in: languages, texts: service.problemTexts)
            : HTTPReply(error, to: id, in: languages, texts: service.problemTexts)
    }

    /// Answers a request that has a place among those under way. Probes need none: they tell of the instance, not of
    /// its load.
    private func admitted(_ call: Call, _ body: ByteBuffer, _ route: Route) async throws -> HTTPReply {
        guard body.readableBytes <= route.longestBody else {
            throw ServiceError(.payloadTooLarge, "This request has at most \(route.longestBody) bytes.")
        }
        guard route.access != .probe else { return try await routed(call, body, to: route) }
        guard let place = AdmissionPlace(in: admission, for: call.client) else {
            throw ServiceError(because: .busy, "Too many requests are under way; try again.")
        }
        defer { place.leave() }
        var call = call
        call.place = place
        return try await routed(call, body, to: route)
    }

    private func routed(_ call: Call, _ body: ByteBuffer, to route: Route) async throws -> HTTPReply {
        var call = call
        call.content = body
        if route.access == .player { call.player = try await players.authenticate(call.recognised) }
        try call.head.checkPrecondition()
        let answer = try await Payer.$current.withValue(service.payer(at: call.client)) { [call] in
            try await route.answer(call)
        }
        return try call.head.checkPrecondition(of: answer)
    }

    // MARK: What is told of it

    private func report(_ answer: HTTPReply, to call: Call, since start: ContinuousClock.Instant) -> HTTPReply {
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
    private func traced(_ call: Call, _ body: ByteBuffer, _ route: Route) async -> HTTPReply {
        var trace = InstrumentationContext.topLevel
        InstrumentationSystem.instrument.extract(call.head.headerFields, into: &trace, using: FieldExtractor())
        return await withSpan(call.head.method.rawValue, context: trace, ofKind: .server) { span in
            let answer = await outcome(of: call, body, route)
            span.operationName = "\(call.head.method.rawValue) \(route.template.text)"
            span.attributes["http.request.method"] = call.head.method.rawValue
            span.attributes["http.route"] = route.template.text
            span.attributes["http.response.status_code"] = answer.head.status.code
            return answer
        }
    }
}

private struct FieldExtractor: Extractor {
    func extract(key: String, from fields: HTTPFields) -> String? { HTTPField.Name(key).flatMap { fields[$0] } }
}

extension HTTPReply {
    /// The same answer; something is done now, or, if it is a stream, when that has ended.
    fileprivate func whenEnded(_ done: @escaping @Sendable () -> Void) -> HTTPReply {
        guard case .stream(let stream) = body else {
            done()
            return self
        }
        var answer = self
        answer.body = .stream { write in
            defer { done() }
            try await stream(write)
        }
        return answer
    }
}

extension Logger {
    fileprivate func naming(_ request: HTTPRequestID) -> Logger {
        var logger = self
        logger[metadataKey: "request"] = .stringConvertible(request)
        return logger
    }
}
