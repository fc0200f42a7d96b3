import GameRules

// What the service and its rules know, in the words that apps read. Those may grow; each of these has all of today's.

extension SessionState {
    init(_ phase: Session.Phase) {
        self =
            switch phase {
            case .draft: .draft
            case .waiting: .waiting
            case .active: .active
            case .finished: .finished
            case .abandoned: .abandoned
            }
    }
}

extension SeatState {
    init(_ seat: GameTable.Seat) {
        self =
            switch seat {
            case .open: .open
            case .taken: .taken
            case .gone: .gone
            case .closed: .closed
            }
    }
}

extension EventKind {
    init(_ kind: Event.Kind) {
        self =
            switch kind {
            case .opened: .opened
            case .joined: .joined
            case .started: .started
            case .moved: .moved
            case .resigned: .resigned
            case .left: .left
            case .skipped: .skipped
            case .timedOut: .timedOut
            case .reclaimed: .reclaimed
            case .abandoned: .abandoned
            case .offered: .offered
            case .accepted: .accepted
            case .declined: .declined
            case .undone: .undone
            case .paused: .paused
            case .resumed: .resumed
            }
    }
}

extension OfferKind {
    init(_ agreement: Agreement) {
        self =
            switch agreement {
            case .draw: .draw
            case .undo: .undo
            case .pause: .pause
            }
    }
}

extension Agreement {
    /// The agreement that a player offers; nil for a word that no session knows.
    package init?(_ kind: OfferKind) {
        switch kind {
        case .draw: self = .draw
        case .undo: self = .undo
        case .pause: self = .pause
        case .unknown: return nil
        }
    }
}

extension ClockEnd {
    init(_ lateness: Lateness) {
        self =
            switch lateness {
            case .passes: .skip
            case .forfeits: .forfeit
            case .plays: .play
            }
    }
}

extension SessionView.Outcome {
    init(_ outcome: GameRules.Outcome) {
        let kind: OutcomeKind =
            switch outcome.kind {
            case .won: .won
            case .drawn: .drawn
            case .completed: .completed
            case .abandoned: .abandoned
            }
        self.init(kind: kind, winners: outcome.winners.map(\.rawValue), scores: outcome.scores)
    }
}
