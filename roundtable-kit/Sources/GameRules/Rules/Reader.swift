/// Somebody who looks at a game: the seats whose secrets they may see. Nobody's, for a bystander.
public struct Reader: Hashable, Sendable {
    /// The reader's own seats, in order, each once.
    public let seats: [SeatIndex]

    /// A reader with some seats.
    public init(seats: some Sequence<SeatIndex>) {
        let seats = Array(seats)
        self.seats = seats.count > 1 ? Set(seats).sorted() : seats
    }

    /// Somebody without a seat: sees what is public and nothing else.
    public static let bystander = Reader(seats: [])

    /// The holder of one seat.
    public static func seat(_ seat: SeatIndex) -> Reader { Reader(seats: [seat]) }
}
