package import GameRules
import Synchronization

/// Keeps rules that take too long from stopping the service: they run on threads that everybody's requests need.
///
/// Whatever a game is asked while a request waits passes here. An answer that took longer than ``limit`` is thrown
/// away, and the game is left alone for ``pause``: all its players are told to come back, and those of other games
/// notice nothing. Rules that never return keep their thread, for nothing can take it from them; ``overdue()`` tells of
/// them. The process has to end then, and the next one leaves the game alone for ``restSeconds``.
package final class RulesWatch: Sendable {
    /// The longest that rules may take for one decision, view or picture.
    package static let limit = Duration.seconds(1)
    /// The time for which a game is left alone afterwards.
    package static let pause = Duration.seconds(60)
    /// The time for which a game is left alone whose rules never returned, in seconds.
    package static let restSeconds = 600
    /// The one of this process, whose threads all rules share.
    package static let shared = RulesWatch()

    /// A game's rules at work.
    package struct Run: Sendable {
        package let game: GameName
        /// The time so far.
        package let duration: Duration
    }

    private struct State {
        /// Those at work, each in a place of its own until it returns.
        var runs: [(game: GameName, start: ContinuousClock.Instant)?] = []
        /// Until when games are left alone.
        var paused: [GameName: ContinuousClock.Instant] = [:]

        mutating func leaveAlone(_ game: GameName, until end: ContinuousClock.Instant) {
            paused[game] = max(end, paused[game] ?? end)
        }
    }

    private let limit: Duration
    private let pause: Duration
    private let state = Mutex(State())

    /// A watch; other limits are for tests.
    package init(limit: Duration = RulesWatch.limit, pause: Duration = RulesWatch.pause) {
        self.limit = limit
        self.pause = pause
    }

    /// Asks a game's rules something.
    ///
    /// - Throws: `unavailable`, if they took too long, or did so a moment ago.
    package func run<Answer>(
        _ game: GameName, _ body: () throws(ServiceError) -> Answer
    ) throws(ServiceError) -> Answer {
        let place = try begin(game)
        let outcome: Result<Answer, ServiceError>
        do {
            outcome = .success(try body())
        } catch {
            outcome = .failure(error)
        }
        guard end(place) else { throw Self.refusal(game) }
        return try outcome.get()
    }

    /// Leaves a game alone for a time.
    package func leaveAlone(_ game: GameName, for time: Duration) {
        state.withLock { $0.leaveAlone(game, until: ContinuousClock.now + time) }
    }

    /// The rules that have been at work for longer than they may; their games are left alone from now on.
    package func overdue() -> [Run] {
        let now = ContinuousClock.now
        return state.withLock { state in
            state.runs.compactMap { run in
                guard let run, run.start.duration(to: now) > limit else { return nil }
                state.leaveAlone(run.game, until: now + pause)
                return Run(game: run.game, duration: run.start.duration(to: now))
            }
        }
    }

    private func begin(_ game: GameName) throws(ServiceError) -> Int {
        let now = ContinuousClock.now
        let place = state.withLock { state -> Int? in
            if !state.paused.isEmpty, let end = state.paused[game] {
                if now < end { return nil }
                state.paused[game] = nil
            }
            if let free = state.runs.firstIndex(where: { $0 == nil }) {
                state.runs[free] = (game, now)
                return free
            }
            state.runs.append((game, now))
            return state.runs.count - 1
        }
        guard let place else { throw Self.refusal(game) }
        return place
    }

    /// Whether it was in time.
    private func end(_ place: Int) -> Bool {
        let now = ContinuousClock.now
        return state.withLock { state in
            guard let run = state.runs[place] else { return true }
            state.runs[place] = nil
            guard run.start.duration(to: now) > limit else { return true }
            state.leaveAlone(run.game, until: now + pause)
            return false
        }
    }

    private static func refusal(_ game: GameName) -> ServiceError {
        var error = ServiceError(.unavailable, "This game takes too long at the moment; try again later.")
        error.retryAfter = Int(pause.components.seconds)
        error.underlying = RulesFailure(of: game, "they took longer than \(limit)")
        return error
    }
}

extension ServiceError {
    /// The error that a player gets for a mistake of a game's rules.
    init(_ failure: RulesFailure) {
        self.init(.internal, "Something went wrong with this game.", underlying: failure)
    }
}
