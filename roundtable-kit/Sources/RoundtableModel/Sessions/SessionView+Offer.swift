public import RoundtableJSON

extension SessionView {
    /// An offer that the other players have not answered yet.
    public struct Offer: Hashable, Sendable {
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
    }
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

extension SessionView.Offer: JSONObjectWritable, JSONReadable {
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
