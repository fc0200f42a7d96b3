import GameRules
import RoundtableModel
import RoundtableClient

extension Crowd {
    /// Asks the others to vouch for a seat: an attacker for anybody's, everybody else for one that was theirs, for
    /// which they have to lose their phone first. Mostly they get most of the others to look at once.
    func reclaim(by member: Member, on device: SimulatedDevice.ID, using random: inout SeededRandom) async throws {
        var view = try await app(on: device).refresh()
        guard surveys[view.id]?.isOver == false, view.seats.count > 2 else { return }
        if member.temper != .attacker, lost(by: member, in: view).isEmpty {
            if view.you != nil, Bool.random(using: &random) {
                try await getToKnow(member, on: device, in: view.id, using: &random)
            }
            guard let bubble = try await reasonToClaim(view, on: device, using: &random) else { return }
            try await getNewPhone(on: device)
            try await tap(bubble, on: device)
            view = try await app(on: device).refresh()
        }
        let lost = lost(by: member, in: view)
        let wanted = member.temper == .attacker ? Set(view.seats.map(\.seat)).subtracting(lost) : lost
        let claimable = view.seats.filter { $0.state == .taken && !$0.you && wanted.contains($0.seat) }
        guard let seat = claimable.randomElement(using: &random)?.seat else { return }
        try await claim(seat, in: view, on: device)
        try await finish(on: device, using: &random)
        guard Int.random(in: 1...4, using: &random) > 1 else { return }
        for other in members.filter(\.isPresent).shuffled(using: &random) where other.person != member.person {
            guard Int.random(in: 1...4, using: &random) > 1, let phone = other.devices.randomElement(using: &random)
            else { continue }
            effects.people.insert(other.person)
            try await witness(by: other, on: phone, using: &random)
        }
    }

    /// The newest bubble of a game that somebody loses a phone in; mostly nil while others claim seats, or before two
    /// players know who they are, and are known to their phone.
    private func reasonToClaim(
        _ view: SessionView, on device: SimulatedDevice.ID, using random: inout SeededRandom
    ) async throws -> Bubble? {
        guard habits.contains(.newPhone), view.you != nil, let credential = await world.credential(on: device) else {
            return nil
        }
        let isAlone = await friends(of: oracle.ledger.player(of: credential), in: view.id) < 2
        let isBusy = oracle.ledger.claims.values.contains { $0.isHonest && isOpen($0) }
        guard !isAlone && !isBusy || Int.random(in: 1...8, using: &random) == 1 else { return nil }
        return await bubble(of: view.id, on: device)
    }

    private func claim(_ seat: Int, in view: SessionView, on device: SimulatedDevice.ID) async throws {
        let answer = try await app(on: device).act(.reclaim) { $0.seat = seat }
        journal.note("\(device) claims seat \(seat)")
        await compose(answer.message, on: device, seat: answer.session.you, claimed: seat)
        try note(answer, claiming: seat)
    }

    /// The seats that are somebody's by right, but not on this device.
    private func lost(by member: Member, in view: SessionView) -> Set<Int> {
        let own = view.seats.filter { seat in
            seat.state == .taken && !seat.you && oracle.ledger.holder(of: seat.seat, in: view.id) == member.person
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
