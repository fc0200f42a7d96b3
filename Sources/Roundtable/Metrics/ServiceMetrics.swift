package import Metrics

/// The metrics of the games; operators see them by these names.
package final class ServiceMetrics: Sendable {
    /// The ends of a player's request for a turn.
    package enum TurnOutcome: String, CaseIterable, Sendable {
        case accepted, replayed
        /// Refused by rules, seat or turn.
        case rejected
        /// The session had moved on.
        case conflict
        /// Our fault.
        case failed
    }

    /// The events in a draft's life that are counted.
    package enum DraftOutcome: String, CaseIterable, Sendable {
        case saved, committed, cancelled, replaced, overtaken
    }

    package enum Cause: String, CaseIterable, Sendable {
        case sent, now, deadline, `operator`
        /// Somebody opened the bubble of a draft.
        case opened
    }

    /// The sources of a device's name for a seat.
    package enum Naming: String, CaseIterable, Sendable {
        /// By sightings, or because it is the device's own.
        case resolved
        /// By elimination.
        case inferred
        /// Not at all: by nickname or "Player 2".
        case fallback
    }

    /// Why authors took their bubbles back, as their apps report it.
    package enum Cancellation: String, CaseIterable, Sendable {
        /// By the user: no error was reported.
        case user
        /// Error 8 of `MSMessageErrorCode`.
        case urlExceedsMaxSize = "url_exceeds_max_size"
        /// Error 9.
        case sendWithoutRecentInteraction = "send_without_recent_interaction"
        /// Error 10.
        case sendWhileNotVisible = "send_while_not_visible"
        /// Any other error.
        case other

        /// The cause that the code of an error means; nil for none.
        package init(errorCode: Int?) {
            self =
                switch errorCode {
                case nil: .user
                case 8: .urlExceedsMaxSize
                case 9: .sendWithoutRecentInteraction
                case 10: .sendWhileNotVisible
                default: .other
                }
        }
    }

    /// The ends of an attempt to deliver a notice that are counted.
    package enum DeliveryOutcome: String, CaseIterable, Sendable {
        case delivered, obsolete, failed
        /// The receiver will never take it.
        case refused
        /// Nobody tried: more came after it in its line than a line holds.
        case dropped
    }

    /// Drafts, by what became of them.
    package let drafts: CounterFamily<DraftOutcome>
    /// Committed events, by cause.
    package let commits: CounterFamily<Cause>
    /// Refusals because a quota was used up.
    package let refusals: CounterFamily<Quota>
    /// The names of seats in the messages that devices are given.
    package let attributions: CounterFamily<Naming>
    /// Bubbles that were taken back, by cause.
    package let cancellations: CounterFamily<Cancellation>
    /// Attempts to deliver notices, by channel and outcome.
    private let deliveries: [Notice.Channel: CounterFamily<DeliveryOutcome>]
    /// Faults that were found, once each.
    let faults: CounterFamily<Fault.Kind>
    /// Sessions that were compared with their events in the background.
    private let verifications: Counter
    private let faultySessions: [Fault.Kind: Gauge]
    /// Whether decisions on cached records held; the store counts the other look-ups of sessions.
    let cachedRecords: CacheLookups
    let credentials: CacheLookups
    /// The look-ups of what drafts came to.
    let draftDecisions: CacheLookups
    /// The look-ups of sessions as they were.
    let earlierSessions: CacheLookups
    private let turns: [TurnOutcome: Metrics.Timer]

    /// Counters of a factory; by default of the one to which the process sends all.
    package init(_ factory: any MetricsFactory = MetricsSystem.factory) {
        drafts = CounterFamily("roundtable_drafts_total", by: "outcome", factory)
        commits = CounterFamily("roundtable_commits_total", by: "cause", factory)
        refusals = CounterFamily("roundtable_refusals_total", by: "quota", factory)
        attributions = CounterFamily("roundtable_attributions_total", by: "how", factory)
        cancellations = CounterFamily("roundtable_cancellations_total", by: "cause", factory)
        faults = CounterFamily("roundtable_faults_total", by: "kind", factory)
        deliveries = Dictionary(
            forAll: {
                CounterFamily(
                    "roundtable_deliveries_total", by: "outcome", and: [("channel", $0.rawValue)], factory)
            })
        verifications = Counter(label: "roundtable_verifications_total", factory: factory)
        faultySessions = Dictionary(
            forAll: {
                Gauge(label: "roundtable_faulty_sessions", dimensions: [("kind", $0.rawValue)], factory: factory)
            })
        cachedRecords = CacheLookups(of: "sessions", factory)
        credentials = CacheLookups(of: "credentials", factory)
        draftDecisions = CacheLookups(of: "drafts", factory)
        earlierSessions = CacheLookups(of: "earlier", factory)
        turns = Dictionary(
            forAll: {
                Timer(label: "roundtable_turns_seconds", dimensions: [("outcome", $0.rawValue)], factory: factory)
            })
    }

    /// Measures a turn from its request to its answer.
    package func answered(isRepeated: Bool, since start: ContinuousClock.Instant) {
        turns[isRepeated ? .replayed : .accepted]?.record(duration: start.duration(to: .now))
    }

    /// Measures a turn from its request to its refusal or failure.
    package func refused(_ error: ServiceError, since start: ContinuousClock.Instant) {
        turns[error.outcome]?.record(duration: start.duration(to: .now))
    }

    /// Counts an event, and its draft if it was one.
    func committed(_ event: Event, by cause: Cause) {
        commits.count(cause)
        if event.details.draft != nil { drafts.count(.committed) }
    }

    func count(_ delivery: Delivery, on channel: Notice.Channel) {
        let outcome: DeliveryOutcome? =
            switch delivery {
            case .begun: nil
            case .delivered: .delivered
            case .obsolete: .obsolete
            case .failed: .failed
            case .refused: .refused
            }
        if let outcome { deliveries[channel]?.count(outcome) }
    }

    func countDropped(_ count: Int, on channel: Notice.Channel) { deliveries[channel]?.count(.dropped, times: count) }

    func verified() { verifications.increment() }

    func report(_ faults: [Fault.Kind: Int]) {
        for (kind, gauge) in faultySessions { gauge.record(faults[kind] ?? 0) }
    }

    /// Counts how a device, for which a message is composed, names the seats of others.
    func composed(naming names: Attributions) {
        for naming in names.ofOthers { attributions.count(naming) }
    }

    /// A refusal because a quota is used up, counted.
    ///
    /// - Parameter seconds: after how many seconds to try again.
    package func refusal(_ quota: Quota, retryAfter seconds: Int) -> ServiceError {
        refusals.count(quota)
        return ServiceError(exceeding: quota, retryAfter: seconds)
    }

    /// Counts the refusal of what the store found to exceed a quota of bytes.
    func countRefusal(_ error: ServiceError) {
        if error.code == .quotaExceeded, let quota = error.quota { refusals.count(quota) }
    }
}

extension ServiceError {
    /// The end of a turn that is refused like this.
    fileprivate var outcome: ServiceMetrics.TurnOutcome {
        switch code {
        case .staleRevision: .conflict
        case .internal, .unavailable: .failed
        default: .rejected
        }
    }
}
