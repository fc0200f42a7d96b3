import ArgumentParser
import Configuration
import Digests
import Foundation
import Roundtable
import RoundtableDelivery
import SystemPackage

/// Settings of what is told outside.
struct DeliverySettings {
    let webhook: (url: String, secrets: WebhookSecrets)?
    /// The keys for Apple's push service; nil if nobody is notified.
    let pushKeys: ApplePushKeys?
    /// A server instead of Apple's.
    let pushURL: String?

    /// A file of the certificates that both are trusted by; nil for the system's.
    let authorities: String?

    /// - Throws: `Refusal`, saying which setting makes no sense.
    init(_ config: ConfigReader) throws {
        webhook = try Self.url("webhook.url", of: config).map { ($0, try Self.webhookSecrets(config)) }
        authorities = config.string(forKey: "ca.file")
        if let authorities { _ = try FilePath(authorities).text() }
        pushURL = try Self.url("push.url", of: config).map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        pushKeys = try config.string(forKey: "push.keys.file").map { try Self.pushKeys(FilePath($0)) }
    }

    var listeners: Listeners { Listeners(webhook: webhook != nil, push: pushKeys != nil) }

    private static func url(_ key: String, of config: ConfigReader) throws -> String? {
        guard let text = config.string(forKey: ConfigKey(key), isSecret: true) else { return nil }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host()?.isEmpty == false else {
            throw Refusal(
                "\(key.replacing(".", with: "-")) begins with http:// or https:// and names a host.")
        }
        return text
    }

    private static func webhookSecrets(_ config: ConfigReader) throws -> WebhookSecrets {
        guard let path = config.string(forKey: "webhook.secret.file") else {
            throw Refusal("webhook-url needs webhook-secret-file, whose secrets sign what is sent there.")
        }
        guard let secrets = WebhookSecrets(lines: try FilePath(path).text()) else {
            throw Refusal(
                "\(path) must have a secret on each line: whsec_ and 24 to 64 random bytes in base64.")
        }
        return secrets
    }

    private static func pushKeys(_ path: FilePath) throws -> ApplePushKeys {
        var topics: [String: ApplePushKeys.Key] = [:]
        for line in try path.text().split(whereSeparator: \.isNewline) {
            let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            guard words.count == 4 else {
                throw Refusal(
                    "\(path) has a line that is no key: each is a bundle ID, a team's ID, a key's ID and a file.")
            }
            let file = path.removingLastComponent().pushing(FilePath(words[3]))
            guard let key = ES256Key(pem: try file.text()) else {
                throw Refusal("\(file) is not a key from Apple: that is a private key on P-256, in PKCS #8.")
            }
            topics[words[0]] = ApplePushKeys.Key(team: words[1], id: words[2], key: key)
        }
        guard !topics.isEmpty else { throw Refusal("\(path) has no keys.") }
        return ApplePushKeys(topics: topics)
    }
}

struct DeliveryOptions: ParsableArguments {
    @Option(
        "The address of the app's backend, which gets each notice as a POST, as Standard Webhooks says.",
        "ROUNDTABLE_WEBHOOK_URL; by default none", value: "url")
    var webhookUrl: String?

    @Option(
        "A file of secrets that sign those requests, a line each: whsec_ and 24 to 64 random bytes in base64. "
            + "All of them sign.", "ROUNDTABLE_WEBHOOK_SECRET_FILE", value: "file")
    var webhookSecretFile: String?

    @Option(
        "A file of keys for Apple's push service, a line each: the app's bundle ID, the team's ID, the key's ID, "
            + "and the key's file, such as AuthKey_ABC123DEFG.p8 beside this one.",
        "ROUNDTABLE_PUSH_KEYS_FILE; by default nobody is notified", value: "file")
    var pushKeysFile: String?

    @Option(
        "For how long a player who was notified of a session is not notified of it again; 0 for no such limit.",
        "ROUNDTABLE_ALERT_SECONDS; by default 60", value: "seconds")
    var alertSeconds: Int?

    @Option(
        "The address of a server to use instead of Apple's push service, for tests.", "ROUNDTABLE_PUSH_URL",
        value: "url")
    var pushUrl: String?

    @Option(
        "A PEM file of the authorities to trust for webhook and pushes, instead of the system's.", "ROUNDTABLE_CA_FILE",
        value: "file")
    var caFile: String?
}
