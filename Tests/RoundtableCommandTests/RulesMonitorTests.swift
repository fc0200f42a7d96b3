import Foundation
import GameRules
import InMemoryLogging
import Logging
import Roundtable
import TestSupport
import RoundtableTestTools
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
            async let _: Void = monitor.run()
            try watch.run(.numbered(1)) {
                // A minute of CPU time is as good as never here, and lets a test that fails end.
                for _ in 0..<6000 { work(milliseconds: 10) }
            }
            exit(0)
        }
    }

    @Test("leaves a process alone in which rules stand still, as they do in a machine that is stopped")
    func standstill() async {
        await #expect(processExitsWith: .success) {
            let log = InMemoryLogHandler()
            let watch = RulesWatch(limit: .milliseconds(10))
            let monitor = RulesMonitor(
                of: watch, patience: .milliseconds(500), logger: Logger(label: "monitor") { _ in log }, note: { _ in })
            async let _: Void = monitor.run()
            let (begun, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            async let answer = onThread {
                try? watch.run(.numbered(1)) {
                    begun.signal()
                    goesOn.wait()
                    return 7
                }
            }
            // NB: each look of the monitor is logged, because these have worked for too long before they stand still.
            async let refused = onThread {
                begun.wait()
                let answer = try? watch.run(.numbered(2)) {
                    work(milliseconds: 50)
                    goesOn.wait()
                    return 7
                }
                return answer == nil
            }
            // Between five looks lies a second at least, twice what the monitor would take for endless work.
            try await eventually("five looks of the monitor") { log.entries.count >= 5 }
            for _ in 1...2 { goesOn.signal() }
            #expect(await answer == 7)
            #expect(await refused)
            let blamed = Set(log.entries.compactMap { $0.metadata["session"]?.description })
            #expect(blamed == ["\(RulesSubject.numbered(2).session)"])
            exit(0)
        }
    }
}

/// Does something on a thread of its own.
private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { done in Thread.detachNewThread { done.resume(returning: body()) } }
}
