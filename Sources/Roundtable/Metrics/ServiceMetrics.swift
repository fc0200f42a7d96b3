package import Metrics

/// What is counted of the games; the names are those that an operator sees.
package struct ServiceMetrics: Sendable {
    /// How a player's request for a turn ended.
    package enum TurnOutcome: String, CaseIterable, Sendable {
        case accepted, replayed
        /// Refused by rules, seat or turn.
        case rejected
        /// The session had moved on.
        case conflict
        /// Our fault.
        case failed
    }

    /// What became of a draft.
    package enum DraftOutcome: String, CaseIterable, Sendable {
        case saved, committed, cancelled, replaced, overtaken
    }

    /// What committed an event.
    package enum Cause: String, CaseIterable, Sendable {
        case sent, now, deadline, `operator`
        /// Somebody opened the bubble of a draft.
        case opened
    }

    /// How a device came to name a seat.
    package enum Naming: String, CaseIterable, Sendable {
        /// By sightings, or because it is the device's own.
        case resolved
        /// By elimination.
        case inferred
        /// Not at all: by nickname or "Player 2".
        case fallback
    }

    /// What became of drafts.
    package let drafts: CounterFamily<DraftOutcome>
    /// What committed events.
    package let commits: CounterFamily<Cause>
    /// How devices name the seats of the messages they are given.
    package let attributions: CounterFamily<Naming>
    /// What became of hints; the store counts the other look-ups of sessions.
    let hints: CacheLookups
    /// The look-ups of credentials.
    let credentials: CacheLookups
    private let turns: [TurnOutcome: Metrics.Timer]

    /// Counters of a factory; by default of the one to which the process sends all.
    package init(_ factory: any MetricsFactory = MetricsSystem.factory) {
        drafts = CounterFamily("roundtable_drafts_total", by: "outcome", factory)
        commits = CounterFamily("roundtable_commits_total", by: "cause", factory)
        attributions = CounterFamily("roundtable_attributions_total", by: "how", factory)
        hints = CacheLookups(of: "sessions", factory)
        credentials = CacheLookups(of: "credentials", factory)
        turns = Dictionary(
            uniqueKeysWithValues: TurnOutcome.allCases.map { outcome in
                let label = [("outcome", outcome.rawValue)]
                return (outcome, Timer(label: "roundtable_turns_seconds", dimensions: label, factory: factory))
            })
    }

    /// Measures a turn from its request to its answer or refusal.
    package nonisolated(nonsending) func turn(_ body: () async throws -> TurnAnswer) async throws -> TurnAnswer {
        let start = ContinuousClock.now
        do {
            let answer = try await body()
            record(answer.isRepeated ? .replayed : .accepted, since: start)
            return answer
        } catch {
            record((error as? ServiceError)?.outcome ?? .failed, since: start)
            throw error
        }
    }

    /// Counts an event, and its draft if it was one.
    func committed(_ event: Event, by cause: Cause) {
        commits.count(cause)
        if event.details.draft != nil { drafts.count(.committed) }
    }

    /// Counts how a device, for which a message is composed, names the seats of others.
    func composed(naming names: Attributions) {
        for naming in names.ofOthers { attributions.count(naming) }
    }

    private func record(_ outcome: TurnOutcome, since start: ContinuousClock.Instant) {
        turns[outcome]?.record(duration: start.duration(to: .now))
    }
}

extension ServiceError {
    /// How a turn ends that is refused like this.
    fileprivate var outcome: ServiceMetrics.TurnOutcome {
        switch code {
        case .staleRevision: .conflict
        case .internal, .unavailable: .failed
        default: .rejected
        }
    }
}
