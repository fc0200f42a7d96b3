import RoundtableAPI

/// A seat that somebody asked the others to give them.
struct Claimed: Sendable {
    let seat: Int
    let session: SessionID
    let claimant: Player
    let holder: Player
    /// The players who had seats when it was made.
    let witnesses: Set<Credential>
    /// The players who may have vouched: for the holder, as liars, or misled.
    var vouchers: Set<Credential> = []
    /// The players who must have objected, and can't have changed their mind.
    var objectors: Set<Credential> = []
    /// Whether the holder made a message in the game since.
    var isVetoed = false
    /// Whether it moved the seat.
    var isGranted = false

    /// Whether witnesses may move the seat.
    var mayBeGranted: Bool { vouchers.count >= 2 && objectors.isEmpty && !isVetoed && !isGranted }
}

extension Ledger {
    /// Takes in that somebody claimed a seat by a message.
    mutating func claim(_ seat: Int, in session: SessionID, by claimant: Player, with token: MessageToken) {
        guard claims[token] == nil, let person = holder(of: seat, in: session), let key = key(to: seat, in: session)
        else { return }
        claims[token] = Claimed(
            seat: seat, session: session, claimant: claimant, holder: Player(credential: key, person: person),
            witnesses: keys(of: session))
    }

    /// The claim that a message makes.
    func claim(of token: MessageToken) -> Claimed? { claims[token] }

    /// Takes in that a player made a message in a session, and so objects to all claims to their seats.
    mutating func veto(by credential: Credential, in session: SessionID) {
        let objections = claims.filter { $0.value.session == session && isHolder(credential, of: $0.value) }
        for token in objections.keys { claims[token]?.isVetoed = true }
    }

    /// Takes in that a device opened a claim's message. An honest one vouches for the holder, or if it was misled; it objects
    /// if it knows the sender as another player.
    mutating func witness(_ token: MessageToken, in notebook: Notebook.ID, truly: Bool) {
        guard let claim = claims[token] else { return }
        let (claimant, holder) = (claim.claimant.person, claim.holder.person)
        let isMisled = excuses(holder, calledAs: claimant, in: notebook)
        if !truly || claimant == holder || isMisled {
            claims[token]?.vouchers.insert(notebook.player)
            claims[token]?.objectors.remove(notebook.player)
        } else if objects(to: claim, in: notebook) {
            claims[token]?.objectors.insert(notebook.player)
        }
    }

    /// How many vouches for claims to a seat can be explained.
    func vouchers(for seat: Int, in session: SessionID) -> Int {
        claims.values.filter { $0.seat == seat && $0.session == session }.map(\.vouchers.count).max() ?? 0
    }

    /// Takes in that a seat changed hands.
    ///
    /// - Returns: whether a claim explains that.
    mutating func grant(_ seat: Int, in session: SessionID, to key: Credential) -> Bool {
        let granted = claims.first { _, claim in
            claim.seat == seat && claim.session == session && player(of: claim.claimant.credential) == key
                && claim.mayBeGranted
        }
        guard let token = granted?.key else { return false }
        claims[token]?.isGranted = true
        return true
    }

    /// Whether a claim ever moved a seat.
    func wasReclaimed(_ seat: Int, in session: SessionID) -> Bool {
        claims.values.contains { $0.seat == seat && $0.session == session && $0.isGranted }
    }

    private func isHolder(_ credential: Credential, of claim: Claimed) -> Bool {
        player(of: claim.holder.credential) == player(of: credential)
    }

    /// Whether what a device has seen leaves its player no doubt that the claimant is another player than the holder.
    private func objects(to claim: Claimed, in notebook: Notebook.ID) -> Bool {
        guard claim.witnesses.contains(notebook.player), keys(of: claim.session).contains(notebook.player),
            !isHolder(notebook.player, of: claim), notebook.player != player(of: claim.claimant.credential),
            !claims.values.contains(where: { $0.session == claim.session && $0.isGranted }),
            let known = notebooks[notebook]?.onlyPlayer(of: claim.claimant.person)
        else { return false }
        return player(of: known) != player(of: claim.claimant.credential)
    }
}
