import Digests
import Foundation
import RoundtableDelivery
import RoundtableModel
import TestSupport
import Testing

@testable import Roundtable
@testable import RoundtableLab

@Suite("What the playground's phones are told")
struct DeviceNoticeTests {
    private let sessions = [SessionID(UUID()), SessionID(UUID())]

    /// Sends alerts to a device as the service does.
    private func send(
        _ titles: [(session: Int, title: String)], to token: PushToken, by access: DeviceNotices.Access
    ) async throws -> [ApplePushSender.Outcome] {
        let pem = try #require(ES256Key.makePEM())
        let key = ApplePushKeys.Key(team: "T", id: "K", key: try #require(ES256Key(pem: pem)))
        let sender = ApplePushSender(
            keys: ApplePushKeys(topics: [token.topic: key]), server: access.address, logger: .quiet)
        defer { sender.close() }
        var outcomes: [ApplePushSender.Outcome] = []
        for (session, title) in titles {
            let alert = PushAlert(title: title, body: "Ben moved", session: sessions[session], badge: 2)
            outcomes.append(await sender.send(alert, to: token))
        }
        return outcomes
    }

    @Test("a device shows the newest notice of each session, until it is put away")
    func newest() async throws {
        try await DeviceNotices.receiving { notices, access in
            let token = notices.makeToken(language: "en")
            let outcomes = try await send([(0, "first"), (1, "other"), (0, "second")], to: token, by: access)
            #expect(outcomes == [.delivered, .delivered, .delivered])
            #expect(notices.shown(on: token.token).map(\.title) == ["other", "second"])
            #expect(notices.shown(on: token.token).last?.line == "second: Ben moved [2]")
            notices.dismiss(sessions[0], on: token.token)
            #expect(notices.shown(on: token.token).map(\.title) == ["other"])
        }
    }

    @Test("a device that is gone is told nothing, and the sender learns it")
    func gone() async throws {
        try await DeviceNotices.receiving { notices, access in
            let token = notices.makeToken(language: "en")
            notices.forget(token.token)
            let outcomes = try await send([(0, "lost")], to: token, by: access)
            #expect(outcomes == [.gone(since: nil)])
            #expect(notices.shown(on: token.token) == [])
        }
    }
}
