import RoundtableAPI

/// What one device reported of one session, and what of that can't have told it who is who.
struct Notebook: Sendable {
    /// Names the notebook of a device: a reinstall, another player and another session begin a new one.
    struct ID: Hashable, Sendable {
        let local: ParticipantID
        let player: Credential
        let session: SessionID
    }

    /// A report that somebody's bubble was sent by somebody else, when the device had seen no bubble that the one sent of
    /// their own and none sent by the other before: nothing contradicts it.
    struct Mistake: Sendable {
        let people: Set<Person>
        let revision: Int
        /// Whose own later bubbles have been opened since.
        var cleared: Set<Person> = []

        var isSettled: Bool { cleared == people }
    }

    /// Whose bubbles each person was seen to send.
    private var senders: [Person: Set<Credential>] = [:]
    /// Who was seen to send bubbles of their own.
    private var authors: Set<Credential> = []
    private(set) var mistakes: [Mistake] = []
    /// All reports, for people to read.
    private(set) var history: [String] = []

    /// Takes in a true report about another person's bubble.
    mutating func note(_ sighting: Sighting) {
        history.append(sighting.description)
        if sighting.sender == sighting.author.person {
            clear(sighting)
        } else if senders[sighting.sender] == nil, !authors.contains(sighting.author.credential) {
            mistakes.append(Mistake(people: [sighting.sender, sighting.author.person], revision: sighting.newest))
        }
        senders[sighting.sender, default: []].insert(sighting.author.credential)
        if sighting.sender == sighting.author.person { authors.insert(sighting.author.credential) }
    }

    /// Takes over what another player's notebook of the same device can't know; what it does know may be forgotten.
    mutating func takeOver(_ other: Notebook) {
        mistakes += other.mistakes
        history += other.history
    }

    /// Whether open mistakes explain why one person is called by the other's name: who is taken for somebody leaves a name
    /// to somebody else.
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
    func hasNotSeen(_ person: Person) -> Bool { senders[person] == nil }

    /// The only player whose bubbles a person was seen to send, if nobody else was seen to send any of that player's.
    func onlyPlayer(of person: Person) -> Credential? {
        guard let players = senders[person], players.count == 1, let player = players.first else { return nil }
        return senders.contains { $0.key != person && $0.value.contains(player) } ? nil : player
    }

    private mutating func clear(_ sighting: Sighting) {
        guard let revision = sighting.revision else { return }
        for index in mistakes.indices
        where mistakes[index].people.contains(sighting.sender) && revision > mistakes[index].revision {
            mistakes[index].cleared.insert(sighting.sender)
        }
    }
}

/// A device's report of a bubble.
struct Sighting: Sendable {
    let author: Player
    let sender: Person
    /// The revision of the bubble's event; nil unless it is committed.
    let revision: Int?
    /// The newest revision that the service may take it for.
    let newest: Int
}

extension Sighting: CustomStringConvertible {
    var description: String {
        let revision = revision.map { "revision \($0)" } ?? "a draft"
        return "\(sender.name) sent \(revision), made by \(author.person.name)"
    }
}

/// A credential and the person behind it.
struct Player: Hashable, Sendable {
    let credential: Credential
    let person: Person
}
