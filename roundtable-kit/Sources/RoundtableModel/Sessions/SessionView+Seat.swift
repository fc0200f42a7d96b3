public import Foundation
public import RoundtableJSON

extension SessionView {
    /// A place in a session, as one reader sees it.
    public struct Seat: Hashable, Sendable {
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

extension SessionView.Seat: JSONObjectWritable, JSONReadable {
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
