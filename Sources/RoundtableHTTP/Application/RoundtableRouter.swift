package import Hummingbird
package import Roundtable

/// Every route of the service.
package struct RoundtableRouter {
    private let service: RoundtableService
    private let pictures: PictureRenderer
    private let rateLimit: RateLimit?
    private let obstacle: @Sendable () async -> String?

    /// Routes to the use cases of a service.
    ///
    /// - Parameters:
    ///   - rateLimit: how often one player or address may ask; nil for as often as they like.
    ///   - obstacle: what stands in the way of serving, for the readiness probe; nil if nothing does.
    package init(
        service: RoundtableService, pictures: PictureRenderer, rateLimit: RateLimit? = nil,
        obstacle: @escaping @Sendable () async -> String?
    ) {
        self.service = service
        self.pictures = pictures
        self.rateLimit = rateLimit
        self.obstacle = obstacle
    }

    /// The router, to be served or tested.
    package func build() -> Router<PlayerContext> {
        let router = Router(context: PlayerContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: ProblemMiddleware())
        HealthRoutes(obstacle: obstacle).add(to: router)
        if let rateLimit { router.add(middleware: RateLimitMiddleware(limit: rateLimit, players: service.players)) }
        PageRoutes(service: service, pictures: pictures).add(to: router)
        let players = PlayerRoutes(service: service)
        players.addPublic(to: router.group("v1"))
        let authenticated = router.group("v1").add(middleware: AuthenticationMiddleware(players: service.players))
        players.add(to: authenticated)
        SessionRoutes(service: service).add(to: authenticated)
        TurnRoutes(service: service).add(to: authenticated)
        MessageRoutes(service: service).add(to: authenticated)
        return router
    }
}
