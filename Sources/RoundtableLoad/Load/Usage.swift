import Foundation

/// What this process has used of its machine.
struct Usage: Sendable {
    private let cpuSeconds: Double
    private let wallSeconds: Double
    private let peakBytes: Int

    /// Until now.
    static var now: Usage {
        var usage = rusage()
        #if canImport(Glibc)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            let unit = 1024
        #else
            getrusage(RUSAGE_SELF, &usage)
            let unit = 1
        #endif
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return Usage(
            cpuSeconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
            wallSeconds: ProcessInfo.processInfo.systemUptime, peakBytes: Int(usage.ru_maxrss) * unit)
    }

    /// Between two moments.
    func since(_ before: Usage) -> RunReport.Tester {
        let wall = max(wallSeconds - before.wallSeconds, 0.001)
        return RunReport.Tester(
            cores: (cpuSeconds - before.cpuSeconds) / wall, megabytes: Double(peakBytes) / 1_048_576)
    }
}
