/// Deadlines of a process that may stand still, as in a machine that is stopped. One that is noticed late is put off by
/// a moment, in which what came in time is found.
extension ContinuousClock.Instant {
    /// Whether this deadline passed so long ago that the process stood still.
    var isNoticedLate: Bool { duration(to: .now) > .moment }
}

extension Duration {
    /// The lateness from which on a process stood still, and the time to find what came meanwhile.
    static let moment = Duration.seconds(1)
}
