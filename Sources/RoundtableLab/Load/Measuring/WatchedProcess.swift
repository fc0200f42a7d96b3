import Foundation

/// A process on this machine whose use of it is told beside the run: the service's, the database's, and our own.
struct WatchedProcess: Sendable, Equatable {
    let name: String
    /// Its number; what its children use counts as well.
    let id: Int

    /// The load tester itself: if it uses all of its threads, it was the bottleneck.
    static var own: WatchedProcess { WatchedProcess(name: "roundtable-lab load", id: Int(getpid())) }

    /// Its usage until now; nil if the system does not report it, or it has ended.
    func usage() -> ProcessUsage? {
        guard var usage = ProcessUsage(of: id) else { return nil }
        // The memory of children is mostly shared, and not counted again.
        for child in children { usage.cpuSeconds += ProcessUsage(of: child)?.cpuSeconds ?? 0 }
        return usage
    }

    private var children: [Int] {
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
        return threads.flatMap { thread in
            let numbers = try? String(contentsOfFile: "/proc/\(id)/task/\(thread)/children", encoding: .utf8)
            return (numbers ?? "").split(separator: " ").compactMap { Int($0) }
        }
    }
}

/// The usage of a process since it began.
struct ProcessUsage {
    /// The time of one core, of its own and of its children that have ended.
    var cpuSeconds: Double
    /// The memory that it holds now.
    let megabytes: Double

    /// Reads `/proc`, see proc(5).
    init?(of id: Int) {
        guard let stat = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
            // The name before may hold spaces and brackets.
            let end = stat.lastIndex(of: ")")
        else { return nil }
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        guard fields.count > 21, let pages = Double(fields[21]) else { return nil }
        let ticks = fields[11...14].compactMap { Double($0) }.reduce(0, +)
        cpuSeconds = ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
        megabytes = pages * Double(sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
    }
}

/// Tells what processes use from one look to the next.
struct ProcessWatch {
    private let processes: [WatchedProcess]
    private var known: [String: Double] = [:]
    private var lookedAt = ContinuousClock.now

    init(_ processes: [WatchedProcess]) {
        self.processes = processes
        _ = look()
    }

    /// The cores that each used since the last look, and the memory that it holds now.
    mutating func look() -> [String: RunReport.ProcessMoment] {
        let now = ContinuousClock.now
        let seconds = max(lookedAt.duration(to: now) / .seconds(1), 0.001)
        lookedAt = now
        var moments: [String: RunReport.ProcessMoment] = [:]
        for process in processes {
            guard let usage = process.usage() else { continue }
            let before = known.updateValue(usage.cpuSeconds, forKey: process.name) ?? usage.cpuSeconds
            moments[process.name] = RunReport.ProcessMoment(
                cores: max(0, usage.cpuSeconds - before) / seconds, megabytes: usage.megabytes)
        }
        return moments
    }
}
