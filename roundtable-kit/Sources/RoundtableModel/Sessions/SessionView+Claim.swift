public import Foundation
public import RoundtableJSON

extension SessionView {
    /// A request to get a seat back that waits for witnesses, then for the time in which it can be vetoed.
    public struct Claim: Hashable, Sendable {
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
    }
}

extension SessionView.Claim: JSONObjectWritable, JSONReadable {
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
