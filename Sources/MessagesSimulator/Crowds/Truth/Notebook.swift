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

    /// The reports of the player whose notebook this is.
    private var reports: [BubbleSighting] = []
    /// The reports of another player with the same device; nil unless that player became this one.
    private var inherited: [BubbleSighting]?
    private var forgotten: Set<Credential> = []
    private var mistakes: [Mistake] = []

    private var allReports: [BubbleSighting] { (inherited ?? []) + reports }

    var history: [String] { allReports.map(\.description) }

    private var players: [Address: Set<Credential>] {
        allReports.reduce(into: [:]) { $0[$1.sender, default: []].insert($1.author.credential) }
    }

    /// The reports that surely taught the device who somebody is. What one's own account has sent names nobody.
    private var lessons: [BubbleSighting] {
        reports.filter { $0.isSure && !$0.sender.isOwn && !forgotten.contains($0.author.credential) }
    }

    /// Takes in a true report about another person's bubble.
    mutating func note(_ sighting: BubbleSighting) {
        let (sender, author) = (sighting.sender, sighting.author)
        if sighting.isOfOwn {
            if sighting.isSure, !sender.isOwn { clear(sighting) }
        } else if !sender.isOwn, !hasSeen(author.credential), !lessons.contains(where: { $0.sender == sender }) {
            mistakes.append(Mistake(sender: sender, author: author.person, revision: sighting.newest))
        }
        reports.append(sighting)
    }

    /// Takes over what another player's notebook of the same device can't know; what it does know may be forgotten.
    mutating func takeOver(_ other: Notebook) {
        mistakes += other.mistakes
        inherited = (inherited ?? []) + other.allReports
    }

    /// Forgets who an erased player was, as the service does: somebody who sent nothing else was never seen.
    mutating func forget(_ player: Credential) { forgotten.insert(player) }

    /// Whether open mistakes explain why one person is called by the other's name: who is taken for somebody leaves a
    /// name to somebody else.
    func excuses(_ person: Person, calledAs other: Person) -> Bool {
        let open = mistakes.filter { !$0.isSettled }.map(\.people)
        return Set([person]).connected(by: open).contains(other)
    }

    /// Whether nothing that a person sent was ever seen, so that a name for them can only be inferred.
    func hasNotSeen(_ person: Person) -> Bool { !lessons.contains { $0.sender.person == person } }

    /// Whose bubbles each of the others was seen to send from the address that is in the conversation.
    var groups: [Set<Credential>] { players.filter { $0.key.handle == nil && !$0.key.isOwn }.map(\.value) }

    /// Whether somebody's account was seen to send bubbles of several players, so that it is known as one of them at
    /// most, and another person to put one of somebody's bubbles back: nothing contradicts that they are the other
    /// player.
    func misleads(_ person: Person, takenFor doubled: Person) -> Bool {
        allReports.contains { !$0.sender.isOwn && $0.sender.person == person && $0.author.person == doubled }
            && players.contains { $0.key.person == doubled && $0.value.count > 1 }
    }

    func players(of address: Address) -> Set<Credential> { players[address] ?? [] }

    /// Whether a bubble of a player's was ever seen, and its sender was who made it.
    func hasSeen(_ player: Credential) -> Bool { lessons.contains { $0.isOfOwn && $0.author.credential == player } }

    /// The only player whose bubbles an address was seen to send, if no other address was seen to send any of that
    /// player's, and nothing of this may be forgotten.
    func onlyPlayer(of address: Address, isOne: (Credential, Credential) -> Bool) -> Credential? {
        let players = players
        guard inherited == nil, let known = players[address], known.count == 1, let player = known.first else {
            return nil
        }
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

    var isOfOwn: Bool { sender.person == author.person }
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

extension Set {
    /// The elements that these lead to, from one link to the next: each stands for others that belong together.
    func connected(by links: [Set]) -> Set {
        var (reached, others) = (self, links)
        while let next = others.firstIndex(where: { !$0.isDisjoint(with: reached) }) {
            reached.formUnion(others.remove(at: next))
        }
        return reached
    }
}
