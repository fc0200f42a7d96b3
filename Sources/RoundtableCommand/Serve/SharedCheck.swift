/// A check of an instance that is made at most once a second, however many ask: all who ask within a second of its
/// beginning get the same answer.
actor SharedCheck {
    private static let interval = Duration.seconds(1)

    private let now: @Sendable () -> ContinuousClock.Instant
    private let check: @Sendable () async -> String?
    private var latest: (begin: ContinuousClock.Instant, answer: Task<String?, Never>)?

    init(
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        _ check: @escaping @Sendable () async -> String?
    ) {
        self.now = now
        self.check = check
    }

    /// The reason why the instance can't serve; nil if it can.
    ///
    /// NB: the check is a task of its own, since whoever began it may go while others wait for it.
    func obstacle() async -> String? {
        let now = now()
        if let latest, now - latest.begin < Self.interval { return await latest.answer.value }
        let answer = Task { [check] in await check() }
        latest = (now, answer)
        return await answer.value
    }
}
