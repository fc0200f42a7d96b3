import Foundation

/// A reading of the clock that goes on steadily, which costs next to nothing.
struct MonotonicTime: Sendable {
    private let value: Int64

    static var now: MonotonicTime { MonotonicTime(value: reading(of: CLOCK_MONOTONIC)) }

    func nanoseconds(since other: MonotonicTime) -> Int64 { value - other.value }
}

private func reading(of clock: clockid_t) -> Int64 {
    var time = timespec()
    guard clock_gettime(clock, &time) == 0 else { return 0 }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// The clock of the CPU time that one thread has used. It stands still while the thread waits, and while the machine,
/// the container or the process is stopped.
struct ThreadClock: Sendable {
    private let id: clockid_t

    init() {
        var id = clockid_t()
        guard pthread_getcpuclockid(pthread_self(), &id) == 0 else { preconditionFailure("a thread has a CPU clock") }
        self.id = id
    }

    /// The CPU time so far, in nanoseconds. NB: only while the thread lives, for another one may get its clock later. A
    /// system call.
    var used: Int64 { reading(of: id) }
}

/// A thread's CPU time, of which a bound is known nearly for nothing.
///
/// To read the clock of CPU time is a system call, of up to a microsecond. A thread uses no more CPU time than time
/// passes, so that an old reading and the time since are a bound; it is read anew only if the reading is too old.
final class ThreadMeter {
    private static let key: pthread_key_t = {
        var key = pthread_key_t()
        let status = pthread_key_create(&key) { meter in
            if let meter { Unmanaged<ThreadMeter>.fromOpaque(meter).release() }
        }
        guard status == 0 else { preconditionFailure("there is room for another value of each thread") }
        return key
    }()

    /// The one of the calling thread, which alone uses it.
    static var current: ThreadMeter {
        if let known = pthread_getspecific(key) {
            return Unmanaged<ThreadMeter>.fromOpaque(known).takeUnretainedValue()
        }
        let meter = ThreadMeter()
        pthread_setspecific(key, Unmanaged.passRetained(meter).toOpaque())
        return meter
    }

    let clock = ThreadClock()
    /// The watch under which rules are at work on this thread.
    var watch: ObjectIdentifier?
    private var reading: (at: MonotonicTime, used: Int64)?

    /// A bound above the CPU time that the thread has used, by at most a tolerance, in nanoseconds.
    func bound(at now: MonotonicTime, within tolerance: Int64) -> Int64 {
        if let reading {
            let passed = now.nanoseconds(since: reading.at)
            if passed <= tolerance { return reading.used + passed }
        }
        let used = clock.used
        reading = (now, used)
        return used
    }
}
