import RoundtableModel

/// The truth that only the crowd knows: who is behind which credential, bubble, event and seat.
struct Ledger: Sendable {
    /// All credentials ever made; those that were linked stand for the player whose code was typed.
    private(set) var people: [Credential: Person] = [:]
    var games: [SessionID: PlayedGame] = [:]
    /// The series of each rematch as it began.
    var series: [SessionID: SessionView.Series] = [:]
    private var linked: [Credential: Credential] = [:]
    private var authors: [MessageToken: KnownPlayer] = [:]
    private var holders: [SessionID: [Int: KnownPlayer]] = [:]
    /// Who last gave up a seat that is open again.
    private var leavers: [SessionID: [Int: Person]] = [:]
    /// The messages by which their authors give up their seats.
    private var farewells: Set<MessageToken> = []
    private var movers: [SessionID: [Int: Mover]] = [:]
    private var erased: [SessionID: Set<Int>] = [:]
    private(set) var erasedPlayers: Set<Credential> = []
    var claims: [MessageToken: Claimed] = [:]
    /// The number of times that time has passed in which the holder of a claimed seat can object.
    var time = 0
    /// Whether time passes by itself as well.
    var isClockRunning = false
    /// Whether claims must have come to what the rules make of them; else only the harm that they do counts.
    var judgesClaims = true
    private(set) var notebooks: [Notebook.ID: Notebook] = [:]
    /// Whose bubbles a device told a lie about.
    private var lies: [Notebook.ID: Set<Credential>] = [:]

    struct Mover: Sendable {
        let person: Person?
        let seat: Int?
    }
}

extension Ledger {
    mutating func register(_ credential: Credential, of person: Person) { people[credential] = person }

    /// Takes in that a credential stands for another one's player from now on.
    mutating func link(_ credential: Credential, to other: Credential) {
        let (player, successor) = (player(of: credential), player(of: other))
        for (id, notebook) in notebooks where id.player == player {
            let new = Notebook.ID(local: id.local, player: successor, session: id.session)
            notebooks[new, default: Notebook()].takeOver(notebook)
        }
        replaceInClaims(player, by: successor)
        linked[player] = successor
    }

    /// The first credential of the player that a credential stands for.
    func player(of credential: Credential) -> Credential {
        linked[credential].map { player(of: $0) } ?? credential
    }

    mutating func attribute(_ token: MessageToken, to credential: Credential) {
        guard let person = people[credential] else { return }
        authors[token] = KnownPlayer(credential: player(of: credential), person: person)
    }

    /// Takes in that the author of a message gives up a seat by it.
    mutating func noteFarewell(_ token: MessageToken) { farewells.insert(token) }

    /// The person who gives up a seat by a message; nil if nobody does.
    func leaver(by token: MessageToken) -> Person? { farewells.contains(token) ? authors[token]?.person : nil }

    /// Who had a message composed.
    func author(of token: MessageToken) -> KnownPlayer? {
        authors[token].map { KnownPlayer(credential: player(of: $0.credential), person: $0.person) }
    }

    func author(of bubble: Bubble) -> KnownPlayer? { (try? bubble.token).flatMap { author(of: $0) } }
}

extension Ledger {
    func holder(of seat: Int, in session: SessionID) -> Person? { holders[session]?[seat]?.person }

    func holders(in session: SessionID, except seat: Int? = nil) -> Set<Person> {
        Set(holders[session, default: [:]].filter { $0.key != seat }.values.map(\.person))
    }

    /// The credential that gives access to a seat.
    func key(to seat: Int, in session: SessionID) -> Credential? {
        holders[session]?[seat].map { player(of: $0.credential) }
    }

    /// The credentials that give access to the seats of a session, or only to a person's.
    func keys(of person: Person? = nil, in session: SessionID) -> Set<Credential> {
        let seated = holders[session, default: [:]].values.filter { person == nil || $0.person == person }
        return Set(seated.map { player(of: $0.credential) })
    }

    /// Takes in that a credential of a person gave access to a seat.
    ///
    /// - Throws: a finding, if the seat is somebody else's: no code, no witness and no operator moved it.
    mutating func seat(_ player: KnownPlayer, on seat: Int, in session: SessionID) throws(OracleFinding) {
        let key = self.player(of: player.credential)
        if let holder = holders[session]?[seat], self.player(of: holder.credential) != key {
            guard grant(seat, in: session, to: key) || !judgesClaims && holder.person == player.person else {
                throw OracleFinding("\(player.person.name) has seat \(seat), which is \(holder.person.name)’s")
            }
        }
        holders[session, default: [:]][seat] = player
    }

    /// Takes in that a credential of a person gave access to the seats that are its own in a view.
    mutating func seat(_ player: KnownPlayer, in view: SessionView) throws(OracleFinding) {
        for seat in view.seats where seat.you { try self.seat(player, on: seat.seat, in: view.id) }
    }

    mutating func release(_ seat: Int, in session: SessionID) {
        leavers[session, default: [:]][seat] = holders[session]?[seat]?.person
        holders[session]?[seat] = nil
        erased[session]?.remove(seat)
    }

    mutating func erase(_ player: Credential) {
        erasedPlayers.insert(player)
        for id in notebooks.keys { notebooks[id]?.forget(player) }
        for token in claims.keys { claims[token]?.forget(player, at: time) }
    }

    /// Takes in that whoever had a seat erased themselves.
    mutating func erase(_ seat: Int, in session: SessionID) { erased[session, default: []].insert(seat) }

    func isErased(_ seat: Int, in session: SessionID) -> Bool { erased[session]?.contains(seat) ?? false }

    func revision(of session: SessionID) -> Int { movers[session]?.keys.max() ?? 0 }

    mutating func note(_ event: EventView, in session: SessionID) {
        let person = event.seat.flatMap { holder(of: $0, in: session) ?? leavers[session]?[$0] }
        movers[session, default: [:]][event.revision] = Mover(person: person, seat: event.seat)
    }

    func mover(of revision: Int, in session: SessionID) -> Mover? { movers[session]?[revision] }
}

extension Ledger {
    /// Takes in that a device reported anybody as the sender of a bubble.
    mutating func noteLie(about token: MessageToken, in notebook: Notebook.ID) {
        if let author = authors[token] { lies[notebook, default: []].insert(author.credential) }
    }

    /// The players whose messages each device of a player's has seen come from the people of the conversation, a group
    /// for each of these; a player of whose message it lied is a group.
    func acquaintances(of player: Credential, in session: SessionID) -> [[Set<Credential>]] {
        let devices = Set(notebooks.keys).union(lies.keys)
            .filter { $0.session == session && self.player(of: $0.player) == player }
        return devices.map { device in
            let groups = (notebooks[device]?.groups ?? []) + lies[device, default: []].map { [$0] }
            return groups.map { Set($0.map { self.player(of: $0) }) }
        }
    }

    /// Takes in what a device reported, truly, of a bubble; one that somebody erased has made tells nothing any more.
    mutating func note(_ sighting: BubbleSighting, in notebook: Notebook.ID) {
        guard !erasedPlayers.contains(player(of: sighting.author.credential)) else { return }
        notebooks[notebook, default: Notebook()].note(sighting)
    }

    /// Whether a device may take a person for another one, who sits there with two credentials that are not linked, and
    /// so as two players: because it can only infer what to call this one, or by a bubble of the other's that this one
    /// put back.
    func misleads(_ person: Person, takenFor other: Person, in notebook: Notebook.ID) -> Bool {
        guard keys(of: other, in: notebook.session).count > 1 else { return false }
        guard let notebook = notebooks[notebook] else { return true }
        return notebook.hasNotSeen(person) || notebook.misleads(person, takenFor: other)
    }
}
