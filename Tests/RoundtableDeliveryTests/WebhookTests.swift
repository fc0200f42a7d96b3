import Foundation
import HTTPConnection
import HTTPTypes
import NIOCore
import RoundtableTestTools
import TestSupport
import Testing

@testable import Roundtable
@testable import RoundtableDelivery

@Suite("The webhook")
struct WebhookTests {
    private static let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

    @Test("a signature is that of the specification's libraries")
    func vector() throws {
        let secrets = try #require(WebhookSecrets(lines: Self.secret))
        let signature = secrets.signatures(
            of: Array(#"{"test": 2432232314}"#.utf8), id: "msg_p5jXN8AQM9LWM0D4loKWxJek", timestamp: 1_614_265_330)
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test("while secrets change, each signs")
    func rotation() throws {
        let other = "whsec_" + Data((0..<32).map { UInt8($0) }).base64EncodedString()
        let both = try #require(WebhookSecrets(lines: "# the new one first\n\(other)\n\n  \(Self.secret)\n"))
        let (first, second) = (WebhookSecrets(lines: other), WebhookSecrets(lines: Self.secret))
        let signatures = [both, first, second].map { $0?.signatures(of: [1, 2], id: "a", timestamp: 3) }
        #expect(signatures[0] == "\(signatures[1] ?? "") \(signatures[2] ?? "")")
    }

    @Test(
        "what is no secret is refused",
        arguments: [
            "", "#", "secret", "whsec_", "whsec_AAAA", "whsec_ÄÖÜ", secret + "\nx", String(secret.dropFirst(6)),
        ])
    func noSecret(_ lines: String) { #expect(WebhookSecrets(lines: lines) == nil) }

    @Test("messages come in order, each signed, with the ID that they always have")
    func delivery() async throws {
        let receiver = WebhookReceiver { _ in HTTPReply(status: .noContent) }
        try await receiver.serving { url in
            let sender = try self.sender(to: url)
            defer { sender.close() }
            #expect(await sender.deliver(messages).isDelivered)
            let requests = receiver.requests
            #expect(requests.map { $0.field("webhook-id") } == ["m-0", "m-1", "m-2"])
            #expect(requests.map(\.body) == ["0", "1", "2"])
            let secrets = try #require(WebhookSecrets(lines: Self.secret))
            for request in requests {
                #expect(request.head.method == .post && request.field("content-type") == "application/json")
                let timestamp = try #require(request.field("webhook-timestamp").flatMap { Int($0) })
                let id = try #require(request.field("webhook-id"))
                #expect(
                    request.field("webhook-signature")
                        == secrets.signatures(of: Array(request.body.utf8), id: id, timestamp: timestamp))
            }
        }
    }

    @Test("of messages that fail, those before are not sent again, and the pause that is asked for is told")
    func failure() async throws {
        let receiver = WebhookReceiver { body in
            body == "2" ? HTTPReply(status: .tooManyRequests, headers: [.retryAfter: "30"]) : HTTPReply(status: .ok)
        }
        try await receiver.serving { url in
            let sender = try self.sender(to: url)
            defer { sender.close() }
            let failure = try #require(await sender.deliver(messages).failure)
            #expect(failure == .init(reason: "The webhook answered 429.", delivered: 2, afterSeconds: 30))
        }
    }

    @Test("a redirect is not followed")
    func redirect() async throws {
        let receiver = WebhookReceiver { _ in
            HTTPReply(status: .temporaryRedirect, headers: [.location: "/elsewhere"])
        }
        try await receiver.serving { url in
            let sender = try self.sender(to: url)
            defer { sender.close() }
            let failure = try #require(await sender.deliver(messages).failure)
            #expect(failure.delivered == 0 && failure.reason == "The webhook answered 307.")
            #expect(receiver.requests.count == 1)
        }
    }

    @Test("of an answer 64 KiB are read; that it is longer changes nothing")
    func longAnswer() async throws {
        let receiver = WebhookReceiver { _ in
            HTTPReply(status: .ok, body: .whole(ByteBuffer(repeating: 0x61, count: 4 << 20)))
        }
        try await receiver.serving { url in
            let sender = HTTPSender(connectionsToHost: 1, timeLimit: .seconds(120))
            defer { sender.close() }
            let response = try await sender.send(.init(url: url, headers: [], body: []))
            #expect(response.status == 200 && response.body.count == HTTPSender.answerBytes)
        }
    }

    @Test("a receiver that never answers has failed when the time is over, and one that is away at once")
    func silence() async throws {
        let receiver = WebhookReceiver { _ in
            try? await Task.sleep(for: .seconds(600))
            return HTTPReply(status: .ok)
        }
        try await receiver.serving { url in
            let sender = try self.sender(to: url, timeLimit: .milliseconds(200))
            defer { sender.close() }
            let failure = try #require(await sender.deliver(messages).failure)
            #expect(failure.delivered == 0 && failure.reason == "The webhook can't be reached: Timeout was reached")
        }
        let sender = try self.sender(to: "http://127.0.0.1:1")
        defer { sender.close() }
        #expect(await sender.deliver(messages).failure != nil)
    }

    @Test("a connection on which an answer did not come is not used again")
    func silentConnection() async throws {
        let receiver = WebhookReceiver { body in
            if body == "1" { try? await Task.sleep(for: .seconds(600)) }
            return HTTPReply(status: .ok)
        }
        try await receiver.serving { url in
            let sender = try self.sender(to: url, timeLimit: .seconds(1))
            defer { sender.close() }
            #expect(await sender.deliver(messages).failure?.delivered == 1)
            // NB: the connection would answer only after the message that is not answered.
            try await eventually("a message on another connection") {
                await sender.deliver(Array(messages.prefix(1))).isDelivered
            }
        }
    }

    @Test("of a sender that was closed every request fails")
    func closed() async throws {
        let sender = try self.sender(to: "http://127.0.0.1:1")
        sender.close()
        #expect(await sender.deliver(messages).failure?.reason.contains("The instance stops.") == true)
    }

    private var messages: [WebhookMessage] { (0..<3).map { WebhookMessage(id: "m-\($0)", body: Array("\($0)".utf8)) } }

    private func sender(to url: String, timeLimit: Duration = .seconds(120)) throws -> WebhookSender {
        WebhookSender(to: url, secrets: try #require(WebhookSecrets(lines: Self.secret)), timeLimit: timeLimit)
    }
}

extension Delivery {
    struct Failure: Equatable {
        let reason: String
        let delivered: Int
        let afterSeconds: Int?
    }

    var isDelivered: Bool { if case .delivered = self { true } else { false } }

    var failure: Failure? {
        guard case .failed(let reason, let delivered, _, let seconds) = self else { return nil }
        return Failure(reason: reason, delivered: delivered, afterSeconds: seconds)
    }
}
