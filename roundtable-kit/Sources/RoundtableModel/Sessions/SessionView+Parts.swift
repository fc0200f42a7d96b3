public import Foundation
public import RoundtableJSON

extension SessionView {
    /// A place in a session, as one reader sees it.
    public struct Seat: Hashable, JSONObjectWritable, JSONReadable, Sendable {
        /// Its number, from 0.
        public var seat: Int
        /// Whether somebody sits there.
        public var state: SeatState
        /// Whether the reader does.
        public var you: Bool
        /// The player's identifier on the reader's device, if the service has learned it.
        public var participant: ParticipantID?
        /// The name that the player goes by, if they gave one.
        public var nickname: String?
        /// The name of the seat in a message composed for the reader's device: `$UUID`, nickname or “Player 2”.
        public var attribution: String
        /// When its time for the present turn is over; nil while its clock does not run.
        public var deadline: Date?
        /// The time that it has left besides for all its turns, in seconds; nil without a clock.
        public var bankSeconds: Int?

        /// Makes a seat.
        public init(
            seat: Int, state: SeatState, you: Bool, participant: ParticipantID? = nil, nickname: String? = nil,
            attribution: String, deadline: Date? = nil, bankSeconds: Int? = nil
        ) {
            self.seat = seat
            self.state = state
            self.you = you
            self.participant = participant
            self.nickname = nickname
            self.attribution = attribution
            self.deadline = deadline
            self.bankSeconds = bankSeconds
        }

        /// Writes the members.
        public func writeMembers(to json: inout JSONWriter) {
            json.member("attribution", attribution)
            json.member("bankSeconds", orNull: bankSeconds)
            json.member("deadline", orNull: deadline)
            json.member("nickname", orNull: nickname)
            json.member("participant", orNull: participant)
            json.member("seat", seat)
            json.member("state", state)
            json.member("you", you)
        }

        /// Reads the value.
        public init(_ json: JSONElement) throws(JSONError) {
            try self.init(
                seat: json.read("seat"), state: json.read("state"), you: json.read("you"),
                participant: json.readIfPresent("participant"), nickname: json.readIfPresent("nickname"),
                attribution: json.read("attribution"), deadline: json.readIfPresent("deadline"),
                bankSeconds: json.readIfPresent("bankSeconds"))
        }
    }

    /// The clock of a session.
    public struct Clock: Hashable, JSONObjectWritable, JSONReadable, Sendable {
        /// The time that a seat may take for a turn, in seconds.
        public var turnSeconds: Int
        /// The time that each seat began with for all its turns together, in seconds.
        public var bankSeconds: Int
        /// The consequence for a seat whose time is over.
        public var atEnd: ClockEnd
        /// Whether the clock stands still: the players agreed on a pause, or several turns in a row were over before
        /// anybody acted. It starts again when a player acts, if only by ``Action/resume``.
        public var paused: Bool

        /// Makes a clock.
        public init(turnSeconds: Int, bankSeconds: Int = 0, atEnd: ClockEnd, paused: Bool) {
            self.turnSeconds = turnSeconds
            self.bankSeconds = bankSeconds
            self.atEnd = atEnd
            self.paused = paused
        }

        /// Writes the members.
        public func writeMembers(to json: inout JSONWriter) {
            json.member("atEnd", atEnd)
            json.member("bankSeconds", bankSeconds)
            json.member("paused", paused)
            json.member("turnSeconds", turnSeconds)
        }

        /// Reads the value.
        public init(_ json: JSONElement) throws(JSONError) {
            try self.init(
                turnSeconds: json.read("turnSeconds"), bankSeconds: json.readIfPresent("bankSeconds") ?? 0,
                atEnd: json.read("atEnd"), paused: json.read("paused"))
        }
    }

    /// An offer that the other players have not answered yet.
    public struct Offer: Hashable, JSONObjectWritable, JSONReadable, Sendable {
        /// The seat that made it.
        public var seat: Int
        /// The kind of agreement that is offered.
        public var kind: OfferKind
        /// The seats that have accepted it so far, in order.
        public var accepted: [Int]

        /// Makes an offer.
        public init(seat: Int, kind: OfferKind, accepted: [Int] = []) {
            self.seat = seat
            self.kind = kind
            self.accepted = accepted
        }

        /// Writes the members.
        public func writeMembers(to json: inout JSONWriter) {
            json.member("accepted", accepted)
            json.member("kind", kind)
            json.member("seat", seat)
        }

        /// Reads the value.
        public init(_ json: JSONElement) throws(JSONError) {
            try self.init(seat: json.read("seat"), kind: json.read("kind"), accepted: json.read("accepted"))
        }
    }

    /// The end of a game.
    public struct Outcome: Hashable, JSONObjectWritable, JSONReadable, Sendable {
        /// In what way.
        public var kind: OutcomeKind
        /// The seats that won; empty when nobody did.
        public var winners: [Int]
        /// The points of each seat, in games that count them.
        public var scores: [Int]?

        /// Makes an outcome.
        public init(kind: OutcomeKind, winners: [Int], scores: [Int]? = nil) {
            self.kind = kind
            self.winners = winners
            self.scores = scores
        }

        /// Writes the members.
        public func writeMembers(to json: inout JSONWriter) {
            json.member("kind", kind)
            json.member("scores", orNull: scores)
            json.member("winners", winners)
        }

        /// Reads the value.
        public init(_ json: JSONElement) throws(JSONError) {
            try self.init(kind: json.read("kind"), winners: json.read("winners"), scores: json.readIfPresent("scores"))
        }
    }

    /// A player's move that waits for its message to be sent; nobody else sees it.
    public struct Draft: Hashable, JSONObjectWritable, JSONReadable, Sendable {
        /// Its message's token.
        public var token: MessageToken
        /// The move, if it is one.
        public var move: GameJSON?
        /// The revision that the player looked at.
        public var basedOn: Int
        /// When it is no longer shown.
        public var expiresAt: Date
        /// Its message, to stage again.
        public var message: GameMessage
        /// The board as it would be for this player if the move counted, for the bubble that the app draws; nil for a
        /// move that would reveal something.
        public var board: GameJSON?

        /// Makes a draft.
        public init(
            token: MessageToken, move: GameJSON? = nil, basedOn: Int, expiresAt: Date, message: GameMessage,
            board: GameJSON? = nil
        ) {
            self.token = token
            self.move = move
            self.basedOn = basedOn
            self.expiresAt = expiresAt
            self.message = message
            self.board = board
        }

        /// Writes the members.
        public func writeMembers(to json: inout JSONWriter) {
            json.member("basedOn", basedOn)
            json.member("board", orNull: board)
            json.member("expiresAt", expiresAt)
            json.member("message", message)
            json.member("move", orNull: move)
            json.member("token", token)
        }

        /// Reads the value.
        public init(_ json: JSONElement) throws(JSONError) {
            try self.init(
                token: json.read("token"), move: json.readIfPresent("move"), basedOn: json.read("basedOn"),
                expiresAt: json.read("expiresAt"), message: json.read("message"), board: json.readIfPresent("board"))
        }
    }

    /// A request to get a seat back that waits for witnesses, then for the time in which it can be vetoed.
    public struct Claim: Hashable, JSONObjectWritable, JSONReadable, Sendable {
        /// The seat that is claimed.
        public var seat: Int
        /// The number of people who have vouched and whose word counts.
        public var vouches: Int
        /// The number of those who must: two, or three where five or more could.
        public var needed: Int
        /// When the seat changes hands unless somebody objects; nil before enough vouches.
        public var until: Date?

        /// Makes a claim.
        public init(seat: Int, vouches: Int, needed: Int, until: Date? = nil) {
            self.seat = seat
            self.vouches = vouches
            self.needed = needed
            self.until = until
        }

        /// Writes the members.
        public func writeMembers(to json: inout JSONWriter) {
            json.member("needed", needed)
            json.member("seat", seat)
            json.member("until", orNull: until)
            json.member("vouches", vouches)
        }

        /// Reads the value.
        public init(_ json: JSONElement) throws(JSONError) {
            try self.init(
                seat: json.read("seat"), vouches: json.read("vouches"), needed: json.read("needed"),
                until: json.readIfPresent("until"))
        }
    }

    /// The series of games that a session belongs to, each the rematch of the one before.
    public struct Series: Hashable, JSONObjectWritable, JSONReadable, Sendable {
        /// The number of this game in it, from 1.
        public var number: Int
        /// The games that each seat's player has won so far, in the order of this session's seats.
        public var scores: [Int]

        /// Makes a series.
        public init(number: Int, scores: [Int]) {
            self.number = number
            self.scores = scores
        }

        /// Writes the members.
        public func writeMembers(to json: inout JSONWriter) {
            json.member("number", number)
            json.member("scores", scores)
        }

        /// Reads the value.
        public init(_ json: JSONElement) throws(JSONError) {
            try self.init(number: json.read("number"), scores: json.read("scores"))
        }
    }
}

/// Whether a seat may be taken.
public enum SeatState: String, GrowingVocabulary {
    /// Free for whoever joins.
    case open
    /// Bound to a player.
    case taken
    /// Its player resigned, left or was erased; it never acts again.
    case gone
    /// No longer to be had: the game began without it.
    case closed
    /// A word that came later.
    case unknown
}

/// The consequences for a seat whose time is over.
public enum ClockEnd: String, GrowingVocabulary {
    /// Its turn passes without a move.
    case skip
    /// A move is made for it.
    case play
    /// It is out of the game.
    case forfeit
    /// A word that came later.
    case unknown
}

/// The things that players may offer each other. All others must accept.
public enum OfferKind: String, GrowingVocabulary {
    /// To end the game without a winner.
    case draw
    /// To take back the newest move of the player who offers, with all that came after it.
    case undo
    /// To stop the clocks until somebody goes on.
    case pause
    /// A word that came later.
    case unknown
}

/// The ways in which a game ends.
public enum OutcomeKind: String, GrowingVocabulary {
    /// Somebody won.
    case won
    /// Nobody did, by the rules.
    case drawn
    /// The work is done, in a game that nobody can win.
    case completed
    /// The players left it.
    case abandoned
    /// A word that came later.
    case unknown
}
