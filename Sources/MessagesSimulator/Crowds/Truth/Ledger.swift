import RoundtableAPI

/// The truth that only the crowd knows: who is behind which credential, bubble, event and seat.
struct Ledger: Sendable {
    /// All credentials ever made; those that were linked stand for the player whose code was typed.
    private(set) var people: [Credential: Person] = [:]
    private var linked: [Credential: Credential] = [:]
    private var authors: [MessageToken: Player] = [:]
    private var holders: [SessionID: [Int: Person]] = [:]
    private var movers: [SessionID: [Int: Mover]] = [:]
    private var notebooks: [Notebook.ID: Notebook] = [:]

    /// Who made an event, and from which seat.
    struct Mover: Sendable {
        let person: Person?
        let seat: Int?
    }
}

extension Ledger {
    /// Takes in a credential of a person.
    mutating func register(_ credential: Credential, of person: Person) {
        people[credential] = person
    }

    /// Takes in that a credential stands for another one's player from now on.
    mutating func link(_ credential: Credential, to other: Credential) {
        linked[credential] = player(of: other)
    }

    /// The first credential of the player that a credential stands for.
    func player(of credential: Credential) -> Credential {
        linked[credential] ?? credential
    }

    /// Takes in who had a message composed.
    mutating func attribute(_ token: MessageToken, to credential: Credential) {
        guard let person = people[credential] else { return }
        authors[token] = Player(credential: player(of: credential), person: person)
    }

    /// Who had a message composed.
    func author(of token: MessageToken) -> Player? { authors[token] }
}

extension Ledger {
    /// The person on a seat.
    func holder(of seat: Int, in session: SessionID) -> Person? { holders[session]?[seat] }

    /// The people on all seats but one.
    func holders(in session: SessionID, except seat: Int?) -> Set<Person> {
        Set(holders[session, default: [:]].filter { $0.key != seat }.values)
    }

    /// Takes in that a credential of a person gave access to a seat.
    ///
    /// - Throws: a finding, if the seat is somebody else's: no code, no witness and no operator moved it.
    mutating func seat(_ person: Person, on seat: Int, in session: SessionID) throws(Finding) {
        if let holder = holder(of: seat, in: session), holder != person {
            throw Finding("\(person.name) has seat \(seat), which is \(holder.name)’s")
        }
        holders[session, default: [:]][seat] = person
    }

    /// The revision up to which the events are known.
    func revision(of session: SessionID) -> Int { movers[session]?.keys.max() ?? 0 }

    /// Takes in an event.
    mutating func note(_ event: Event, in session: SessionID) {
        let person = event.seat.flatMap { holder(of: $0, in: session) }
        movers[session, default: [:]][event.revision] = Mover(person: person, seat: event.seat)
    }

    /// Who made an event.
    func mover(of revision: Int, in session: SessionID) -> Mover? { movers[session]?[revision] }
}

extension Ledger {
    /// Takes in what a device reported, truly, of a bubble.
    mutating func note(_ sighting: Sighting, in notebook: Notebook.ID) {
        notebooks[notebook, default: Notebook()].note(sighting)
    }

    /// Whether a device has an excuse for calling a person by another's name.
    func excuses(_ person: Person, calledAs other: Person, in notebook: Notebook.ID) -> Bool {
        notebooks[notebook]?.excuses(person, calledAs: other) ?? false
    }

    /// What a device reported of a session, in order.
    func history(of notebook: Notebook.ID) -> [String] { notebooks[notebook]?.history ?? [] }

    /// All reports that a device could only misunderstand.
    var mistakes: [Notebook.Mistake] { notebooks.values.flatMap(\.mistakes) }
}
