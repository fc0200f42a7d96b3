import RoundtableModel

/// A seat that somebody asked the others to give them.
struct Claimed: Sendable {
    enum End: Sendable, Equatable {
        case granted
        /// Its message was taken back, or its player became another one by a link code.
        case withdrawn
        /// The holder said no, when time had passed so often.
        case vetoed(at: Int)
        /// The holder made a message in the game.
        case disproved
    }

    let seat: Int
    let session: SessionID
    let claimant: KnownPlayer
    let holder: KnownPlayer
    /// When it was made, for claims that end by themselves in a time that passes by itself.
    let since = ContinuousClock.now
    /// The number of times that time had passed when it was made.
    let madeAt: Int
    /// For each of the holder's devices, the players whose messages it had seen when the claim was made, a group for
    /// each of those who sent them.
    private(set) var known: [[Set<Credential>]]
    /// The players who had seats when it was made, and have had them since.
    var witnesses: Set<Credential>
    var readers: Set<Person> = []
    /// The players who may have vouched: they knew the sender as the holder, rightly or misled, or are liars.
    private(set) var vouchers: Set<Credential> = []
    /// The players who must have objected, and can't have changed their mind.
    private(set) var objectors: Set<Credential> = []
    /// The number of times that time must have passed before it can be granted; nil while nothing explains why it
    /// should be.
    private(set) var dueAt: Int?
    var end: End?
}

extension Claimed {
    private static let needed = 2

    /// Whether the claimant had the seat before, with another credential.
    var isHonest: Bool { claimant.person == holder.person }

    mutating func recordVouch(of witness: Credential, at time: Int) {
        objectors.remove(witness)
        vouchers.insert(witness)
        setTime(time)
    }

    mutating func recordObjection(of witness: Credential, at time: Int) {
        vouchers.remove(witness)
        objectors.insert(witness)
        setTime(time)
    }

    /// Takes in that one player stands for another from now on, and what either said for both.
    mutating func replace(_ player: Credential, by other: Credential, at time: Int) {
        if witnesses.remove(player) != nil { witnesses.insert(other) }
        known = known.map { $0.map { $0.contains(player) ? $0.subtracting([player]).union([other]) : $0 } }
        if vouchers.remove(player) != nil { vouchers.insert(other) }
        // NB: of two that said different things, only one's word is kept.
        objectors.remove(player)
        if vouchers.contains(other) { objectors.remove(other) }
        setTime(time)
    }

    /// Takes in that a player was erased, and what they said with them.
    mutating func forget(_ player: Credential, at time: Int) {
        witnesses.remove(player)
        vouchers.remove(player)
        objectors.remove(player)
        setTime(time)
    }

    private mutating func setTime(_ time: Int) {
        dueAt = isVouchedFor && objectors.isEmpty ? dueAt ?? time + 1 : nil
    }

    /// Whether one of the holder's devices had seen two people of the conversation send messages of two who vouch,
    /// however many credentials one of them has.
    private var isVouchedFor: Bool {
        known.contains { groups in
            let seen = groups.map(vouchers.intersection).filter { !$0.isEmpty }
            return seen.count >= Self.needed && Set(seen.joined()).count >= Self.needed
        }
    }
}
