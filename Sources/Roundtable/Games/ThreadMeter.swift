import Foundation

/// The clock of the CPU time that one thread has used. It stands still while the thread waits, and while the machine,
/// the container or the process is stopped.
struct ThreadClock: Sendable {
    private let id: clockid_t

    /// The clock of the calling thread.
    init() {
        var id = clockid_t()
        guard pthread_getcpuclockid(pthread_self(), &id) == 0 else { preconditionFailure("a thread has a CPU clock") }
        self.id = id
    }

    /// The CPU time so far. NB: only while the thread lives, for another one may get its clock later. A system call.
    var used: Duration {
        var time = timespec()
        guard clock_gettime(id, &time) == 0 else { return .zero }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
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
    private var reading: (at: ContinuousClock.Instant, used: Duration)?

    /// A bound above the CPU time that the thread has used, by at most a tolerance.
    func bound(at now: ContinuousClock.Instant, within tolerance: Duration) -> Duration {
        if let reading {
            let passed = reading.at.duration(to: now)
            if passed <= tolerance { return reading.used + passed }
        }
        let used = clock.used
        reading = (now, used)
        return used
    }
}
