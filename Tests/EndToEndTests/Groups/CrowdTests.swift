import Foundation
import MessagesSimulator
import TestSupport
import Testing

@Suite("Whatever a crowd does", .database)
struct CrowdTests {
    @Test(
        "nobody is called by a wrong name that is not explained and settled, and no seat gets lost",
        arguments: [1, 2, 3] as [UInt64])
    func everything(seed: UInt64) async throws {
        try await LiveService.run { service in
            let crowd = try await Crowd(seed: seed, service: service.url, letTimePass: service.letTimePass)
            try await expectPromisesKept(to: crowd, steps: 120, by: service)
        }
    }

    @Test("every game is played on, by friends who move as often as they look", arguments: PlayedGame.allCases)
    func everyGame(game: PlayedGame) async throws {
        try await LiveService.run { service in
            let crowd = try await Crowd(seed: 1, people: 3, habits: .friendly, playing: game, service: service.url)
            let events = try await expectPromisesKept(to: crowd, steps: 50, by: service)
            #expect(events > 2)
        }
    }

    /// Lets a crowd play, and looks through what is stored of its games.
    ///
    /// - Returns: how many events they have.
    @discardableResult
    private func expectPromisesKept(to crowd: Crowd, steps: Int, by service: LiveService) async throws -> Int {
        try await crowd.play(steps: steps)
        try await crowd.settle()
        let report = await crowd.report
        #expect(report.isSettled)
        var events = 0
        for session in report.sessions {
            let id = try #require(UUID(uuidString: session))
            events += try await Audit(store: service.store).expectConsistency(of: id).count
        }
        return events
    }
}
