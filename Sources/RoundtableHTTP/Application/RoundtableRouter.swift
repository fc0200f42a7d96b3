package import Hummingbird
package import Roundtable

/// Every route of the service.
package struct RoundtableRouter {
    /// What happens on the way to the routes, and what operators are told of it.
    package struct Options: Sendable {
        /// How often one player or address may ask; nil for as often as they like.
        package var rateLimit: RateLimit?
        /// Who is believed when they say whose request they pass on.
        package var trustedProxies = TrustedProxies.none
        /// Where requests are measured; nil for nowhere.
        package var metrics: RequestMetrics?
        /// Whether every request is logged.
        package var logsRequests = false
        /// Whether every request is a span of its sender's trace.
        package var traces = false

        /// No limit, and nothing told.
        package init() {}
    }

    private let service: RoundtableService
    private let pictures: PictureRenderer
    private let options: Options
    private let obstacle: @Sendable () async -> String?
    private let turns: TurnRoutes
    private let sessions: SessionRoutes
    private let messages: MessageRoutes

    /// Routes to the use cases of a service.
    ///
    /// - Parameter obstacle: what stands in the way of serving, for the readiness probe; nil if nothing does.
    package init(
        service: RoundtableService, pictures: PictureRenderer, options: Options = Options(),
        obstacle: @escaping @Sendable () async -> String?
    ) {
        self.service = service
        self.pictures = pictures
        self.options = options
        self.obstacle = obstacle
        turns = TurnRoutes(service: service)
        sessions = SessionRoutes(service: service)
        messages = MessageRoutes(service: service)
    }

    /// The router, for which nothing is too rare.
    package func build() -> Router<PlayerContext> {
        let router = Router(context: PlayerContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RequestIDMiddleware())
        if options.traces { router.add(middleware: TraceMiddleware()) }
        if options.logsRequests { router.add(middleware: AccessLogMiddleware()) }
        if let metrics = options.metrics { router.add(middleware: RequestMetricsMiddleware(metrics: metrics)) }
        router.add(middleware: ProblemMiddleware())
        HealthRoutes(obstacle: obstacle).add(to: router)
        if let limiter { router.add(middleware: RateLimitMiddleware(limiter: limiter)) }
        PageRoutes(service: service, pictures: pictures).add(to: router)
        let players = PlayerRoutes(service: service)
        players.addPublic(to: router.group("v1"))
        let authenticated = router.group("v1").add(middleware: AuthenticationMiddleware(players: service.players))
        players.add(to: authenticated)
        sessions.add(to: authenticated)
        turns.add(to: authenticated)
        messages.add(to: authenticated)
        return router
    }

    /// What answers every request.
    package func buildResponder() -> RoundtableResponder {
        let quick = QuickRoutes(
            players: service.players, turns: turns, sessions: sessions, messages: messages, limiter: limiter,
            metrics: options.metrics)
        return RoundtableResponder(
            router: build().buildResponder(), quick: options.traces || options.logsRequests ? nil : quick)
    }

    private var limiter: RateLimiter? {
        options.rateLimit.map {
            RateLimiter(limit: $0, players: service.players, proxies: options.trustedProxies)
        }
    }
}
