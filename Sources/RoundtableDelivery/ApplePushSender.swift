package import Foundation
package import Logging
package import Roundtable
import RoundtableJSON

/// Delivers notices to players' devices by Apple's push service (APNs), as "Sending notification requests to APNs" and
/// "Handling notification responses from APNs" in Apple's documentation have it.
package final class ApplePushSender: Sendable {
    /// The end of one request.
    package enum Outcome: Sendable, Equatable {
        case delivered
        /// The token is none any more, since a time if Apple tells.
        case gone(since: Date?)
        /// The token is of an app that there is no key for.
        case unknownTopic
        /// It is tried again later.
        case failed(because: String, afterSeconds: Int?)
        /// Apple will never take it.
        case refused(because: String)
    }

    /// The time for which Apple keeps a notification for a device that it can't reach, in seconds.
    private static let keptSeconds = 3 * 86_400

    private let keys: ApplePushKeys
    private let server: String?
    private let sender: HTTPSender
    private let tokens = ProviderTokens()
    private let logger: Logger
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - server: the address of another server than Apple's, without a slash at its end; nil for Apple's.
    ///   - authorities: a file of the certificates that it is trusted by; nil for the system's.
    ///   - timeLimit: the time within which a request is answered.
    package init(
        keys: ApplePushKeys, server: String? = nil, authorities: String? = nil, timeLimit: Duration = .seconds(15),
        logger: Logger, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.keys = keys
        self.server = server
        sender = HTTPSender(connectionsToHost: 1, authorities: authorities, timeLimit: timeLimit)
        self.logger = logger
        self.now = now
    }

    /// Sends an alert to one device.
    package func send(_ alert: PushAlert, to token: PushToken) async -> Outcome {
        guard let key = keys.topics[token.topic] else { return .unknownTopic }
        guard let bearer = tokens.token(of: key, at: now()) else {
            return .failed(because: "The key \(key.id) can't sign.", afterSeconds: nil)
        }
        do {
            let response = try await sender.send(request(for: alert, to: token, bearer))
            return outcome(of: response, by: bearer, of: key)
        } catch {
            return .failed(because: "Apple's push service can't be reached: \(error)", afterSeconds: nil)
        }
    }

    private func request(for alert: PushAlert, to token: PushToken, _ bearer: String) -> HTTPSender.Request {
        let host = token.environment == .sandbox ? "api.sandbox.push.apple.com" : "api.push.apple.com"
        let session = alert.session.description
        return HTTPSender.Request(
            url: "\(server ?? "https://\(host)")/3/device/\(token.token)",
            headers: [
                ("authorization", "bearer \(bearer)"), ("content-type", "application/json"),
                ("apns-push-type", "alert"), ("apns-topic", token.topic), ("apns-priority", "10"),
                ("apns-collapse-id", session),
                ("apns-expiration", "\(Int(now().timeIntervalSince1970) + Self.keptSeconds)"),
            ], body: Self.payload(of: alert), isHTTP2: true)
    }

    private static func payload(of alert: PushAlert) -> [UInt8] {
        var json = JSONWriter()
        json.object { json in
            json.member("aps") { json in
                json.member("alert") { json in
                    json.member("body", alert.body)
                    json.member("title", alert.title)
                }
                json.member("badge", alert.badge)
                json.member("sound", "default")
                json.member("thread-id", alert.session)
            }
            json.member("session", alert.session)
        }
        return json.withBytes { Array($0) }
    }

    private func outcome(
        of response: HTTPSender.Response, by bearer: String, of key: ApplePushKeys.Key
    ) -> Outcome {
        guard response.status != 200 else { return .delivered }
        let answer = try? ErrorAnswer(JSONDocument(response.body).root)
        let reason = answer?.reason ?? "no reason"
        let sentence = "Apple's push service answered \(response.status): \(reason)."
        switch (response.status, reason) {
        case (410, _): return .gone(since: answer?.since)
        case (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic"): return .gone(since: nil)
        case (403, "ExpiredProviderToken"):
            let now = now()
            if tokens.refuse(bearer, of: key, at: now) {
                logger.warning(
                    "Apple takes a provider token for expired that is not: the database's clock may be wrong",
                    metadata: ["key": "\(key.id)", "time": "\(now.formatted(.iso8601))"])
            }
            return .failed(because: "\(sentence) The database's clock may be wrong.", afterSeconds: nil)
        // NB: a key may be put right.
        case (403, _), (429, _), (500..., _):
            return .failed(because: sentence, afterSeconds: response.retryAfterSeconds)
        default: return .refused(because: sentence)
        }
    }

    /// Ends its connections.
    package func close() { sender.close() }
}

private struct ErrorAnswer {
    let reason: String
    /// Since when the token is none.
    let since: Date?

    init(_ json: JSONElement) throws(JSONError) {
        reason = try json.read("reason")
        since = try json.readIfPresent("timestamp", as: Int.self).map { Date(timeIntervalSince1970: Double($0) / 1000) }
    }
}
