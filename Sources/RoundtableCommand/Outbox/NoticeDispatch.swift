import Logging
import Roundtable
import RoundtableDelivery
import RoundtableStore
import ServiceLifecycle

/// Delivers what is told outside, as long as the instance runs. When it stops, what is on its way has a moment to come
/// to its end; what is given up then, another instance delivers later.
struct NoticeDispatch: Service {
    private static let lastMoment = Duration.seconds(2)

    private let dispatchers: [Dispatcher]
    private let webhook: WebhookSender?
    private let push: ApplePushSender?

    /// Deliveries of the notices in a store; nil if nobody listens.
    init?(_ settings: DeliverySettings, _ assembled: AssembledService, logger: Logger) {
        let now = assembled.context.now
        webhook = settings.webhook.map {
            WebhookSender(to: $0.url, secrets: $0.secrets, authorities: settings.authorities, now: now)
        }
        push = settings.pushKeys.map {
            ApplePushSender(
                keys: $0, server: settings.pushURL, authorities: settings.authorities, logger: logger, now: now)
        }
        let (context, store) = (assembled.context, assembled.store)
        let delivery = NoticeDelivery(context: context, store: store, webhook: webhook, push: push)
        guard !delivery.channels.isEmpty else { return nil }
        dispatchers = delivery.channels.map { channel in
            Dispatcher(of: channel, context: context, store: store) { await delivery($0) }
        }
    }

    func run() async throws {
        await withTaskGroup { closing in
            closing.addTask {
                try? await gracefulShutdown()
                try? await Task.sleep(for: Self.lastMoment)
                webhook?.close()
                push?.close()
            }
            await cancelWhenGracefulShutdown {
                await withDiscardingTaskGroup { group in
                    for dispatcher in dispatchers { group.addTask { await dispatcher.run() } }
                }
            }
            closing.cancelAll()
        }
    }

    /// Signs by the secrets of other settings from now on.
    func use(_ settings: DeliverySettings) {
        if let secrets = settings.webhook?.secrets { webhook?.use(secrets) }
    }
}
