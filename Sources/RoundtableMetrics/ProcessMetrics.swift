import Foundation

extension PrometheusRegistry {
    /// Adds what the system says of this process, under the names that every Prometheus client uses.
    package func sampleProcess() {
        sample("process_cpu_seconds_total", as: .counter, Self.cpuSeconds)
        let startTime = Date().timeIntervalSince1970
        sample("process_start_time_seconds", as: .gauge) { startTime }
        sample("process_max_fds", as: .gauge, Self.maximumDescriptors)
        // NB: only Linux has /proc; elsewhere there are no such numbers.
        sample("process_resident_memory_bytes", as: .gauge, Self.residentBytes)
        sample("process_open_fds", as: .gauge, Self.openDescriptors)
    }

    private static func cpuSeconds() -> Double? {
        var time = timespec()
        guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return nil }
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private static func maximumDescriptors() -> Double? { Double(sysconf(Int32(_SC_OPEN_MAX))) }

    private static func residentBytes() -> Double? {
        guard let sizes = FileManager.default.contents(atPath: "/proc/self/statm") else { return nil }
        let fields = String(decoding: sizes, as: UTF8.self).split(separator: " ")
        return fields.dropFirst().first.flatMap { Double($0) }.map { $0 * Double(sysconf(Int32(_SC_PAGESIZE))) }
    }

    private static func openDescriptors() -> Double? {
        // NB: one of them is the directory's own.
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")).map { Double($0.count - 1) }
    }
}
