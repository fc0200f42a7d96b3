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
            try await crowd.play(steps: 120)
            try await crowd.settle()
            let report = await crowd.report
            #expect(report.isSettled)
            for session in report.sessions {
                let id = try #require(UUID(uuidString: session))
                try await Audit(store: service.store).expectConsistency(of: id)
            }
        }
    }
}
