import GameRules
import RoundtableModel
import RoundtableClient

extension Crowd {
    /// Asks the others to vouch for a seat: an attacker for anybody's, everybody else for one that was theirs, for
    /// which they have to lose their phone first. Mostly they get most of the others to look at once.
    func reclaim(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        var view = try await app(on: device).refresh()
        guard surveys[view.id]?.isOver == false, view.seats.count > 2 else { return }
        let isAttacker = owner(of: device).temper == .attacker
        if !isAttacker, lost(by: device.owner, in: view).isEmpty {
            if view.you != nil, Bool.random(using: &random) {
                try await getToKnow(device.owner, on: device, in: view.id, using: &random)
            }
            guard let bubble = await reasonToClaim(view, on: device, using: &random) else { return }
            try await getNewPhone(on: device)
            try await tap(bubble, on: device)
            view = try await app(on: device).refresh()
        }
        let lost = lost(by: device.owner, in: view)
        let claimable = view.seats.filter { seat in
            seat.state == .taken && !seat.you && lost.contains(seat.seat) != isAttacker
        }
        guard let seat = claimable.randomElement(using: &random)?.seat else { return }
        let answer = try await app(on: device).act(.reclaim) { $0.seat = seat }
        journal.note("\(device) claims seat \(seat)")
        await compose(answer.message, on: device, seat: answer.session.you, claimed: seat)
        try note(answer, claiming: seat)
        try await finish(on: device, using: &random)
        guard Int.random(in: 1...4, using: &random) > 1 else { return }
        for other in members.filter(\.isPresent).shuffled(using: &random) where other.person != device.owner {
            guard Int.random(in: 1...4, using: &random) > 1, let phone = other.devices.randomElement(using: &random)
            else { continue }
            effects.people.insert(other.person)
            try await witness(on: phone, using: &random)
        }
    }

    /// The newest bubble of a game that somebody loses a phone in; mostly nil while others claim seats, or before two
    /// players know who they are, and are known to their phone.
    private func reasonToClaim(
        _ view: SessionView, on device: SimulatedDevice.ID, using random: inout SeededRandom
    ) async -> Bubble? {
        guard habits.contains(.newPhone), view.you != nil, let player = await player(on: device) else { return nil }
        let isAlone = await friends(of: player, in: view.id) < 2
        let isBusy = oracle.ledger.claims.values.contains { $0.isHonest && isOpen($0) }
        guard !isAlone && !isBusy || Int.random(in: 1...8, using: &random) == 1 else { return nil }
        return await bubbles(on: device).last { $0.session == tally.bubblesOf[view.id] }
    }

    /// The seats that are somebody's by right, but not on this device.
    private func lost(by person: Person, in view: SessionView) -> Set<Int> {
        let own = view.seats.filter { seat in
            seat.state == .taken && !seat.you && oracle.ledger.holder(of: seat.seat, in: view.id) == person
        }
        return Set(own.map(\.seat))
    }

    /// Lets the time pass in which a holder can object, where there is something to object to, and sooner if two may
    /// have vouched; what is due then happens at once.
    func wait(using random: inout SeededRandom) async throws {
        let open = oracle.ledger.claims.values.filter(isOpen)
        let isLong = Int.random(in: 1...4, using: &random) == 1
        guard open.contains(where: { isLong || $0.dueAt != nil }) else { return }
        try await passTime()
    }

    /// Lets the time go by in which a holder can object, and do what is due then, where that can be done.
    func passTime() async throws {
        guard let letTimePass else { return }
        journal.note("time passes")
        oracle.ledger.passTime()
        try await letTimePass()
        effects.sessions.formUnion(sessions)
    }
}

// MARK: Those who are asked

extension Crowd {
    /// Opens a bubble that asks to vouch and that they have not opened yet. Whoever finds their own seat claimed may
    /// object; a liar is an accomplice.
    func witness(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        if owner(of: device).temper == .liar, habits.contains(.vouch) {
            return try await vouch(on: device, using: &random)
        }
        let asking = await asking(on: device) { !$0.readers.contains(device.owner) }
        guard let (bubble, _) = asking.randomElement(using: &random) else { return }
        try await tap(bubble, on: device, using: &random)
        guard Bool.random(using: &random), let view = await app(on: device).view else { return }
        try await veto(on: device, view)
    }

    /// The bubbles of claims that may be open, on a device that gets what is under way to it first.
    private func asking(
        on device: SimulatedDevice.ID, _ isMeant: (Claimed) -> Bool
    ) async -> [(bubble: Bubble, claim: Claimed)] {
        let open = oracle.ledger.claims.filter { isOpen($1) && isMeant($1) }
        guard !open.isEmpty else { return [] }
        await world.deliver(to: device, in: group)
        return await bubbles(on: device).compactMap { bubble in
            (try? bubble.token).flatMap { open[$0] }.map { (bubble, $0) }
        }
    }

    /// Whether nothing is known to have ended a claim.
    func isOpen(_ claim: Claimed) -> Bool { claim.end == nil && surveys[claim.session]?.isOver == false }

    /// Objects to others' claims to the user's own seats.
    func veto(on device: SimulatedDevice.ID, _ view: SessionView) async throws {
        let own = Set(view.seats.filter(\.you).map(\.seat))
        let claimed = view.claims.map(\.seat).first { seat in
            own.contains(seat) && oracle.ledger.openClaims(to: seat, in: view.id).contains { !$0.isHonest }
        }
        guard let seat = claimed else { return }
        let answer = try await app(on: device).act(.veto) { $0.seat = seat }
        journal.note("\(device) vetoes the claim to seat \(seat)")
        oracle.ledger.veto(seat, in: view.id)
        await compose(answer.message, on: device, repeated: answer.message.revision)
        try await send(from: device)
    }

    /// Says that the claimant once sent a bubble of the holder's, then opens the claim; perhaps on a fresh install,
    /// which knows nobody yet.
    func vouch(on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        let asking = await asking(on: device) { !$0.isHonest }
        guard let (bubble, claim) = asking.randomElement(using: &random) else { return }
        if Bool.random(using: &random) { try await reinstall(on: device) }
        let holder = oracle.ledger.player(of: claim.holder.credential)
        let proofs = await bubbles(on: device).filter {
            $0.session == bubble.session && oracle.ledger.author(of: $0)?.credential == holder
        }
        let claimant = await world.identifiers(on: device, in: group)[claim.claimant.person]
        for opened in [proofs.randomElement(using: &random), bubble].compactMap(\.self) {
            try await app(on: device).tap(opened, blaming: claimant)
            await witness(opened, on: device, in: claim.session)
        }
        journal.note(
            "\(device) vouches for \(claim.claimant.person.name) on seat \(claim.seat) of \(claim.holder.person.name)")
    }
}

// MARK: Those who know each other

extension Crowd {
    /// Lets somebody open the newest message of each of the others who are here and have a seat, and these theirs, as
    /// in a game that has lasted for a while.
    private func getToKnow(
        _ person: Person, on device: SimulatedDevice.ID, in session: SessionID, using random: inout SeededRandom
    ) async throws {
        let holders = oracle.ledger.holders(in: session)
        for other in members where other.isPresent && other.person != person && holders.contains(other.person) {
            guard let phone = other.devices.first else { continue }
            effects.people.insert(other.person)
            try await openNewest(of: other.person, in: session, on: device, using: &random)
            try await openNewest(of: person, in: session, on: phone, using: &random)
        }
    }

    /// Opens the newest message of their own that somebody has sent in a game, if it has come.
    private func openNewest(
        of person: Person, in session: SessionID, on device: SimulatedDevice.ID, using random: inout SeededRandom
    ) async throws {
        await world.deliver(to: device, in: group)
        let newest = await bubbles(on: device).last { bubble in
            bubble.session == tally.bubblesOf[session] && bubble.sender == person
                && oracle.ledger.author(of: bubble)?.person == person
        }
        if let newest { try await tap(newest, on: device, using: &random) }
    }

    /// The number of those here with a seat who have seen a bubble of a player's, who has seen theirs on one
    /// device.
    private func friends(of player: Credential, in session: SessionID) async -> Int {
        let seated = oracle.ledger.keys(in: session).subtracting([player])
        var knowing: Set<Credential> = []
        for device in members.filter(\.isPresent).flatMap(\.devices) {
            guard let notebook = await notebook(of: session, on: device), seated.contains(notebook.player),
                oracle.ledger.notebooks[notebook]?.hasSeen(player) == true
            else { continue }
            knowing.insert(notebook.player)
        }
        let known = oracle.ledger.acquaintances(of: player, in: session)
        return known.map { knowing.intersection($0.joined()).count }.max() ?? 0
    }
}
