package import Logging
package import Postgres
package import Roundtable

/// The service over a database, assembled in the one way that instances and operators' commands share.
///
/// Its store and its use cases have the same games, and the same watch over their rules.
package struct AssembledService: Sendable {
    package let context: ServiceContext
    package let store: PostgresStore
    /// Tells other instances of changes, and hears of theirs, while it runs.
    package let broadcast: ChangeBroadcast
    package let service: RoundtableService

    /// Assembles the service; its store and the broadcast must run while it is used.
    ///
    /// - Throws: `PostgresError`, if the store can't be configured.
    package init(
        _ context: ServiceContext, on pool: PostgresPool, _ configuration: PostgresConfiguration,
        limits: PostgresStore.Limits = PostgresStore.Limits(),
        subscription: ChangeBroadcast.Subscription = .shared, logger: Logger
    ) throws(PostgresError) {
        self.context = context
        store = try PostgresStore(
            pool: pool, configuration: configuration, games: context.games, watch: context.watch, limits: limits,
            logger: logger)
        broadcast = ChangeBroadcast(over: store, subscription: subscription)
        let changes = SessionNotices(announce: broadcast.announce)
        broadcast.wakes(changes)
        service = RoundtableService(store: store, context: context, changes: changes)
    }
}
