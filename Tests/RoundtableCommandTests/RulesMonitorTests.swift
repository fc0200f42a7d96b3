import Foundation
import GameRules
import Logging
import Roundtable
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
            try watch.run(GameName(rawValue: "endless")) {
                while true { Thread.sleep(forTimeInterval: 1) }
            }
            try await ended
        }
    }
}
