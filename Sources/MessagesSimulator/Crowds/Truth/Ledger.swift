import RoundtableAPI

/// The truth that only the crowd knows: who is behind which credential, bubble, event and seat.
struct Ledger: Sendable {
    /// All credentials ever made; those that were linked stand for the player whose code was typed.
    private(set) var people: [Credential: Person] = [:]
    private var linked: [Credential: Credential] = [:]
    private var authors: [MessageToken: Player] = [:]
    private var holders: [SessionID: [Int: Person]] = [:]
    private var movers: [SessionID: [Int: Mover]] = [:]
    private var erased: [SessionID: Set<Int>] = [:]
    private var claims: [MessageToken: Claimed] = [:]
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
        for (id, notebook) in notebooks where id.player == player(of: credential) {
            let new = Notebook.ID(local: id.local, player: player(of: other), session: id.session)
            notebooks[new, default: Notebook()].takeOver(notebook)
        }
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
    func author(of token: MessageToken) -> Player? {
        authors[token].map { Player(credential: player(of: $0.credential), person: $0.person) }
    }
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
        if let holder = holder(of: seat, in: session), holder != person,
            !claims.values.contains(where: { $0.moves(seat, in: session, to: person) })
        {
            throw Finding("\(person.name) has seat \(seat), which is \(holder.name)’s")
        }
        holders[session, default: [:]][seat] = person
    }

    /// Takes in that a seat is open again.
    mutating func release(_ seat: Int, in session: SessionID) {
        holders[session]?[seat] = nil
    }

    /// Takes in that whoever had a seat erased themselves.
    mutating func erase(_ seat: Int, in session: SessionID) {
        erased[session, default: []].insert(seat)
    }

    /// Whether whoever had a seat erased themselves.
    func isErased(_ seat: Int, in session: SessionID) -> Bool { erased[session]?.contains(seat) ?? false }

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

extension Ledger {
    /// Takes in that somebody claimed a seat by a message.
    mutating func claim(_ seat: Int, in session: SessionID, by person: Person, with token: MessageToken) {
        guard claims[token] == nil, let holder = holder(of: seat, in: session) else { return }
        claims[token] = Claimed(seat: seat, session: session, claimant: person, holder: holder)
    }

    /// The claim that a message makes.
    func claim(of token: MessageToken) -> Claimed? { claims[token] }

    /// Takes in that a device opened a claim's message. An honest one vouches for the holder, or if it was misled.
    mutating func witness(_ token: MessageToken, in notebook: Notebook.ID, truly: Bool) {
        guard let claim = claims[token] else { return }
        let isMisled = excuses(claim.holder, calledAs: claim.claimant, in: notebook)
        if !truly || claim.claimant == claim.holder || isMisled { claims[token]?.vouchers.insert(notebook.player) }
    }

    /// How many vouches for claims to a seat can be explained.
    func vouchers(for seat: Int, in session: SessionID) -> Int {
        claims.values.filter { $0.seat == seat && $0.session == session }.map(\.vouchers.count).max() ?? 0
    }
}

/// A seat that somebody asked the others to give them.
struct Claimed: Sendable {
    let seat: Int
    let session: SessionID
    let claimant: Person
    let holder: Person
    /// The players who may have vouched: for the holder, as liars, or misled.
    var vouchers: Set<Credential> = []

    /// Whether witnesses may have moved a seat to a person.
    func moves(_ seat: Int, in session: SessionID, to person: Person) -> Bool {
        self.seat == seat && self.session == session && claimant == person && vouchers.count >= 2
    }
}
