import Foundation
package import Roundtable

/// One attempt to deliver a row of the outbox: it is written for its receivers, and sent to them.
package struct NoticeDelivery: Sendable {
    private let writer: NoticeWriter
    private let store: any PushTokenStore
    private let webhook: WebhookSender?
    private let push: ApplePushSender?

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
                guard let push else { return .failed(because: "Push is not configured.") }
                return try await deliver(row, to: player, by: push)
            }
            guard let webhook else { return .failed(because: "No webhook is configured.") }
            return await webhook.deliver(try await writer.messages(of: row))
        } catch {
            return .failed(because: "The notice can't be written: \(error.explanation)")
        }
    }

    /// Notifies a player's devices, all at once; tokens that are none any more are forgotten. If some can't be reached,
    /// they alone are tried again.
    private func deliver(_ row: OutboxRow, to player: PlayerID, by push: ApplePushSender) async throws(ServiceError)
        -> Delivery
    {
        let tokens = try await store.pushTokens(of: player).filter { !row.progress.reached.contains($0.token) }
        let locales = Set(tokens.map(\.locale))
        guard let alerts = try await writer.alerts(of: row, to: player, in: locales) else { return .obsolete }
        let outcomes = await withTaskGroup { group in
            for token in tokens {
                guard let alert = alerts[token.locale] else { continue }
                group.addTask { (token.token, await push.send(alert, to: token)) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        var (reached, failure, refusal) = ([String](), (reason: String, seconds: Int?)?.none, Delivery?.none)
        for (token, outcome) in outcomes {
            switch outcome {
            case .delivered: reached.append(token)
            // NB: anybody may register a token of any app.
            case .unknownTopic: break
            case .gone(let since): try await store.forget(token, of: player, registeredBefore: since)
            case .failed(let reason, let seconds): failure = (reason, seconds)
            case .refused(let reason): refusal = .refused(because: reason)
            }
        }
        if let failure { return .failed(because: failure.reason, reached: reached, afterSeconds: failure.seconds) }
        return reached.isEmpty && row.progress.reached.isEmpty ? refusal ?? .obsolete : .delivered
    }
}
