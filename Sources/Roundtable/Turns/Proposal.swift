package import GameRules
package import RoundtableJSON

/// A player's intent, before the referee decided whether it counts. Kept with a draft until its message is
/// sent.
package struct Proposal: Hashable, Sendable {
    package enum Intent: Hashable, Sendable {
        /// To open the session, with a first move if the game allows one.
        indirect case open(Founding, move: GameJSON?)
        /// To make a move; a player without a seat takes an open one by it.
        case move(GameJSON)
        /// To take an open seat.
        case join
        /// To start a game that waits, with the seats that are taken.
        case start
        /// To give up.
        case resign
        /// To leave the table.
        case leave
        /// To give back a seat that was taken but never used, because the same person has another one.
        case release
        /// To have a seat back that is held under another credential: by witnesses, or an operator.
        case reclaim
        /// To offer the others an agreement.
        case offer(Agreement)
        /// To accept the open offer.
        case accept
        /// To decline the open offer, or to take one's own back.
        case decline
        /// To end a pause.
        case resume
        /// Imposed: a seat's deadline passed.
        case timeOut
        /// Imposed: a seat is gone and its turn passes.
        case skip
        /// To end the game for all, though nobody won: by an operator only.
        case abandon
    }

    package let intent: Intent
    /// The player who proposes it; for `timeOut` and `skip` the player of the seat, if there still is one.
    package let player: PlayerID?
    /// The seat that acts, if the player said which, or if it is known.
    package var seat: SeatIndex?
    /// The revision that the player looked at.
    package let basedOn: Int
    /// The player's nickname from then on.
    package var nickname: Nickname?

    package init(
        _ intent: Intent, by player: PlayerID?, seat: SeatIndex? = nil, basedOn: Int, nickname: Nickname? = nil
    ) {
        self.intent = intent
        self.player = player
        self.seat = seat
        self.basedOn = basedOn
        self.nickname = nickname
    }

    /// The move in it; nil if it is none.
    package var move: GameJSON? {
        switch intent {
        case .move(let move): move
        case .open(_, let move): move
        default: nil
        }
    }
}

extension Proposal {
    /// The same with its move as the event of a decision has it, since what a stranger sends is never kept as it came.
    func with(moveOf event: Event) -> Proposal {
        guard let move = event.details.move else { return self }
        let intent: Intent =
            switch intent {
            case .open(let founding, _): .open(founding, move: move)
            case .move: .move(move)
            default: intent
            }
        return Proposal(intent, by: player, seat: seat, basedOn: basedOn, nickname: nickname)
    }
}

/// All of it but the player and the move, which its draft stores by themselves.
extension Proposal: JSONObjectWritable {
    package func writeMembers(to json: inout JSONWriter) {
        json.member("basedOn", basedOn)
        json.member("intent", intent)
        json.member("nickname", ifPresent: nickname)
        json.member("seat", ifPresent: seat)
    }

    /// Reads a proposal of a player, which is stored without its move.
    package init(_ json: JSONElement, by player: PlayerID, move: GameJSON?) throws(JSONError) {
        self.init(
            try Intent(json.read("intent"), move: move), by: player, seat: try json.readIfPresent("seat"),
            basedOn: try json.read("basedOn"), nickname: try json.readIfPresent("nickname"))
    }
}

/// `{"kind": …}`, and for an opening the `founding`.
extension Proposal.Intent: JSONObjectWritable {
    private enum Kind: String, JSONConvertible {
        case open, move, join, start, resign, leave, release, reclaim, offer, accept, decline, resume, timeOut, skip
        case abandon
    }

    package func writeMembers(to json: inout JSONWriter) {
        if case .open(let founding, _) = self { json.member("founding", founding) }
        json.member("kind", kind)
        if case .offer(let agreement) = self { json.member("offer", agreement) }
    }

    fileprivate init(_ json: JSONElement, move: GameJSON?) throws(JSONError) {
        switch try json.read("kind", as: Kind.self) {
        case .open: self = .open(try json.read("founding"), move: move)
        case .move:
            guard let move else { throw json.error(expected: "an intent without a move") }
            self = .move(move)
        case .join: self = .join
        case .start: self = .start
        case .resign: self = .resign
        case .leave: self = .leave
        case .release: self = .release
        case .reclaim: self = .reclaim
        case .offer: self = .offer(try json.read("offer"))
        case .accept: self = .accept
        case .decline: self = .decline
        case .resume: self = .resume
        case .timeOut: self = .timeOut
        case .skip: self = .skip
        case .abandon: self = .abandon
        }
    }

    private var kind: Kind {
        switch self {
        case .open: .open
        case .move: .move
        case .join: .join
        case .start: .start
        case .resign: .resign
        case .leave: .leave
        case .release: .release
        case .reclaim: .reclaim
        case .offer: .offer
        case .accept: .accept
        case .decline: .decline
        case .resume: .resume
        case .timeOut: .timeOut
        case .skip: .skip
        case .abandon: .abandon
        }
    }
}
