import Digests
import Foundation
import InMemoryLogging
import Logging
import NIOHTTP1
import PushStandIn
import RoundtableJSON
import Synchronization
import TestSupport
import Testing

@testable import Roundtable
@testable import RoundtableDelivery

@Suite("Apple's push service")
struct ApplePushTests {
    private let token = PushToken(token: "ab01", topic: "org.example.games", environment: .sandbox)
    private let alert = PushAlert(
        title: "It’s your turn", body: "Ana played column 3", session: SessionID(.numbered(7)), badge: 3)

    private func sender(
        at url: String, logger: Logger = .quiet, now: @escaping @Sendable () -> Date = { Date() }
    ) throws -> ApplePushSender {
        let key = try #require(ES256Key(pem: Self.key))
        return ApplePushSender(
            keys: ApplePushKeys(topics: ["org.example.games": .init(team: "TEAM123456", id: "KEY1234567", key: key)]),
            server: url, timeLimit: .seconds(120), logger: logger, now: now)
    }

    @Test("a notification is as Apple's documentation has it")
    func request() async throws {
        try await PushServer.serving { server, url in
            let sender = try self.sender(at: url)
            defer { sender.close() }
            #expect(await sender.send(alert, to: token) == .delivered)
            let request = try #require(server.requests.first)
            #expect(request.path == "/3/device/ab01")
            #expect(request.headers["apns-topic"] == ["org.example.games"])
            #expect(request.headers["apns-push-type"] == ["alert"])
            #expect(request.headers["apns-priority"] == ["10"])
            #expect(request.headers["apns-collapse-id"] == [alert.session.description])
            let expiration = try #require(request.headers["apns-expiration"].first.flatMap(Int.init))
            #expect(expiration > Int(Date().timeIntervalSince1970))
            #expect(
                try JSONValue(JSONDocument(Array(request.body.utf8)).root) == [
                    "aps": [
                        "alert": ["title": "It’s your turn", "body": "Ana played column 3"], "badge": 3,
                        "sound": "default", "thread-id": .string(alert.session.description),
                    ],
                    "session": .string(alert.session.description),
                ])
            #expect(request.body.utf8.count < 4096)
        }
    }

    @Test("the provider token is signed by the key, kept for 40 minutes, and made anew before the hour is over")
    func providerToken() async throws {
        let now = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        try await PushServer.serving { server, url in
            let sender = try self.sender(at: url) { now.withLock { $0 } }
            defer { sender.close() }
            for minutes in [0, 39, 2, 39, 2] {
                now.withLock { $0.addTimeInterval(Double(minutes) * 60) }
                #expect(await sender.send(alert, to: token) == .delivered)
            }
            let tokens = server.requests.compactMap { $0.headers["authorization"].first }
            #expect(tokens[0] == tokens[1] && tokens[1] != tokens[2])
            #expect(tokens[2] == tokens[3] && tokens[3] != tokens[4])
            let parts = tokens[0].dropFirst("bearer ".count).split(separator: ".").map(String.init)
            #expect(parts.count == 3)
            #expect(Self.decoded(parts[0]) == #"{"alg":"ES256","kid":"KEY1234567"}"#)
            #expect(Self.decoded(parts[1]) == #"{"iss":"TEAM123456","iat":1800000000}"#)
            #expect(Self.bytes(parts[2])?.count == 64)
        }
    }

    @Test("many notifications are sent at the same time")
    func together() async throws {
        try await PushServer.serving { server, url in
            let sender = try self.sender(at: url)
            defer { sender.close() }
            await withTaskGroup { group in
                for _ in 0..<100 { group.addTask { await sender.send(alert, to: token) } }
                for await outcome in group { #expect(outcome == .delivered) }
            }
            #expect(server.requests.count == 100)
        }
    }

    @Test(
        "each refusal has its consequence",
        arguments: [
            (410, #"{"reason":"Unregistered","timestamp":1800000000000}"#, "gone"),
            (410, #"{"reason":"ExpiredToken","timestamp":1800000000000}"#, "gone"),
            (400, #"{"reason":"BadDeviceToken"}"#, "gone"), (400, #"{"reason":"DeviceTokenNotForTopic"}"#, "gone"),
            (400, #"{"reason":"BadTopic"}"#, "refused"), (413, #"{"reason":"PayloadTooLarge"}"#, "refused"),
            (404, #"{"reason":"BadPath"}"#, "refused"), (405, #"{"reason":"MethodNotAllowed"}"#, "refused"),
            (403, #"{"reason":"InvalidProviderToken"}"#, "failed"),
            (403, #"{"reason":"ExpiredProviderToken"}"#, "failed"),
            (429, #"{"reason":"TooManyRequests"}"#, "failed"),
            (429, #"{"reason":"TooManyProviderTokenUpdates"}"#, "failed"),
            (500, #"{"reason":"InternalServerError"}"#, "failed"),
            (503, #"{"reason":"ServiceUnavailable"}"#, "failed"), (503, "<html>", "failed"), (400, "", "refused"),
        ])
    func refusals(status: Int, body: String, consequence: String) async throws {
        try await PushServer.serving({ _ in .init(status: status, body: body, retryAfter: 17) }) { _, url in
            let sender = try self.sender(at: url)
            defer { sender.close() }
            switch await sender.send(alert, to: token) {
            case .delivered, .unknownTopic: Issue.record("It was not delivered.")
            case .gone(let since):
                #expect(consequence == "gone")
                #expect(since == (status == 410 ? Date(timeIntervalSince1970: 1_800_000_000) : nil))
            case .failed(let reason, let seconds):
                #expect(consequence == "failed" && reason.contains("\(status)"))
                #expect(body.contains("ExpiredProviderToken") || seconds == 17)
            case .refused(let reason): #expect(consequence == "refused" && reason.contains("\(status)"))
            }
        }
    }

    @Test("a provider token that Apple calls expired is made anew at most every 20 minutes, and the log says why")
    func expired() async throws {
        let now = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        let log = InMemoryLogHandler()
        try await PushServer.serving({ _ in .init(status: 403, body: #"{"reason":"ExpiredProviderToken"}"#) }) {
            server, url in
            let sender = try self.sender(at: url, logger: Logger(label: "test") { _ in log }) { now.withLock { $0 } }
            defer { sender.close() }
            for _ in 0..<60 {
                await withTaskGroup { group in
                    for _ in 0..<3 { group.addTask { await sender.send(alert, to: token) } }
                }
                now.withLock { $0.addTimeInterval(60) }
            }
            // A token that is refused when it is 20 minutes old is not sent any more.
            let tokens = server.requests.compactMap { $0.headers["authorization"].first }
            #expect(tokens.count == 180 && Set(tokens).count == 3)
            #expect(log.entries.count == 3 && log.entries.allSatisfy { "\($0.message)".contains("clock may be wrong") })
        }
    }

    @Test("an app without a key, and a server that is away")
    func unreachable() async throws {
        let sender = try self.sender(at: "http://127.0.0.1:1")
        defer { sender.close() }
        guard case .failed = await sender.send(alert, to: token) else {
            Issue.record("Nobody is there.")
            return
        }
        let other = PushToken(token: "ab01", topic: "org.example.other", environment: .sandbox)
        #expect(await sender.send(alert, to: other) == .unknownTopic)
    }

    private static func bytes(_ text: String) -> Data? {
        let text = text.replacing("-", with: "+").replacing("_", with: "/")
        return Data(base64Encoded: text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4))
    }

    private static func decoded(_ text: String) -> String? { bytes(text).map { String(decoding: $0, as: UTF8.self) } }

    /// A key that was made for this test alone.
    private static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKQqgdK9emP9XJ6dL
        AzIXKLY2tVZD3TVeOsbsK8xEk1GhRANCAAQMifiIVEzqlViqxxkI8nithBlrQ1bX
        hpX9umxpR9MuqiwAm8WGXctnw1eqMsg55ZLjdqGNcSrzi0wfp3KhOE/m
        -----END PRIVATE KEY-----
        """
}
