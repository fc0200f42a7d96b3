import Foundation
import GameRules
import Logging
import Roundtable
import TestSupport
import Testing

@testable import RoundtableCommand

@Suite("The monitor of rules")
struct RulesMonitorTests {
    @Test("ends the process when rules never return, for nothing else gives back their thread")
    func endless() async {
        await #expect(processExitsWith: .exitCode(RulesMonitor.status)) {
            let watch = RulesWatch(limit: .milliseconds(1))
            let monitor = RulesMonitor(
                of: watch, patience: .milliseconds(10), logger: Logger(label: "monitor"), note: { _ in })
            async let ended: Void = monitor.run()
            try watch.run(.numbered(1)) {
                while true { work(milliseconds: 10) }
            }
            try await ended
        }
    }

    @Test("leaves a process alone in which rules stand still, as they do in a machine that is stopped")
    func standstill() async {
        await #expect(processExitsWith: .success) {
            let watch = RulesWatch(limit: .milliseconds(1))
            let monitor = RulesMonitor(
                of: watch, patience: .milliseconds(10), logger: Logger(label: "monitor"), note: { _ in })
            async let ended: Void = monitor.run()
            Thread.detachNewThread {
                // The monitor looks four times a second.
                let answer = try? watch.run(.numbered(1)) {
                    Thread.sleep(forTimeInterval: 1)
                    return 7
                }
                exit(answer == 7 ? 0 : 1)
            }
            try await ended
        }
    }
}
