import Digests
package import Foundation
package import Roundtable
import Synchronization

/// The secrets that sign messages to the webhook, as Standard Webhooks has them: a line each, `whsec_` and 24 to 64
/// bytes in base64. Each message has a signature by each of them, so that a receiver can change from one to the next.
package struct WebhookSecrets: Sendable {
    fileprivate let keys: [[UInt8]]

    /// Reads the lines of a file; nil if one of them is no secret, or there is none.
    package init?(lines text: String) {
        var keys: [[UInt8]] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            guard !line.isEmpty, !line.hasPrefix("#") else { continue }
            guard line.hasPrefix("whsec_"), let key = Data(base64Encoded: String(line.dropFirst(6))),
                (24...64).contains(key.count)
            else { return nil }
            keys.append(Array(key))
        }
        guard !keys.isEmpty else { return nil }
        self.keys = keys
    }

    /// The value of `webhook-signature` for a message.
    package func signatures(of body: [UInt8], id: String, timestamp: Int) -> String {
        let signed = Array("\(id).\(timestamp).".utf8) + body
        return keys.map { key in
            var code = HMAC(key: key)
            code.update(signed)
            return "v1,\(Data(code.finalize()).base64EncodedString())"
        }.joined(separator: " ")
    }
}

/// Delivers notices to the webhook of the app's backend.
package final class WebhookSender: Sendable {
    private let url: String
    private let secrets: Mutex<WebhookSecrets>
    private let sender: HTTPSender
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - authorities: a file of the certificates that the webhook is trusted by; nil for the system's.
    ///   - timeLimit: the time within which the webhook answers.
    package init(
        to url: String, secrets: WebhookSecrets, authorities: String? = nil, timeLimit: Duration = .seconds(15),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.url = url
        self.secrets = Mutex(secrets)
        sender = HTTPSender(connectionsToHost: 32, authorities: authorities, timeLimit: timeLimit)
        self.now = now
    }

    /// Signs by other secrets from now on.
    package func use(_ secrets: WebhookSecrets) { self.secrets.withLock { $0 = secrets } }

    /// The time within which messages of one attempt are begun.
    private static let attemptTime = Duration.seconds(20)

    /// Delivers messages in order, up to the first one that fails.
    package func deliver(_ messages: [WebhookMessage]) async -> Delivery {
        guard !messages.isEmpty else { return .obsolete }
        let begun = ContinuousClock.now
        for (delivered, message) in messages.enumerated() {
            guard begun.duration(to: .now) < Self.attemptTime else { return .begun(delivered: delivered) }
            do {
                let response = try await sender.send(request(for: message))
                guard (200..<300).contains(response.status) else {
                    return .failed(
                        because: "The webhook answered \(response.status).", delivered: delivered,
                        afterSeconds: response.retryAfterSeconds)
                }
            } catch {
                return .failed(because: "The webhook can't be reached: \(error)", delivered: delivered)
            }
        }
        return .delivered
    }

    private func request(for message: WebhookMessage) -> HTTPSender.Request {
        let timestamp = Int(now().timeIntervalSince1970)
        let signatures = secrets.withLock { $0 }.signatures(of: message.body, id: message.id, timestamp: timestamp)
        return HTTPSender.Request(
            url: url,
            headers: [
                ("content-type", "application/json"), ("user-agent", "roundtable"), ("webhook-id", message.id),
                ("webhook-timestamp", "\(timestamp)"), ("webhook-signature", signatures),
            ], body: message.body)
    }

    /// Ends its connections.
    package func close() { sender.close() }
}
