import Foundation
package import Roundtable

/// One attempt to deliver a row of the outbox: it is written for its receivers, and sent to them.
package struct NoticeDelivery: Sendable {
    private let writer: NoticeWriter
    private let store: any PushTokenStore
    private let webhook: WebhookSender?
    private let push: ApplePushSender?

    /// Deliveries of the notices in a store.
    ///
    /// - Parameters:
    ///   - webhook: delivers to the webhook; nil if there is none.
    ///   - push: delivers to devices; nil if none is notified.
    package init(
        context: ServiceContext, store: any SessionStores & PushTokenStore, webhook: WebhookSender?,
        push: ApplePushSender?
    ) {
        writer = NoticeWriter(context: context, store: store)
        self.store = store
        self.webhook = webhook
        self.push = push
    }

    /// The channels that something is delivered on.
    package var channels: [Notice.Channel] {
        (webhook == nil ? [] : [.webhook]) + (push == nil ? [] : [.push, .reminder])
    }

    /// Delivers a row.
    package func callAsFunction(_ row: OutboxRow) async -> Delivery {
        do {
            if let player = row.notice.line.player {
                guard let push else { return .failed(because: "Nothing is pushed any more.") }
                return try await deliver(row.notice, to: player, by: push)
            }
            guard let webhook else { return .failed(because: "There is no webhook any more.") }
            return await webhook.deliver(try await writer.messages(of: row))
        } catch {
            return .failed(because: "The notice can't be written: \(error.explanation)")
        }
    }

    /// Notifies a player's devices; tokens that are none any more are forgotten.
    ///
    /// If one of several devices can't be reached, all of them are tried again: what they show already is replaced by the
    /// same.
    private func deliver(
        _ notice: Notice, to player: PlayerID, by push: ApplePushSender
    ) async throws(ServiceError) -> Delivery {
        var (delivered, failure, refusal) = (0, Delivery?.none, Delivery?.none)
        for token in try await store.pushTokens(of: player) {
            guard let alert = try await writer.alert(of: notice, to: player, in: token.locale) else {
                return .obsolete
            }
            switch await push.send(alert, to: token) {
            case .delivered: delivered += 1
            // NB: anybody may register a token of any app.
            case .unknownTopic: break
            case .gone(let since): try await store.forget(token.token, of: player, registeredBefore: since)
            case .failed(let reason, let seconds): failure = .failed(because: reason, afterSeconds: seconds)
            case .refused(let reason): refusal = .refused(because: reason)
            }
        }
        return failure ?? (delivered > 0 ? .delivered : refusal ?? .obsolete)
    }
}
