import Foundation
import MessagesSimulator
import TestSupport
import Testing

@Suite("Whatever a crowd does", .database)
struct CrowdTests {
    /// Found to deceive the service; `roundtable simulate` shows how.
    private static let deceptive: Set<Habit> = [.resend, .secondDevice, .newPhone, .erase]

    @Test("nobody is called by a wrong name, and no seat gets lost", arguments: [1, 2, 3] as [UInt64])
    func everything(seed: UInt64) async throws {
        try await LiveService.run { service in
            let habits = Set<Habit>.everything.subtracting(Self.deceptive)
            let crowd = try await Crowd(seed: seed, habits: habits, service: service.url)
            try await crowd.play(steps: 90)
            for session in await crowd.report.sessions {
                let id = try #require(UUID(uuidString: session))
                try await Audit(store: service.store).expectConsistency(of: id)
            }
        }
    }
}
