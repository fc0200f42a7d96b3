public import Foundation

/// A request to get a seat back that waits for witnesses, then for the time in which it can be vetoed.
public struct Claim: Codable, Hashable, Sendable {
    /// The seat that is claimed.
    public var seat: Int
    /// How many people have vouched whose word counts.
    public var vouches: Int
    /// How many must: two, or three where five or more could.
    public var needed: Int
    /// When the seat changes hands unless somebody objects; nil before enough vouches.
    @Nullable public var until: Date?

    /// Makes a claim.
    public init(seat: Int, vouches: Int, needed: Int, until: Date? = nil) {
        self.seat = seat
        self.vouches = vouches
        self.needed = needed
        self.until = until
    }
}
