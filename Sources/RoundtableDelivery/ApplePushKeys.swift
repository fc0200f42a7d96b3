package import Digests
import Foundation
import Synchronization

/// The keys that Apple's push service knows apps by, each with the topics that it is for.
package struct ApplePushKeys: Sendable {
    /// A key of a team.
    package struct Key: Sendable {
        package let team: String
        package let id: String
        package let key: ES256Key

        package init(team: String, id: String, key: ES256Key) {
            self.team = team
            self.id = id
            self.key = key
        }
    }

    /// By the bundle IDs of apps.
    package let topics: [String: Key]

    package init(topics: [String: Key]) { self.topics = topics }
}

/// The provider tokens that say who sends (RFC 7519, signed by ES256). Each is used for 40 minutes: Apple refuses those
/// that are older than an hour, and new ones that come within 20 minutes.
final class ProviderTokens: Sendable {
    private struct Token {
        let text: String
        let madeAt: Date
        var isRefused = false

        func isYounger(than seconds: TimeInterval, at now: Date) -> Bool {
            abs(now.timeIntervalSince(madeAt)) < seconds
        }
    }

    private static let lifetime: TimeInterval = 2400
    private static let shortestLifetime: TimeInterval = 1200

    /// By the IDs of keys.
    private let tokens = Mutex<[String: Token]>([:])

    /// The token of a key; nil if the key can't sign.
    func token(of key: ApplePushKeys.Key, at now: Date) -> String? {
        tokens.withLock { tokens in
            if let token = tokens[key.id], token.isYounger(than: Self.lifetime, at: now) { return token.text }
            guard let text = Self.make(key, at: now) else { return nil }
            tokens[key.id] = Token(text: text, madeAt: now)
            return text
        }
    }

    /// Has a token made anew that Apple takes for too old, once Apple allows a new one.
    ///
    /// - Returns: whether this is the first refusal of the token.
    func refuse(_ text: String, of key: ApplePushKeys.Key, at now: Date) -> Bool {
        tokens.withLock { tokens in
            guard let token = tokens[key.id], token.text == text else { return false }
            tokens[key.id]?.isRefused = true
            if !token.isYounger(than: Self.shortestLifetime, at: now) { tokens[key.id] = nil }
            return !token.isRefused
        }
    }

    private static func make(_ key: ApplePushKeys.Key, at now: Date) -> String? {
        let head = encoded(Array(#"{"alg":"ES256","kid":"\#(key.id)"}"#.utf8))
        let claims = encoded(Array(#"{"iss":"\#(key.team)","iat":\#(Int(now.timeIntervalSince1970))}"#.utf8))
        let signed = "\(head).\(claims)"
        return key.key.signature(of: Array(signed.utf8)).map { "\(signed).\(encoded($0))" }
    }

    /// Base64 for URLs, without padding.
    private static func encoded(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
