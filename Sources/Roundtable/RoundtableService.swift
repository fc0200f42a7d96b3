/// All use cases of the service, assembled over one store. NB: a class, for routes hold all of it and need one.
package final class RoundtableService: Sendable {
    package let players: PlayerService
    package let links: LinkService
    package let successions: SuccessionService
    package let sessions: SessionService
    package let turns: TurnService
    package let messages: MessageService
    package let publicMessages: PublicMessageService
    package let deadlines: DeadlineService
    package let claims: ClaimService
    package let operations: OperatorService
    package let reminders: ReminderService
    package let pushTokens: PushTokenService
    package let games: GameService
    package let problemTexts: ProblemTexts
    package let changes: SessionNotices
    package let metrics: ServiceMetrics

    private let context: ServiceContext

    package init(
        store: any SessionStores & PlayerStores & OperationStore, context: ServiceContext,
        changes: SessionNotices = SessionNotices()
    ) {
        self.changes = changes
        metrics = context.metrics
        self.context = context
        let log = SessionLog(context: context, store: store, changes: changes)
        players = PlayerService(store: store, context: context)
        successions = SuccessionService(store: store, log: log, players: players)
        links = LinkService(context: context, store: store, successions: successions)
        sessions = SessionService(log: log)
        turns = TurnService(log: log)
        messages = MessageService(context: context, store: store, changes: changes)
        deadlines = DeadlineService(log: log)
        operations = OperatorService(store: store, log: log)
        claims = ClaimService(log: log)
        reminders = ReminderService(store: store, log: log)
        pushTokens = PushTokenService(context: context, store: store)
        games = GameService(games: context.games)
        problemTexts = ProblemTexts(games: context.games)
        publicMessages = PublicMessageService(context: context, store: store)
    }

    /// Who is charged with what a request from an address leaves behind; nil without quotas.
    package func payer(at address: ClientAddress) -> Payer? {
        context.usage.map { Payer(usage: $0, address: address) }
    }

    /// Says where messages' URLs are reached; before anybody is answered.
    package func isReached(at publicURL: String) { context.isReached(at: publicURL) }

    /// Signs and verifies by other keys from now on, and forgets what was signed by those that are gone.
    package func use(_ keys: SigningKeys) {
        context.use(keys)
        players.forgetTokens()
    }
}
