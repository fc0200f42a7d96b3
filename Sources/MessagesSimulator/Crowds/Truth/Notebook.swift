import RoundtableModel

/// The reports of one device of one session, and those among them that can't show who is who.
struct Notebook: Sendable {
    /// Names the notebook of a device: a reinstall, another player and another session begin a new one.
    struct ID: Hashable, Sendable {
        let local: ParticipantID
        let player: Credential
        let session: SessionID
    }

    /// A report that somebody's bubble was sent by somebody else, when the device had seen no bubble from the one's
    /// address and none that the other sent of their own before: nothing contradicts it.
    struct Mistake: Sendable {
        let sender: Address
        let author: Person
        let revision: Int
        /// Whose own later bubbles have been opened since.
        var cleared: Set<Person> = []

        var people: Set<Person> { [sender.person, author] }
        var isSettled: Bool { cleared == people }

        /// Whether somebody's own bubble from an address tells that this is a mistake: to a device, each address is a
        /// person.
        func concerns(_ address: Address) -> Bool { address == sender || address.person == author }
    }

    /// Whose bubbles each address was seen to send by the player whose notebook this is.
    private var senders: [Address: Set<Credential>] = [:]
    /// Who was seen to send bubbles of their own.
    private var authors: Set<Credential> = []
    /// The players whose bubbles each address was seen to send.
    private var players: [Address: Set<Credential>] = [:]
    /// Who put whose bubbles back.
    private var resent: [Person: Set<Person>] = [:]
    /// Whether some of it is from another player's notebook of the same device.
    private var isInherited = false
    private(set) var mistakes: [Mistake] = []
    /// All reports, for people to read.
    private(set) var history: [String] = []

    /// Takes in a true report about another person's bubble.
    mutating func note(_ sighting: BubbleSighting) {
        history.append(sighting.description)
        players[sighting.sender, default: []].insert(sighting.author.credential)
        // What one's own account has sent names nobody.
        guard !sighting.sender.isOwn else { return }
        let (sender, author) = (sighting.sender, sighting.author)
        if sender.person != author.person {
            resent[sender.person, default: []].insert(author.person)
            if senders[sender] == nil, !authors.contains(author.credential) {
                mistakes.append(Mistake(sender: sender, author: author.person, revision: sighting.newest))
            }
        }
        guard sighting.isSure else { return }
        senders[sender, default: []].insert(author.credential)
        guard sender.person == author.person else { return }
        authors.insert(author.credential)
        clear(sighting)
    }

    /// Takes over what another player's notebook of the same device can't know; what it does know may be forgotten.
    mutating func takeOver(_ other: Notebook) {
        mistakes += other.mistakes
        history += other.history
        resent.merge(other.resent) { $0.union($1) }
        players.merge(other.players) { $0.union($1) }
        isInherited = true
    }

    /// Forgets who an erased player was, as the service does: somebody who sent nothing else was never seen.
    mutating func forget(_ player: Credential) {
        for (sender, players) in senders where players.contains(player) {
            senders[sender] = players.count == 1 ? nil : players.subtracting([player])
        }
        authors.remove(player)
    }

    /// Whether open mistakes explain why one person is called by the other's name: who is taken for somebody leaves a
    /// name to somebody else.
    func excuses(_ person: Person, calledAs other: Person) -> Bool {
        var reached: Set = [person]
        var used: Set<Int> = []
        while let index = mistakes.indices.first(where: { index in
            !used.contains(index) && !mistakes[index].isSettled && !reached.isDisjoint(with: mistakes[index].people)
        }) {
            used.insert(index)
            reached.formUnion(mistakes[index].people)
        }
        return reached.contains(other)
    }

    /// Whether nothing that a person sent was ever seen, so that a name for them can only be inferred.
    func hasNotSeen(_ person: Person) -> Bool { !senders.keys.contains { $0.person == person } }

    /// Whose bubbles each of the others was seen to send from the address that is in the conversation.
    var groups: [Set<Credential>] { players.filter { $0.key.handle == nil && !$0.key.isOwn }.map(\.value) }

    /// Whether somebody's account was seen to send bubbles of several players, so that it is known as one of them at
    /// most, and another person to put one of somebody's bubbles back: nothing contradicts that they are the other
    /// player.
    func misleads(_ person: Person, takenFor doubled: Person) -> Bool {
        resent[person, default: []].contains(doubled)
            && players.contains { $0.key.person == doubled && $0.value.count > 1 }
    }

    /// The players whose bubbles an address was seen to send.
    func players(of address: Address) -> Set<Credential> { players[address] ?? [] }

    /// Whether a bubble of a player's was ever seen, and its sender was who made it.
    func hasSeen(_ player: Credential) -> Bool { authors.contains(player) }

    /// The only player whose bubbles an address was seen to send, if no other address was seen to send any of that
    /// player's, and nothing of this may be forgotten.
    func onlyPlayer(of address: Address, isOne: (Credential, Credential) -> Bool) -> Credential? {
        guard !isInherited, let known = players[address], known.count == 1, let player = known.first else { return nil }
        let isShared = players.contains { $0.key != address && $0.value.contains { isOne($0, player) } }
        return isShared ? nil : player
    }

    private mutating func clear(_ sighting: BubbleSighting) {
        guard let revision = sighting.revision else { return }
        for index in mistakes.indices
        where mistakes[index].concerns(sighting.sender) && revision > mistakes[index].revision {
            mistakes[index].cleared.insert(sighting.sender.person)
        }
    }
}

/// An address that somebody sends from, as one device knows it: each has an identifier of its own there.
struct Address: Hashable, Sendable {
    let person: Person
    let handle: String?
    /// Whether it is the device's own account, whatever the address.
    let isOwn: Bool

    init(_ person: Person, handle: String? = nil, isOwn: Bool = false) {
        self.person = person
        self.handle = handle
        self.isOwn = isOwn
    }

    init(of bubble: Bubble, on device: SimulatedDevice.ID) {
        let isOwn = bubble.sender == device.owner
        self.init(bubble.sender, handle: isOwn ? nil : bubble.handle, isOwn: isOwn)
    }
}

struct BubbleSighting: Sendable {
    let author: KnownPlayer
    let sender: Address
    /// The revision of the bubble's event; nil unless it is committed.
    let revision: Int?
    /// The newest revision that the service may take it for.
    let newest: Int
    /// Whether it surely taught the device something: a vouch doesn't.
    var isSure = true
}

extension BubbleSighting: CustomStringConvertible {
    var description: String {
        let revision = revision.map { "revision \($0)" } ?? "a draft"
        return "\(sender.person.name) sent \(revision), made by \(author.person.name)"
    }
}

struct KnownPlayer: Hashable, Sendable {
    let credential: Credential
    let person: Person
}
