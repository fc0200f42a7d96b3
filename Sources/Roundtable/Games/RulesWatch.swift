import GameRules
import Synchronization

/// Keeps rules that use too much time from stopping the service: they run on threads that everybody's requests need.
///
/// Whatever a game is asked while a request waits passes here. What counts is the CPU time of the thread: a machine
/// that stands still is no fault of a game. An answer that used more than ``limit`` is thrown away, and ``RulesPolicy``
/// decides what is suspended. Rules that never return keep their thread, for nothing can take it from them;
/// ``overdue()`` tells of them. The process has to end then, and the next one suspends the session for
/// ``suspensionSeconds``.
package final class RulesWatch: Sendable {
    /// The most CPU time that rules may use for one decision, view or picture.
    package static let limit = Duration.seconds(1)
    /// The time for which a session is suspended whose rules never returned, in seconds.
    package static let suspensionSeconds = 600

    /// Rules at work that have used too much CPU time.
    package struct Run: Sendable {
        package let subject: RulesSubject
        /// The CPU time so far.
        package let used: Duration
        /// The widest thing that is suspended because of them.
        package let suspension: RulesPolicy.Suspension
    }

    private struct Work {
        let subject: RulesSubject
        let start: MonotonicTime
        let clock: ThreadClock
        /// The CPU time that the thread had used before, or a little more.
        let usedBefore: Int64

        // NB: only before the thread has taken its question away, so that it lives.
        var used: Int64 { clock.used - usedBefore }
    }

    private struct State {
        /// Those at work, each in a place of its own until it returns.
        var work: [Work?] = []
        /// The places that nobody has.
        var free: [Int] = []
        var policy: RulesPolicy
    }

    /// In nanoseconds, as all that is measured here.
    private let limit: Int64
    /// The tolerance of CPU time, in the rules' favour.
    private let tolerance: Int64
    private let state: Mutex<State>

    /// A watch; another limit and policy are for tests.
    package init(limit: Duration = RulesWatch.limit, policy: RulesPolicy = RulesPolicy()) {
        self.limit = Int64(limit / .nanoseconds(1))
        tolerance = self.limit / 50
        state = Mutex(State(policy: policy))
    }

    /// Asks a game's rules something. What is asked for the sake of another question is part of that.
    ///
    /// - Throws: `unavailable`, if they used too much time, or what is asked is suspended.
    package func run<Value>(
        _ subject: RulesSubject, _ body: () throws(ServiceError) -> Value
    ) throws(ServiceError) -> Value {
        let meter = ThreadMeter.current
        let outer = meter.watch
        guard outer != ObjectIdentifier(self) else { return try body() }
        let place = try begin(subject, on: meter)
        meter.watch = ObjectIdentifier(self)
        let outcome = Result(catching: body)
        meter.watch = outer
        if let suspension = end(place) { throw refusal(of: subject.game, suspension) }
        return try outcome.get()
    }

    /// Suspends something from the beginning, as its rules never returned in an earlier process.
    package func suspend(_ subject: RulesSubject, for time: Duration) {
        state.withLock { _ = $0.policy.tookTooLong(subject, at: .now, for: time) }
    }

    /// The rules at work that have used more CPU time than they may; what the policy decides is suspended from now on.
    package func overdue() -> [Run] {
        let (time, now) = (MonotonicTime.now, ContinuousClock.now)
        return state.withLock { state in
            state.policy.forget(at: now)
            return state.work.compactMap { work in
                guard let work, time.nanoseconds(since: work.start) > limit else { return nil }
                let used = work.used
                guard used > limit else { return nil }
                let suspension = state.policy.tookTooLong(work.subject, at: now)
                return Run(subject: work.subject, used: .nanoseconds(used), suspension: suspension)
            }
        }
    }

    private func begin(_ subject: RulesSubject, on meter: ThreadMeter) throws(ServiceError) -> Int {
        let start = MonotonicTime.now
        let work = Work(
            subject: subject, start: start, clock: meter.clock, usedBefore: meter.bound(at: start, within: tolerance))
        return try state.withLock { state throws(ServiceError) in
            if state.policy.isSuspending, let suspension = state.policy.suspension(of: subject, at: .now) {
                throw refusal(of: subject.game, suspension)
            }
            guard let place = state.free.popLast() else {
                state.work.append(work)
                return state.work.count - 1
            }
            state.work[place] = work
            return place
        }
    }

    /// Ends a run. Returns the suspension that it causes; nil if it used no more time than it may.
    private func end(_ place: Int) -> RulesPolicy.Suspension? {
        let time = MonotonicTime.now
        return state.withLock { state in
            defer {
                state.work[place] = nil
                state.free.append(place)
            }
            // NB: a thread uses no more CPU time than time passes, so that the clock that costs nothing nearly always
            // settles it.
            if let start = state.work[place]?.start, time.nanoseconds(since: start) <= limit, !state.policy.isWary {
                return nil
            }
            guard let work = state.work[place] else { return nil }
            guard time.nanoseconds(since: work.start) > limit, work.used > limit else {
                state.policy.answered(work.subject.game)
                return nil
            }
            return state.policy.tookTooLong(work.subject, at: .now)
        }
    }

    private func refusal(of game: GameName, _ suspension: RulesPolicy.Suspension) -> ServiceError {
        var error = ServiceError(because: suspension.scope.refusal)
        error.retryAfter = max(1, Int((ContinuousClock.now.duration(to: suspension.end) / .seconds(1)).rounded(.up)))
        error.underlying = RulesFailure(of: game, "they used more than \(Duration.nanoseconds(limit)) of CPU time")
        return error
    }
}

extension RulesPolicy.Scope {
    /// The kind of what is suspended, for the log.
    package var name: String {
        switch self {
        case .session: "session"
        case .player: "player"
        case .game: "game"
        }
    }

    fileprivate var refusal: RefusalReason {
        switch self {
        case .session: .slowSession
        case .player: .slowPlayer
        case .game: .slowGame
        }
    }
}

extension ServiceError {
    /// The error that a player gets for a mistake of a game's rules.
    init(_ failure: RulesFailure) {
        self.init(.internal, "Something went wrong with this game.", underlying: failure)
    }
}
