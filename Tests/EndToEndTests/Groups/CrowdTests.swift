import Foundation
import MessagesSimulator
import TestSupport
import Testing

@Suite("Whatever a crowd does", .database)
struct CrowdTests {
    @Test("nobody is called by a wrong name, and no seat gets lost", arguments: [1, 2, 3] as [UInt64])
    func everything(seed: UInt64) async throws {
        try await LiveService.run { service in
            let crowd = try await Crowd(seed: seed, service: service.url)
            let start = ContinuousClock.now
            do { try await crowd.play(steps: 300) } catch { print("\(error)") }
            print(seed, ContinuousClock.now - start, await crowd.report)
        }
    }
}
