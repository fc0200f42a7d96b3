import NIOCore

/// Notes what happens on one worker.
struct Recorder {
    /// The measurements between two looks.
    struct Interval: Sendable {
        var latencies = Latencies()
        var refusals = 0
        var errors = 0

        mutating func add(_ other: Interval) {
            latencies.add(other.latencies)
            refusals += other.refusals
            errors += other.errors
        }
    }

    private var interval = Interval()
    private var measurement = Measurement()
    private var counting = NIODeadline.distantFuture..<NIODeadline.distantFuture

    /// Counts measurements from one time until another.
    mutating func begin(from start: NIODeadline, until end: NIODeadline) {
        counting = start..<end
        measurement = Measurement()
    }

    mutating func record(_ operation: MeasuredOperation, since start: NIODeadline, at now: NIODeadline) {
        if operation.isStep { interval.latencies.record(now - start) }
        // NB: how long something takes counts if it should have begun in time, however late it ends; else the slowest
        // would be missing from the end of every run.
        if counting.contains(start) { measurement.latencies[operation, default: Latencies()].record(now - start) }
        if counting.contains(now) { measurement.answers[operation, default: 0] += 1 }
    }

    /// Something was refused, as it must be when somebody else was faster.
    mutating func recordRefusal(_ operation: MeasuredOperation, since start: NIODeadline, at now: NIODeadline) {
        interval.refusals += 1
        record(operation, since: start, at: now)
        if counting.contains(now) { measurement.refusals += 1 }
    }

    mutating func record(error reason: String, at now: NIODeadline) {
        interval.errors += 1
        // NB: errors count whenever they happen: a lost turn is lost in the warm-up, too.
        measurement.errors[reason, default: 0] += 1
    }

    /// Nobody was free for a step that should have begun.
    mutating func recordUnbegun(since start: NIODeadline, at end: NIODeadline) {
        measurement.unbegun += 1
        if counting.contains(start) { measurement.overdue.record(end - start) }
    }

    mutating func takeInterval() -> Interval {
        defer { interval = Interval() }
        return interval
    }

    /// The measurements that counted since ``begin(from:until:)``.
    ///
    /// - Parameter end: when the load ended, if that was before its time.
    mutating func takeMeasurement(at end: NIODeadline) -> Measurement {
        defer { measurement = Measurement() }
        measurement.seconds = max(0, Double((min(end, counting.upperBound) - counting.lowerBound).nanoseconds) / 1e9)
        return measurement
    }
}

/// The measurements in the time that counts.
struct Measurement: Sendable {
    var seconds = 0.0
    /// The times of operations that should have begun then and were answered as they should be.
    var latencies: [MeasuredOperation: Latencies] = [:]
    /// The number of those that were answered then as they should be.
    var answers: [MeasuredOperation: Int] = [:]
    var refusals = 0
    var errors: [String: Int] = [:]
    /// Steps that nobody was free for.
    var unbegun = 0
    /// The times that those had waited by the end, at least.
    var overdue = Latencies()

    mutating func add(_ other: Measurement) {
        for (operation, latencies) in other.latencies { self.latencies[operation, default: Latencies()].add(latencies) }
        answers.merge(other.answers, uniquingKeysWith: +)
        errors.merge(other.errors, uniquingKeysWith: +)
        seconds = max(seconds, other.seconds)
        refusals += other.refusals
        unbegun += other.unbegun
        overdue.add(other.overdue)
    }

    /// The times of all steps together, those that nobody was free for among them.
    var steps: Latencies {
        var steps = overdue
        for (operation, latencies) in latencies where operation.isStep { steps.add(latencies) }
        return steps
    }

    /// The number of steps that were answered in a second.
    var rate: Double { Double(answers.reduce(0) { $0 + ($1.key.isStep ? $1.value : 0) }) / duration }

    /// The number of an operation's requests that were answered in a second.
    func rate(of operation: MeasuredOperation) -> Double { Double(answers[operation] ?? 0) / duration }

    /// NB: there is always some time, so that a rate is a number that JSON knows.
    private var duration: Double { max(seconds, 0.001) }
}
