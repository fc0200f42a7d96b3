import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Roundtable

@Suite("The database's time")
struct DatabaseTimeTests {
    @Test("counts, however far off the machine's clock is", arguments: [-600_000, -1, 0, 1, 600_000])
    func lead(milliseconds: Int) async {
        let time = DatabaseTime(local: { .testing })
        #expect(time.now == .testing)
        let lead = await time.set { Date.testing.adding(milliseconds: milliseconds) }
        #expect(lead == milliseconds && time.now == .testing.adding(milliseconds: milliseconds))
    }

    @Test("is taken for that of the middle between question and answer")
    func middle() async {
        let clock = Mutex(Date.testing)
        let time = DatabaseTime(local: { clock.withLock { $0 } })
        await time.set {
            clock.withLock { $0 = .testing.adding(milliseconds: 100) }
            return Date.testing.adding(milliseconds: 1050)
        }
        #expect(time.now == .testing.adding(milliseconds: 1100))
        let correction = await time.set {
            clock.withLock { $0 = .testing.adding(milliseconds: 5000) }
            return Date.testing.adding(milliseconds: 9000)
        }
        #expect(correction == 0 && time.now == .testing.adding(milliseconds: 6000))
    }

    @Test("can be moved ahead for tests, and never back")
    func moved() async {
        let time = DatabaseTime(local: { .testing })
        await time.set { Date.testing.adding(seconds: 5) }
        time.move(toSeconds: 86_400)
        time.move(toSeconds: 60)
        #expect(time.now == .testing.adding(seconds: 86_405))
        await time.set { Date.testing.adding(seconds: 7) }
        #expect(time.now == .testing.adding(seconds: 86_407))
    }
}
