package import GameRules

/// A question to a game's rules: of which session it is, and whose doing.
package struct RulesSubject: Hashable, Sendable {
    package let game: GameName
    /// The session that is decided or shown.
    package let session: SessionID
    package let creator: PlayerID
    /// Whose doing it is: who asks for a decision, or who made the position that is shown. Never somebody who only
    /// looks: a stranger's link would take their own games from them.
    package let player: PlayerID

    package init(game: GameName, session: SessionID, creator: PlayerID, player: PlayerID) {
        self.game = game
        self.session = session
        self.creator = creator
        self.player = player
    }
}

/// The decision on what is suspended after rules used too much CPU time: the smallest thing that helps.
///
/// A session is suspended after the first time, a player's doings in a game after several of their sessions. The whole
/// game is suspended only after several sessions that have no person in common, and only if most of what it was asked
/// meanwhile was slow: whoever makes slow sessions under many names can't take a game from those who play it.
package struct RulesPolicy: Sendable {
    /// Something that is suspended.
    package enum Scope: Hashable, Sendable {
        case session(SessionID)
        /// What a player does in one game.
        case player(PlayerID, GameName)
        case game(GameName)
    }

    /// Something that is suspended, and until when.
    package struct Suspension: Hashable, Sendable {
        package let scope: Scope
        package let end: ContinuousClock.Instant
    }

    /// The time for which something is suspended.
    private static let usualTime = Duration.seconds(60)
    /// The time for which a slow answer is remembered.
    private static let window = Duration.seconds(600)
    /// The number of slow sessions after which a player's doings are suspended.
    private static let sessionsOfPlayer = 3
    /// The number of slow sessions without a person in common after which a game is suspended.
    private static let independentSessions = 5
    /// A game is not suspended if it answered more often in time than this, for each slow session.
    private static let answersForEachSlow = 10
    /// The most slow answers that are remembered.
    package var mostSlowAnswers = 256
    /// The most things that are suspended at once.
    package var mostSuspensions = 1024

    /// Slow answers, the oldest first; one for each session and player.
    private var slow: [(subject: RulesSubject, at: ContinuousClock.Instant)] = []
    /// The answers in time of games that have slow ones.
    private var inTime: [GameName: Int] = [:]
    private var suspensions: [Scope: ContinuousClock.Instant] = [:]

    /// A policy under which nothing is suspended yet.
    package init() {}

    /// Whether slow answers are remembered, so that those in time count.
    package var isWary: Bool { !slow.isEmpty }

    /// Whether anything may be suspended.
    package var isSuspending: Bool { !suspensions.isEmpty }

    /// The widest thing that keeps a question from being asked now; nil if it may be asked.
    package func suspension(of subject: RulesSubject, at now: ContinuousClock.Instant) -> Suspension? {
        for scope in subject.scopes.reversed() {
            if let end = suspensions[scope], now < end { return Suspension(scope: scope, end: end) }
        }
        return nil
    }

    /// Takes note of an answer in time.
    package mutating func answered(_ game: GameName) {
        if let count = inTime[game] { inTime[game] = count + 1 }
    }

    /// Takes note of an answer that used too much CPU time, and decides what is suspended.
    ///
    /// - Parameter time: the length of the suspension; nil for the usual one.
    /// - Returns: the widest thing that is suspended from now on.
    @discardableResult
    package mutating func tookTooLong(
        _ subject: RulesSubject, at now: ContinuousClock.Instant, for time: Duration? = nil
    ) -> Suspension {
        forget(at: now)
        slow.removeAll { $0.subject.session == subject.session && $0.subject.player == subject.player }
        if slow.count >= mostSlowAnswers { slow.removeFirst() }
        slow.append((subject, now))
        inTime[subject.game] = inTime[subject.game] ?? 0

        let end = now + (time ?? Self.usualTime)
        let scopes = subject.scopes.filter { isToBeSuspended($0) }
        for scope in scopes { suspend(scope, until: end) }
        return Suspension(scope: scopes.last ?? .session(subject.session), end: end)
    }

    /// Forgets what is over.
    package mutating func forget(at now: ContinuousClock.Instant) {
        slow.removeAll { $0.at + Self.window < now }
        inTime = inTime.filter { game, _ in slow.contains { $0.subject.game == game } }
        suspensions = suspensions.filter { now < $1 }
    }

    private func isToBeSuspended(_ scope: Scope) -> Bool {
        switch scope {
        case .session:
            return true
        case .player(let player, let game):
            let sessions = slow.lazy.filter { $0.subject.player == player && $0.subject.game == game }
            return Set(sessions.map(\.subject.session)).count >= Self.sessionsOfPlayer
        case .game(let game):
            let all = slow.lazy.map(\.subject).filter { $0.game == game }
            return all.countWithoutPersonInCommon >= Self.independentSessions
                && (inTime[game] ?? 0) <= Self.answersForEachSlow * all.count
        }
    }

    private mutating func suspend(_ scope: Scope, until end: ContinuousClock.Instant) {
        if suspensions[scope] == nil, suspensions.count >= mostSuspensions,
            let first = suspensions.min(by: { $0.value < $1.value })?.key
        {
            suspensions[first] = nil
        }
        suspensions[scope] = max(end, suspensions[scope] ?? end)
    }
}

extension RulesSubject {
    /// The scopes that may be suspended because of this question, the narrowest first.
    fileprivate var scopes: [RulesPolicy.Scope] { [.session(session), .player(player, game), .game(game)] }
}

extension Sequence<RulesSubject> {
    /// The number of questions of sessions that have neither creator nor player in common.
    fileprivate var countWithoutPersonInCommon: Int {
        var (persons, count): (Set<PlayerID>, Int) = ([], 0)
        for subject in self where persons.isDisjoint(with: [subject.creator, subject.player]) {
            persons.formUnion([subject.creator, subject.player])
            count += 1
        }
        return count
    }
}
