/// The sessions of a player that are to be listed.
package struct SessionQuery: Sendable {
    /// Only those in this phase.
    package var phase: Session.Phase?
    /// Only those in which the player is, or is not, to act.
    package var yourTurn: Bool?
    package var limit: Int
    /// Only those after this place of the list.
    package var after: Place?

    package init(phase: Session.Phase? = nil, yourTurn: Bool? = nil, limit: Int, after: Place? = nil) {
        self.phase = phase
        self.yourTurn = yourTurn
        self.limit = limit
        self.after = after
    }

    /// A part of the list. Each begins with the newest change.
    package enum Part: Int, CaseIterable, Sendable {
        case yourTurn
        /// All others that retention has not filed: those that go on, and those that ended a short time ago.
        case recent
        /// Sessions that are over, and so don't change any more.
        case filed
    }

    /// A place in the list.
    ///
    /// In the order of their changes are the filed sessions by an index. The others are in stretches of a fixed number,
    /// by the time at which the player joined: each stretch is read as a whole and put in order. Few players have more
    /// than one. Those who have go through all stretches for the sessions in which it is their turn, and then again for
    /// the others.
    package struct Place: Sendable, Equatable {
        package let part: Part
        /// The place in the index after which the stretch begins; nil for the beginning.
        package let stretch: PageMark?
        /// The place in the stretch; nil for its beginning.
        package let last: PageMark?

        package init(in part: Part, after stretch: PageMark? = nil, last: PageMark? = nil) {
            self.part = part
            self.stretch = stretch
            self.last = last
        }

        /// The place of the session that has a mark, in the same part.
        package func following(_ mark: PageMark) -> Place {
            part == .filed ? Place(in: part, after: mark) : Place(in: part, after: stretch, last: mark)
        }
    }

    /// The parts that may have sessions that are asked for.
    private var parts: [Part] {
        Part.allCases.filter { part in
            switch part {
            case .yourTurn: yourTurn != false && !(phase?.isEnd ?? false)
            case .recent: yourTurn != true
            case .filed: yourTurn != true && (phase?.isEnd ?? true)
            }
        }
    }

    /// The place where the list begins; nil if nothing can be in it.
    package var start: Place? {
        guard let after else { return parts.first.map { Place(in: $0) } }
        return parts.contains(after.part) ? after : start(after: after.part)
    }

    /// The place where the part after another one begins; nil if there is none.
    package func start(after part: Part) -> Place? {
        parts.first { $0.rawValue > part.rawValue }.map { Place(in: $0) }
    }
}

extension SessionQuery.Place {
    /// Reads what ``text`` writes; nil for anything else.
    package init?(_ text: String) {
        let fields = text.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
        guard fields.count == 3, let number = Int(fields[0]), let part = SessionQuery.Part(rawValue: number) else {
            return nil
        }
        self.init(in: part, after: PageMark(fields[1]), last: PageMark(fields[2]))
        guard self.text == text else { return nil }
    }

    /// The place as text for a client to hand back.
    package var text: String { "\(part.rawValue)_\(stretch?.description ?? "")_\(last?.description ?? "")" }
}
