import RoundtableModel

/// Knows the truth, and compares it with what devices are told.
///
/// A device that was told a wrong name through no fault of the service's has it noted as an excuse; everything else
/// that is not so is thrown.
struct Oracle: Sendable {
    var ledger = Ledger()
    /// Who was called by whose name, where a device couldn't know better.
    private(set) var excused: Set<Excuse> = []
    /// Whose own bubbles every device has opened last; nobody has an excuse for calling these by another's name.
    var sighted: Set<Person> = []
    private let tempers: [Person: Temper]

    init(_ members: [Member], judgesClaims: Bool = true) {
        ledger.judgesClaims = judgesClaims
        tempers = Dictionary(uniqueKeysWithValues: members.map { ($0.person, $0.temper) })
    }
}

/// A wrong name that one device had an excuse for.
struct Excuse: Hashable, Sendable {
    /// The causes of a wrong name that a device can't see through.
    enum Cause: Sendable {
        /// Somebody put another's bubble back into the conversation before the device had seen any of either.
        case putBack
        /// Somebody sits at the table with two credentials that are not linked, and so as two players.
        case twice
    }

    let cause: Cause
    let notebook: Notebook.ID
    let name: Person
    let meant: Set<Person>
}

extension Oracle {
    /// Learns who has which seat, and checks that nobody has another's, nor lost theirs by what others did.
    mutating func learnSeats(from survey: Survey, changedBy people: Set<Person>) throws(OracleFinding) {
        for seat in survey.looks.values.first?.view.seats ?? [] where seat.state != .taken {
            ledger.dismiss(from: seat.seat, in: survey.session)
            guard seat.state == .open, let holder = ledger.holder(of: seat.seat, in: survey.session) else { continue }
            // Whoever was erased has left, at once or as soon as the session could be changed.
            let isErased = ledger.isErased(seat.seat, in: survey.session)
            guard isErased || people.contains(holder) else {
                throw OracleFinding("\(holder.name) has lost seat \(seat.seat)")
            }
            ledger.release(seat.seat, in: survey.session)
        }
        for (device, look) in survey.looks {
            try ledger.seat(KnownPlayer(credential: look.notebook.player, person: device.owner), in: look.view)
        }
        for look in survey.looks.values {
            for seat in look.view.seats where seat.state == .taken && !seat.you {
                guard let holder = ledger.holder(of: seat.seat, in: survey.session),
                    ledger.key(to: seat.seat, in: survey.session) == ledger.player(of: look.notebook.player)
                else { continue }
                throw OracleFinding("\(holder.name) has lost seat \(seat.seat) to somebody whom nobody knows")
            }
        }
    }

    mutating func judge(_ survey: Survey) throws(OracleFinding) {
        for (device, look) in survey.looks.sorted(by: { "\($0.key)" < "\($1.key)" }) {
            for seat in look.view.seats { try judge(seat, on: device, look) }
            for (seat, claims) in Dictionary(grouping: look.view.claims, by: \.seat) {
                try judge(claims, to: seat, in: survey.session)
            }
            try judgeDisplayedTexts(of: look.view, on: device)
        }
        try judgeBoards(in: survey)
        try judgeSeries(in: survey)
    }

    mutating func judge(_ composition: Composition) throws(OracleFinding) {
        for text in composition.texts.all {
            try refuseIdentifiers(in: text.printed(with: AddressBook()), on: composition.device)
            for mention in Mention.all(in: text) { try judge(mention, in: composition) }
        }
    }

    /// Checks that what some people did changed nothing for the others, except through an event.
    func compare(_ before: Survey, _ after: Survey, changedBy people: Set<Person>) throws(OracleFinding) {
        for (device, old) in before.looks where !people.contains(device.owner) {
            guard let new = after.looks[device], new.notebook == old.notebook else { continue }
            for (was, now) in zip(old.view.seats, new.view.seats) where !ledger.isErased(was.seat, in: after.session) {
                guard ledger.formerHolders(of: was.seat, in: after.session).isEmpty else { continue }
                guard !isSame(was, now, isLater: old.view.revision < new.view.revision) else { continue }
                throw OracleFinding(
                    "others’ actions changed seat \(was.seat) on \(device) at \(new.view.revision) "
                        + "from “\(was.attribution)” to “\(now.attribution)”", shownTo: new.notebook)
            }
        }
    }
}

extension Oracle {
    private mutating func judge(_ seat: SessionView.Seat, on device: SimulatedDevice.ID, _ look: Survey.Look)
        throws(OracleFinding)
    {
        let holder = ledger.holder(of: seat.seat, in: look.view.id)
        if seat.state == .taken, holder == nil { throw OracleFinding("nobody is known to have seat \(seat.seat)") }
        if ledger.isErased(seat.seat, in: look.view.id) {
            guard seat.participant == nil, seat.nickname == nil, seat.attribution == "Player \(seat.seat + 1)" else {
                throw OracleFinding("\(device) still knows who had seat \(seat.seat): \(seat)")
            }
        }
        guard let participant = seat.participant else {
            let holders = ledger.formerHolders(of: seat.seat, in: look.view.id).union(holder.map { [$0] } ?? [])
            return try judgeFallback(seat, holders, on: device)
        }
        guard seat.attribution == "$\(participant)" else {
            throw OracleFinding("\(device) calls seat \(seat.seat) \(seat.attribution) and \(participant)")
        }
        guard let person = look.identifiers.person(spelled: participant.description) else {
            throw OracleFinding("\(device) calls seat \(seat.seat) \(participant), which is nobody here")
        }
        try judge(person, meaning: holder.map { [$0] } ?? [], on: device, look.notebook, "seat \(seat.seat)")
    }

    /// Checks that what is shown of the claims to a seat can be explained: how many there are, how many vouch, and
    /// whether time runs.
    private func judge(_ claims: [SessionView.Claim], to seat: Int, in session: SessionID) throws(OracleFinding) {
        guard ledger.judgesClaims else { return }
        let open = ledger.openClaims(to: seat, in: session)
        guard claims.count <= open.count else {
            throw OracleFinding("\(claims.count) claims to seat \(seat) are shown, and only \(open.count) can be open")
        }
        let vouchers = open.map(\.vouchers.count).max() ?? 0
        for claim in claims {
            if claim.vouches > vouchers {
                throw OracleFinding("\(claim.vouches) vouch for a claim to seat \(seat), and only \(vouchers) can have")
            }
            if claim.until != nil, claim.vouches < claim.needed {
                throw OracleFinding(
                    "\(claim.vouches) of \(claim.needed) vouch, and a claim to seat \(seat) will be granted")
            }
            if claim.until != nil, open.allSatisfy({ $0.dueAt == nil }) {
                throw OracleFinding("a claim to seat \(seat) will be granted, and nothing explains why")
            }
        }
    }

    private func judgeFallback(_ seat: SessionView.Seat, _ holders: Set<Person>, on device: SimulatedDevice.ID)
        throws(OracleFinding)
    {
        try refuseIdentifiers(in: seat.attribution, on: device)
        let names = ["Player \(seat.seat + 1)"] + holders.map { Member.nickname(of: $0) }
        guard names.contains(where: seat.attribution.hasPrefix) else {
            throw OracleFinding("\(device) calls seat \(seat.seat) “\(seat.attribution)”")
        }
    }

    private mutating func judge(_ mention: Mention, in composition: Composition) throws(OracleFinding) {
        let people = people(meantBy: mention.role, in: composition)
        switch mention.name {
        case .contact(let person):
            try judge(person, meaning: people, on: composition.device, composition.notebook, "the \(mention.role)")
        case .fallback(let words):
            let named = people.union(ledger.formerHolders(in: composition.notebook.session))
            if words.hasPrefix("Player "), let number = Int(words.dropFirst(7)) {
                guard let holder = ledger.holder(of: number - 1, in: composition.notebook.session) else { return }
                guard !people.contains(holder) else { return }
            } else if words == "A new player" || named.contains(where: { words.hasPrefix(Member.nickname(of: $0)) }) {
                return
            }
            throw OracleFinding("a message from \(composition.device) calls the \(mention.role) “\(words)”")
        }
    }

    private mutating func judge(
        _ person: Person, meaning people: Set<Person>, on device: SimulatedDevice.ID, _ notebook: Notebook.ID,
        _ what: String
    ) throws(OracleFinding) {
        guard !people.contains(person), tempers[device.owner]?.reportsTruly ?? true else { return }
        if let cause = cause(of: person, meaning: people, in: notebook), people.isDisjoint(with: sighted) {
            excused.insert(Excuse(cause: cause, notebook: notebook, name: person, meant: people))
            return
        }
        let names = people.map(\.name).sorted().joined(separator: " or ")
        throw OracleFinding("\(device) calls \(what) \(person.name) instead of \(names)", shownTo: notebook)
    }

    private func cause(of person: Person, meaning people: Set<Person>, in notebook: Notebook.ID) -> Excuse.Cause? {
        if let known = ledger.notebooks[notebook], people.contains(where: { known.excuses($0, calledAs: person) }) {
            return .putBack
        }
        return people.contains { ledger.misleads(person, takenFor: $0, in: notebook) } ? .twice : nil
    }

    private func people(meantBy role: Mention.Role, in composition: Composition) -> Set<Person> {
        let session = composition.notebook.session
        let own = Ledger.Mover(person: composition.device.owner, seat: composition.seat)
        let mover = composition.repeated.map { ledger.mover(of: $0, in: session) } ?? own
        let moving = [mover?.person].compactMap(\.self)
        switch role {
        case .mover: return Set(moving)
        case .claimed: return Set(composition.claimed.flatMap { ledger.holder(of: $0, in: session) }.map { [$0] } ?? [])
        case .next where ledger.games[session]?.mayGoOn == true: return ledger.holders(in: session)
        // NB: whoever leaves is listed still, with what they had.
        case .seated: return ledger.holders(in: session).union(moving)
        case .next, .winner: return ledger.holders(in: session, except: mover?.seat)
        }
    }

    private func judgeDisplayedTexts(of view: SessionView, on device: SimulatedDevice.ID) throws(OracleFinding) {
        guard let message = view.message else { return }
        let layout = message.layout
        let texts = [
            layout.caption, layout.subcaption, layout.trailingCaption, layout.trailingSubcaption, layout.imageTitle,
            layout.imageSubtitle, message.summaryText, message.accessibilityLabel,
        ]
        for text in texts.compactMap(\.self) { try refuseIdentifiers(in: text, on: device) }
    }

    nonisolated(unsafe) private static let identifier =
        /\$[0-9A-Fa-f(]|[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}/

    private func refuseIdentifiers(in text: String, on device: SimulatedDevice.ID) throws(OracleFinding) {
        if text.contains(Self.identifier) { throw OracleFinding("\(device) reads “\(text)”") }
    }

    /// Whether a seat looks the same; an event may add a name, or take one away that was inferred.
    private func isSame(_ was: SessionView.Seat, _ now: SessionView.Seat, isLater: Bool) -> Bool {
        guard isLater else { return was.participant == now.participant && was.attribution == now.attribution }
        return was.participant == now.participant || was.participant == nil || now.participant == nil
    }
}
