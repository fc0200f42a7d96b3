/// Somebody who looks at a game: the seats whose secrets they may see. Nobody's, for a bystander.
public struct Reader: Hashable, Sendable {
    /// The reader's own seats.
    public let seats: Set<SeatIndex>

    /// A reader with some seats.
    public init(seats: some Sequence<SeatIndex>) { self.seats = Set(seats) }

    /// Somebody without a seat: sees what is public and nothing else.
    public static let bystander = Reader(seats: [])

    /// The holder of one seat.
    public static func seat(_ seat: SeatIndex) -> Reader { Reader(seats: [seat]) }
}
