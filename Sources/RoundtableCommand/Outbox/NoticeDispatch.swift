import Roundtable
import RoundtableDelivery
import RoundtableStore
import ServiceLifecycle

/// Delivers what is told outside, as long as the instance runs; what is on its way when it stops comes to its end.
struct NoticeDispatch: Service {
    private let dispatchers: [Dispatcher]
    private let webhook: WebhookSender?
    private let push: ApplePushSender?

    /// Deliveries of the notices in a store; nil if nobody listens.
    init?(_ settings: DeliverySettings, _ assembled: AssembledService) {
        let now = assembled.context.now
        webhook = settings.webhook.map {
            WebhookSender(to: $0.url, secrets: $0.secrets, authorities: settings.authorities, now: now)
        }
        push = settings.pushKeys.map {
            ApplePushSender(keys: $0, server: settings.pushURL, authorities: settings.authorities, now: now)
        }
        let (context, store) = (assembled.context, assembled.store)
        let delivery = NoticeDelivery(context: context, store: store, webhook: webhook, push: push)
        guard !delivery.channels.isEmpty else { return nil }
        dispatchers = delivery.channels.map { channel in
            Dispatcher(of: channel, context: context, store: store) { await delivery($0) }
        }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            await withDiscardingTaskGroup { group in
                for dispatcher in dispatchers { group.addTask { await dispatcher.run() } }
            }
        }
        webhook?.close()
        push?.close()
    }

    /// Signs by the secrets of other settings from now on.
    func use(_ settings: DeliverySettings) {
        if let secrets = settings.webhook?.secrets { webhook?.use(secrets) }
    }
}
