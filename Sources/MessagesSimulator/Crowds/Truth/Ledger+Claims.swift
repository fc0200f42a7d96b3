import RoundtableModel

extension Ledger {
    /// Takes in that somebody claimed a seat by a message, at a table where some seats are taken.
    ///
    /// - Throws: a finding, if the seat's holder had said no to the same player.
    mutating func claim(
        _ seat: Int, of taken: [Int], in session: SessionID, by claimant: KnownPlayer, with token: MessageToken
    ) throws(OracleFinding) {
        guard claims[token] == nil, let person = holder(of: seat, in: session), let key = key(to: seat, in: session)
        else { return }
        let claim = Claimed(
            seat: seat, session: session, claimant: claimant, holder: KnownPlayer(credential: key, person: person),
            madeAt: time, known: acquaintances(of: key, in: session),
            witnesses: Set(taken.compactMap { self.key(to: $0, in: session) }))
        // NB: what time has passed for may have ended otherwise before the holder said no.
        if claims.values.contains(where: { isSame($0, claim) && $0.end == .vetoed(at: $0.madeAt) }) {
            throw OracleFinding("\(claimant.person.name) may claim seat \(seat) again, which \(person.name) has vetoed")
        }
        claims[token] = claim
    }

    /// The claims to a seat that nothing has certainly ended.
    func openClaims(to seat: Int, in session: SessionID) -> [Claimed] {
        claims.values.filter { $0.seat == seat && $0.session == session && $0.end == nil }
    }

    /// Takes in that time passed in which holders can object.
    mutating func passTime() { time += 1 }

    /// Takes in that a player made a message in a session, and so objects to all claims to their seats.
    mutating func disprove(by credential: Credential, in session: SessionID) {
        end(.disproved) { ledger, claim in claim.session == session && ledger.isHolder(credential, of: claim) }
    }

    /// Takes in that the holder of a seat said no to all claims to it.
    mutating func veto(_ seat: Int, in session: SessionID) {
        end(.vetoed(at: time)) { _, claim in claim.seat == seat && claim.session == session }
    }

    mutating func withdraw(_ token: MessageToken) {
        if claims[token]?.end == nil { claims[token]?.end = .withdrawn }
    }

    /// Takes in that a seat is not taken any more: whoever had only this one is no witness now.
    mutating func dismiss(from seat: Int, in session: SessionID) {
        guard let key = key(to: seat, in: session) else { return }
        for (token, claim) in claims where claim.session == session { claims[token]?.witnesses.remove(key) }
    }

    /// Takes in that a device opened a bubble, which may be a claim's message. An honest one vouches if it has seen the
    /// sender send a bubble of the holder's; it objects if it knows the sender as another player.
    mutating func witness(_ token: MessageToken, from sender: Address, in notebook: Notebook.ID, truly: Bool) {
        let player = player(of: notebook.player)
        if !truly { noteLie(about: token, in: notebook) }
        if let person = people[notebook.player] { claims[token]?.readers.insert(person) }
        guard let claim = claims[token], claim.end == nil, claim.witnesses.contains(player),
            !isHolder(player, of: claim), player != self.player(of: claim.claimant.credential)
        else { return }
        if !truly || mayVouch(for: claim, from: sender, in: notebook) {
            claims[token]?.recordVouch(of: player, at: time)
        } else if objects(to: claim, from: sender, in: notebook) {
            claims[token]?.recordObjection(of: player, at: time)
        }
    }

    /// Whether a device may vouch by opening a message, and learns nothing by it then.
    func mayVouch(by token: MessageToken, from sender: Address, in notebook: Notebook.ID) -> Bool {
        claims[token].map { mayVouch(for: $0, from: sender, in: notebook) } ?? false
    }

    /// - Returns: whether a claim explains that.
    mutating func grant(_ seat: Int, in session: SessionID, to key: Credential) -> Bool {
        let granted = claims.first { _, claim in
            claim.seat == seat && claim.session == session && player(of: claim.claimant.credential) == key
                && claim.end == nil && claim.dueAt.map { $0 <= time || isClockRunning } ?? false
                && self.key(to: seat, in: session).map { isHolder($0, of: claim) } ?? false
        }
        guard let token = granted?.key else { return false }
        claims[token]?.end = .granted
        return true
    }

    /// The people whose seats went over to others by claims: of one seat, or of all. A seat keeps its nickname then.
    func formerHolders(of seat: Int? = nil, in session: SessionID) -> Set<Person> {
        let granted = claims.values.filter { $0.session == session && $0.end == .granted }
        return Set(granted.filter { seat == nil || $0.seat == seat }.map(\.holder.person))
    }

    /// Takes in that a player stands for another one by a link code: an act of theirs, which ends their claims and
    /// those to their seats.
    mutating func replaceInClaims(_ player: Credential, by other: Credential) {
        end(.withdrawn) { ledger, claim in ledger.player(of: claim.claimant.credential) == player }
        end(.disproved) { ledger, claim in ledger.isHolder(player, of: claim) }
        for token in claims.keys { claims[token]?.replace(player, by: other, at: time) }
    }
}

extension Ledger {
    private mutating func end(_ end: Claimed.End, _ isMeant: (Ledger, Claimed) -> Bool) {
        for (token, claim) in claims where claim.end == nil && isMeant(self, claim) { claims[token]?.end = end }
    }

    private func isHolder(_ credential: Credential, of claim: Claimed) -> Bool {
        player(of: claim.holder.credential) == player(of: credential)
    }

    /// Whether two claims are one player's to the same seat of the same holder.
    private func isSame(_ one: Claimed, _ other: Claimed) -> Bool {
        one.seat == other.seat && one.session == other.session && isHolder(one.holder.credential, of: other)
            && player(of: one.claimant.credential) == player(of: other.claimant.credential)
    }

    /// Whether a device can have known the sender as the holder, or as somebody whose seat went over to the holder.
    private func mayVouch(for claim: Claimed, from sender: Address, in notebook: Notebook.ID) -> Bool {
        notebooks[notebook]?.players(of: sender).contains { isOne($0, claim.holder.credential, in: claim.session) }
            ?? false
    }

    /// Whether what a device has seen leaves its player no doubt that the sender is another player than the holder.
    private func objects(to claim: Claimed, from sender: Address, in notebook: Notebook.ID) -> Bool {
        if sender.isOwn { return true }
        let known = notebooks[notebook]?.onlyPlayer(of: sender) { isOne($0, $1, in: claim.session) }
        guard let known, !erasedPlayers.contains(player(of: known)) else { return false }
        return [claim.claimant, claim.holder].allSatisfy { !isOne(known, $0.credential, in: claim.session) }
    }

    /// Whether two credentials are one player's, or the seats of one went over to the other.
    private func isOne(_ one: Credential, _ other: Credential, in session: SessionID) -> Bool {
        let granted = claims.values.filter { $0.session == session && $0.end == .granted }
        let pairs = granted.map { Set([player(of: $0.claimant.credential), player(of: $0.holder.credential)]) }
        return Set([player(of: one)]).connected(by: pairs).contains(player(of: other))
    }
}
