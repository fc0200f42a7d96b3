import Foundation

/// Holds what reads JSON to time that grows with its size and no faster.
///
/// It measures the processor's time of the thread, so that what else the machine does takes no part in it; of several
/// runs the least counts.
package struct ReadingCost {
    /// The sizes that are read, in bytes.
    package static let sizes = kibibytes.map { $0 * 1024 }
    /// The factor by which time may grow where size doubles: linear, and some for sorting and for memory.
    private static let mostGrowth = 2.6
    /// The longest time for the largest size, in milliseconds: for 64 KiB as `CPU_MS` of deploy/check/cost-of-input.
    private static var longest: Double { 50 * slowness * Double(kibibytes.max() ?? 64) / 64 }
    /// The times that a reader is measured again before it is said to be slow.
    private static let attempts = 25

    #if DEBUG
        private static let kibibytes = [8, 16, 32]
        /// How much longer a build without optimisation takes.
        private static let slowness = 8.0
        /// Below so many milliseconds growth is not judged: there pages of memory and the clock count for more.
        private static let floor = 25.0
    #else
        private static let kibibytes = [16, 32, 64]
        private static let slowness = 1.0
        private static let floor = 2.0
    #endif

    /// A sentence about what takes too long; nil if nothing does.
    ///
    /// - Parameters:
    ///   - input: makes what is read, by its size.
    ///   - read: what is measured.
    package static func flaw<Input>(
        of input: (Int) throws -> Input, _ read: (Input) -> Void
    ) throws -> String? {
        // NB: most readers refuse most bodies at once; then there is no growth to be judged.
        let largest = try input(sizes[sizes.count - 1])
        let first = milliseconds { read(largest) }
        guard first > floor else { return nil }
        var inputs: [Input] = []
        for size in sizes.dropLast() { inputs.append(try input(size)) }
        inputs.append(largest)
        var times = inputs.dropLast().map { input in milliseconds { read(input) } } + [first]
        for _ in 0..<attempts {
            guard let flaw = flaw(of: times) else { return nil }
            // Nothing that takes so much longer is better the next time.
            if times.contains(where: { $0 > 4 * longest }) { return flaw }
            for (place, input) in inputs.enumerated() { times[place] = min(times[place], milliseconds { read(input) }) }
        }
        return flaw(of: times)
    }

    private static func flaw(of times: [Double]) -> String? {
        let told = times.map { "\(($0 * 100).rounded() / 100)" }.joined(separator: ", ")
        if let last = times.last, last > longest { return "it takes \(told) ms, and may take \(longest)" }
        // NB: over all doublings together, since one of them may meet a step of the allocator.
        let most = times[0] * pow(mostGrowth, Double(times.count - 1))
        let grows = times.last.map { $0 > floor && $0 > most } ?? false
        return grows ? "it takes \(told) ms for \(kibibytes) KiB" : nil
    }

    private static func milliseconds(_ body: () -> Void) -> Double {
        let start = now()
        body()
        return now() - start
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}
